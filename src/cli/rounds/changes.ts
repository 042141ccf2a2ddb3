// Commands that change rounds: `rounds push` has the next attempt made now, `rounds put-back`
// brings a round that was set aside back in play, `rounds refund-orphan` plans refunds of orphaned
// rounds. They send nothing themselves: nodes do.

import type { Pool } from 'pg'
import { owesOf } from '../../admin/rounds/known-round.ts'
import {
  MADE,
  type PushAnswer,
  type PushRefusal,
  pushRound as push,
  putBack,
} from '../../admin/rounds/push.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { isRefundable, listOrphans, refundOrphan } from '../../ledger/rounds/orphaned-rounds.ts'
import type { OwnersQuery } from '../../ledger/rounds/round-lists.ts'
import type { KnownRound } from '../../ledger/rounds/unfinished-rounds.ts'
import { defineCommand, printJson, printLine, refuseUse } from '../command-line.ts'
import { defineLedgerCommand, withLedger } from '../ledger-command.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { readRoundId } from '../option-values.ts'
import { asRecord, printCause, printNext, requireRound } from './known-round.ts'

const pushNow = defineLedgerCommand(
  createStoreCommand(
    'reelhouse rounds push',
    `Has the next attempt of a round made now instead of when it is due, and says what became of it.
    Nothing else changes: the same operation with the same body, a refund not before its time.
    Audited.`,
  )
    .argument('<round_id>', 'the round', readRoundId)
    .option('--json', 'one line: {"round_id":…,"answer":"tried","node":…,"owes":[],…}'),
  async ({ pools, by }, roundId, { json }) => {
    const { pool, known: before } = await requireRound(pools, roundId)
    const { answer, node, now } = await pushRound(pool, before, by, pools.home)
    const record = asRecord(now)
    if (json === true) printJson({ answer, node, owed_before: owesOf(before), ...record })
    else {
      printLine(`${RESULTS[answer ?? 'none']}${node === null ? '' : ` (${node})`}`)
      printLine(
        `Owed before: ${owesOf(before).join(', ')}. Now: ${record.owes.join(', ') || 'nothing'}.`,
      )
      printLine(`State: ${record.state}. Next: ${printNext(record)}.`)
      if (record.owes.length > 0) printLine(`Why: ${printCause(record)}`)
    }
    return answer !== null && MADE.has(answer) ? 0 : 1
  },
)

const RESULTS: Readonly<Record<PushAnswer | 'none', string>> = {
  tried: 'The attempt was made.',
  'taken-up': 'No node drove the round; one has taken it up.',
  driving: 'An attempt is under way just now.',
  notification: 'The notification was due at once.',
  'held-back':
    'The refund is held back until a bet under way must be over: it is sent when it is due.',
  'no-budget': 'The wallet of the project gets no more repeats just now: other rounds go first.',
  'not-waiting': 'The round moved on meanwhile.',
  busy: 'The lane of the player is full or being replaced: try again.',
  none: 'No node answered: is one running?',
}

/**
 * Throws SetupProblem if there is nothing to push.
 * @param home the database with the audit log
 */
export async function pushRound(pool: Pool, before: KnownRound, by: AuditedBy, home: Pool = pool) {
  const pushed = await push(pool, before, by, home)
  if (pushed.kind === 'refused') throw new SetupProblem(REFUSED[pushed.cause](before))
  return pushed
}

const REFUSED: Readonly<Record<PushRefusal, (known: KnownRound) => string>> = {
  'set-aside': known =>
    `The round is set aside (${known.ownFailure}): mend the cause, then run "rounds put-back".`,
  'awaits-player': () => 'The round waits for a decision of its player: there is nothing to push.',
  'owes-nothing': ({ round }) =>
    `The round is ${round.progress.state} and owes nothing: there is nothing to push.`,
}

const PUT_BACK_REFUSALS = {
  'not-aside': 'There is no such round, or it is not set aside: see "rounds set-aside".',
  'game-busy': 'The player has another open round of the game: repeat this once it has ended.',
} as const

const bringBack = defineLedgerCommand(
  createStoreCommand(
    'reelhouse rounds put-back',
    `Puts a round that was set aside back in play, once its cause is mended: nodes send what it
    still owes the wallet, each operation under its own id and with the same body. A round that
    goes on failing is set aside again. Audited.`,
  )
    .argument('<round_id>', 'the round', readRoundId)
    .option('--json', 'one line: {"round_id":…,"state":"credit_pending"}'),
  async ({ pools, by }, roundId, { json }) => {
    const done = await putBack(pools, roundId, by)
    if (done.kind === 'refused') throw new SetupProblem(PUT_BACK_REFUSALS[done.cause])
    if (json === true) printJson({ round_id: roundId, state: done.state })
    else printLine(`The round ${roundId} is in play again (${done.state}).`)
    return 0
  },
)

const REFUSALS = {
  'not-orphaned': 'There is no such round, or the ledger never lost it: see "rounds orphaned".',
  'refunded-before': 'Its refund is planned already: see "rounds orphaned".',
  'win-paid': 'Its win was paid: to refund the bet too would pay it twice.',
  'win-unknown':
    'Its win may have been paid. Ask the wallet for the transaction win-<round_id>; give ' +
    '--no-win-paid where it booked none.',
} as const

const EVERY_ORPHAN = 1_000_000

const refund = defineCommand(
  createStoreCommand(
    'reelhouse rounds refund-orphan',
    `Plans the refund of an orphaned round's bet. Nodes send it until the wallet says ok, under one
    transaction id, however often this is run. Audited.`,
  )
    .argument('[round_id]', 'the round', readRoundId)
    .option(
      '--all',
      'every round whose bet may be refunded without asking the wallet; with --project',
    )
    .option('--project <id>', 'the project of --all')
    .option('--no-win-paid', 'the wallet was asked: it booked no win of this round')
    .option('--json', 'one line: {"refunds_planned":["<round_id>", …]}'),
  (roundId, { all, project, winPaid, json, ...stores }) => {
    const isAll = all === true
    if (isAll === (roundId !== undefined)) refuseUse('Give a round id, or --all.')
    if (isAll && project === undefined) refuseUse('Give --project with --all.')
    if (isAll && winPaid === false) refuseUse('Give --no-win-paid with one round.')
    return withLedger('rounds refund-orphan', stores, async ({ pools, by }) => {
      const planned =
        roundId === undefined
          ? await refundAll(pools, { projectId: project, limit: EVERY_ORPHAN }, by)
          : await refundOne(pools, roundId, winPaid === false, by)
      if (json === true) printJson({ refunds_planned: planned })
      else printLine(`Refunds planned: ${planned.length}. Nodes send them.`)
      return 0
    })
  },
)

async function refundOne(
  pools: PlayerDatabases<Pool>,
  roundId: string,
  noWinPaid: boolean,
  by: AuditedBy,
): Promise<string[]> {
  const done = (await pools.findById(roundId, async pool => {
    const planned = await refundOrphan(pool, roundId, noWinPaid, by, pools.home)
    return planned.kind === 'refused' && planned.cause === 'not-orphaned' ? null : planned
  })) ?? { kind: 'refused', cause: 'not-orphaned' }
  if (done.kind === 'refused') throw new SetupProblem(REFUSALS[done.cause])
  return [roundId]
}

/** Skips a refund that another command plans meanwhile. */
async function refundAll(
  pools: PlayerDatabases<Pool>,
  query: OwnersQuery,
  by: AuditedBy,
): Promise<string[]> {
  const planned: string[] = []
  for (const pool of pools.carriers) {
    for (const orphan of (await listOrphans(pool, query)).filter(isRefundable)) {
      const { kind } = await refundOrphan(pool, orphan.roundId, false, by, pools.home)
      if (kind === 'planned') planned.push(orphan.roundId)
    }
  }
  return planned
}

export const changes = { push: pushNow, 'put-back': bringBack, 'refund-orphan': refund }
