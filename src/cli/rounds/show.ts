// `reelhouse rounds show`: everything the ledger knows of one round, and who drives it. Shows what the wallet was
// asked for and what came of it; never an outcome that the player has not seen (replay draws it).

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { formatAmount } from '../../core/money.ts'
import { DAY_MS } from '../../core/time.ts'
import { transactionId } from '../../core/wallet-operation.ts'
import { askLook, type PushAnswered, readPush } from '../../ledger/rounds/round-pushes.ts'
import type { KnownRound } from '../../ledger/rounds/rounds-owed.ts'
import { type OperationFailures, readWalletFailures } from '../../ledger/rounds/wallet-failures.ts'
import { ATTEMPTS_KEPT_MS } from '../../limits/retention.ts'
import { PUSH_LOOK_MS, WALLET_FAILURES_SHOWN } from '../../limits.ts'
import { debitMinor } from '../../round/round.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { readRoundId } from '../option-values.ts'
import { withLedger } from '../project/access.ts'
import { asRecord, at, printCause, printNext, requireRound } from './known-round.ts'

const LOOK_EVERY_MS = 50

const KEPT =
  `Kept are the times at which operations were planned and confirmed, how many calls were left without a clear ` +
  `answer, and the last ${WALLET_FAILURES_SHOWN} of these for each operation, for ${ATTEMPTS_KEPT_MS / DAY_MS} days. ` +
  'Not kept are the bodies, and answers that were clear.'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse rounds show',
    `Shows what the ledger knows of a round: its bet, each wallet operation with its transaction id, its state and
    the attempts that failed, what it owes and who drives it. "replay" draws its outcome again.`,
  )
    .argument('<round_id>', 'the round', readRoundId)
    .option('--json', 'one line: {"round_id":…,"operations":[…],"failures":[…],…}'),
  (roundId, { json, ...stores }) =>
    withLedger('rounds show', stores, async ({ pools }) => {
      const { pool, known } = await requireRound(pools, roundId)
      const failures = await readWalletFailures(pool, roundId)
      const shown = { ...describe(known), held_by: await findDriver(pool, known), failures }
      if (json === true) printJson({ ...shown, kept: KEPT })
      else print(known, shown)
      return 0
    }),
)

function describe(known: KnownRound) {
  const { intent, progress } = known.round
  return {
    ...asRecord(known),
    game_version: intent.gameVersion,
    game_mode: intent.gameMode,
    bet_terms: intent.betTerms,
    level_bps: intent.levelBps,
    level_source: intent.levelSource,
    grant_id: intent.freeSpin?.grantId ?? null,
    target_outcome_id: intent.appliedTarget?.targetOutcomeId ?? null,
    session_id: intent.sessionId,
    request_id: intent.requestId,
    sequence: intent.sequence.toString(),
    choices: progress.choices,
    version: progress.version,
    cancel_reason: progress.cancelReason,
    refusal_code: progress.refusalCode,
    settled_at: at(progress.settledAtMs),
    operations: operationsOf(known),
    notifications: known.notifications,
  }
}

function operationsOf({ round: { intent, progress } }: KnownRound) {
  const { roundId } = intent
  const operation = (
    kind: 'bet' | 'win' | 'refund',
    status: string | null,
    amountMinor: bigint,
    [plannedMs, confirmedMs]: [number | null, number | null],
  ) => ({
    operation: kind,
    transaction: transactionId(kind, roundId),
    amount: formatAmount(amountMinor),
    status,
    planned_at: at(plannedMs),
    confirmed_at: at(confirmedMs),
  })
  const p = progress
  const { winPlannedAtMs, winConfirmedAtMs, refundPlannedAtMs, refundConfirmedAtMs } = p
  const debited = debitMinor(intent)
  return [
    operation('bet', p.betStatus, debited, [intent.createdAtMs, p.betConfirmedAtMs]),
    operation('win', p.winStatus, p.winMinor, [winPlannedAtMs, winConfirmedAtMs]),
    operation('refund', p.refundStatus, debited, [refundPlannedAtMs, refundConfirmedAtMs]),
  ].filter(({ status }) => status !== null)
}

/** Null: no node that runs says that it drives the round. */
async function findDriver(pool: Pool, known: KnownRound): Promise<PushAnswered | null> {
  if (asRecord(known).driver === null) return null
  const lookId = await askLook(pool, known)
  for (let waitedMs = 0; waitedMs < PUSH_LOOK_MS; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS)
    const read = await readPush(pool, lookId)
    if (read.answer !== null) return read
  }
  return null
}

type Shown = ReturnType<typeof describe> & {
  held_by: PushAnswered | null
  failures: OperationFailures[]
}

function print(known: KnownRound, shown: Shown): void {
  const { operations, failures, notifications, held_by: heldBy, failure: _, ...facts } = shown
  for (const [name, value] of Object.entries(facts)) {
    const text = Array.isArray(value) ? value.join(', ') || '-' : String(value ?? '-')
    printLine(`${name.padEnd(18)}${text}`)
  }
  printLine('')
  for (const each of operations) {
    const { operation, transaction, amount, status, planned_at: planned, confirmed_at: done } = each
    printLine(
      `${operation.padEnd(8)}${amount} ${shown.currency}  ${status}  planned ${planned}  confirmed ${done ?? '-'}  ${transaction}`,
    )
  }
  for (const { event, attempts, nextAttemptAt } of notifications) {
    printLine(`${event} notification  owed, tried ${attempts} times, next ${nextAttemptAt}`)
  }
  for (const each of failures) printFailures(each)
  printLine('')
  if (shown.owes.length === 0) printLine('It owes nothing.')
  else {
    printLine(`Owed: ${shown.owes.join(', ')}. Why: ${printCause(asRecord(known))}`)
    printLine(`Next: ${printNext(asRecord(known))}. ${printDriver(heldBy)}`)
  }
  printLine(KEPT)
}

function printFailures({ operation, failures, firstAt, recent }: OperationFailures): void {
  printLine(
    `${operation}: ${failures} calls without a clear answer since ${firstAt}; the last ones:`,
  )
  for (const { at: time, cause, text } of recent) printLine(`  ${time}  ${cause}  ${text}`)
}

function printDriver(heldBy: PushAnswered | null): string {
  if (heldBy === null) return 'No running node says that it drives it.'
  const [work, dueInMs] = heldBy.answer!.split(' ')
  return work === 'driving'
    ? `${heldBy.node} is at it just now.`
    : `${heldBy.node} drives it and tries again in ${dueInMs} ms.`
}
