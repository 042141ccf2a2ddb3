// `reelhouse rounds show`: everything that the ledger knows about one round, and who drives it.
// Shows the wallet calls and their results; never an outcome that the player has not seen (replay
// draws it).

import {
  type Driver,
  findDriver,
  operationsOf,
  type RoundOperation,
} from '../../admin/rounds/known-round.ts'
import { formatAmount } from '../../core/money.ts'
import { DAY_MS } from '../../core/time.ts'
import { type OperationFailures, readWalletFailures } from '../../ledger/rounds/round-failures.ts'
import type { KnownRound } from '../../ledger/rounds/unfinished-rounds.ts'
import { ATTEMPTS_KEPT_MS, WALLET_FAILURES_SHOWN } from '../../limits.ts'
import { decidersOf, isCancellable } from '../../round/round.ts'
import { printJson, printLine } from '../command-line.ts'
import { defineLedgerCommand } from '../ledger-command.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { readRoundId } from '../option-values.ts'
import { asRecord, at, printCause, printNext, requireRound } from './known-round.ts'

const KEPT =
  'Kept are the times at which operations were planned and confirmed, how many calls were left ' +
  'without a clear ' +
  `answer, and the last ${WALLET_FAILURES_SHOWN} of these for each operation, for ` +
  `${ATTEMPTS_KEPT_MS / DAY_MS} days. ` +
  'Not kept are the bodies, and answers that were clear.'

export const show = defineLedgerCommand(
  createStoreCommand(
    'reelhouse rounds show',
    `Shows what the ledger knows of a round: its bet, each wallet operation with its transaction id,
    its state and the attempts that failed, what it owes and who drives it. "replay" draws its
    outcome again.`,
  )
    .argument('<round_id>', 'the round', readRoundId)
    .option('--json', 'one line: {"round_id":…,"operations":[…],"failures":[…],…}'),
  async ({ pools }, roundId, { json }) => {
    const { pool, known } = await requireRound(pools, roundId)
    const failures = await readWalletFailures(pool, roundId)
    const driver = await findDriver(pool, known)
    const shown = { ...describe(known), held_by: driver && driverRecord(driver), failures }
    if (json === true) printJson({ ...shown, kept: KEPT })
    else print(known, shown, driver)
    return 0
  },
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
    choices: isCancellable(known.round) ? [] : progress.choices,
    deciders: isCancellable(known.round) ? [] : decidersOf(known.round),
    version: progress.version,
    cancel_reason: progress.cancelReason,
    refusal_code: progress.refusalCode,
    settled_at: at(progress.settledAtMs),
    operations: operationsOf(known.round).map(operationRecord),
    notifications: known.notifications,
  }
}

const driverRecord = ({ node, work, dueInMs }: Driver) => ({
  node,
  answer: work === 'waiting' ? `waiting ${dueInMs}` : work,
})

const operationRecord = (operation: RoundOperation) => ({
  operation: operation.kind,
  transaction: operation.transaction,
  amount: formatAmount(operation.amountMinor),
  status: operation.status,
  planned_at: at(operation.plannedAtMs),
  confirmed_at: at(operation.confirmedAtMs),
})

type Shown = ReturnType<typeof describe> & {
  held_by: ReturnType<typeof driverRecord> | null
  failures: OperationFailures[]
}

function print(known: KnownRound, shown: Shown, driver: Driver | null): void {
  const { operations, failures, notifications, held_by: _driver, failure: _, ...facts } = shown
  for (const [name, value] of Object.entries(facts)) {
    const text = Array.isArray(value) ? value.join(', ') || '-' : String(value ?? '-')
    printLine(`${name.padEnd(18)}${text}`)
  }
  printLine('')
  for (const each of operations) {
    const { operation, transaction, amount, status, planned_at: planned, confirmed_at: done } = each
    printLine(
      `${operation.padEnd(8)}${amount} ${shown.currency}  ${status}  planned ${planned}  ` +
        `confirmed ${done ?? '-'}  ${transaction}`,
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
    printLine(`Next: ${printNext(asRecord(known))}. ${printDriver(driver)}`)
  }
  printLine(KEPT)
}

function printFailures({ operation, failures, firstAt, recent }: OperationFailures): void {
  printLine(
    `${operation}: ${failures} calls without a clear answer since ${firstAt}; the last ones:`,
  )
  for (const { at: time, cause, text } of recent) printLine(`  ${time}  ${cause}  ${text}`)
}

function printDriver(driver: Driver | null): string {
  if (driver === null) return 'No running node says that it drives it.'
  return driver.work === 'driving'
    ? `${driver.node} is at it just now.`
    : `${driver.node} drives it and tries again in ${driver.dueInMs} ms.`
}
