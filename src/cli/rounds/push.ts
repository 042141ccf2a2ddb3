// `reelhouse rounds push`: the next attempt of a round is made now, by the node that drives it or,
// if no node does, by the first that takes it up. Sends nothing itself.

import type { Pool } from 'pg'
import { owesOf } from '../../admin/rounds/known-round.ts'
import {
  MADE,
  type PushAnswer,
  type PushRefusal,
  pushRound as push,
} from '../../admin/rounds/push.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import type { KnownRound } from '../../ledger/rounds/unfinished-rounds.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { readRoundId } from '../option-values.ts'
import { withLedger } from '../project/access.ts'
import { asRecord, printCause, printNext, requireRound } from './known-round.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse rounds push',
    `Has the next attempt of a round made now instead of when it is due, and says what became of it.
    Nothing else
    changes: the same operation with the same body, a refund not before its time. Audited.`,
  )
    .argument('<round_id>', 'the round', readRoundId)
    .option('--json', 'one line: {"round_id":…,"answer":"tried","node":…,"owes":[],…}'),
  (roundId, { json, ...stores }) =>
    withLedger('rounds push', stores, async ({ pools, by }) => {
      const { pool, known: before } = await requireRound(pools, roundId)
      const { answer, node, now } = await pushRound(pool, before, by, pools.home)
      const record = asRecord(now)
      if (json === true) printJson({ answer, node, owed_before: owesOf(before), ...record })
      else {
        printLine(`${TOLD[answer ?? 'none']}${node === null ? '' : ` (${node})`}`)
        printLine(
          `Owed before: ${owesOf(before).join(', ')}. Now: ${record.owes.join(', ') || 'nothing'}.`,
        )
        printLine(`State: ${record.state}. Next: ${printNext(record)}.`)
        if (record.owes.length > 0) printLine(`Why: ${printCause(record)}`)
      }
      return answer !== null && MADE.has(answer) ? 0 : 1
    }),
)

const TOLD: Readonly<Record<PushAnswer | 'none', string>> = {
  tried: 'The attempt was made.',
  'taken-up': 'Nobody drove the round; it was taken up.',
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
