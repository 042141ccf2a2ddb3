// `reelhouse rounds push`: the next attempt of a round is made now, by the node that drives it or, where nobody
// does, by the first that takes it up. Sends nothing itself.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import { askPush, type PushAnswered, readPush } from '../../ledger/rounds/round-pushes.ts'
import { findKnownRound, type KnownRound } from '../../ledger/rounds/rounds-owed.ts'
import { PUSH_WAIT_MS } from '../../limits.ts'
import { owedBy } from '../../round/owed.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { readRoundId } from '../option-values.ts'
import { withLedger } from '../project/access.ts'
import { asRecord, owesOf, printCause, printNext, requireRound } from './known-round.ts'

const LOOK_EVERY_MS = 50
/** The note of a failed attempt comes behind it. */
const NOTE_WAIT_MS = 1_000

export const command = defineCommand(
  createStoreCommand(
    'reelhouse rounds push',
    `Has the next attempt of a round made now instead of when it is due, and says what became of it. Nothing else
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
        printLine(`${TOLD[answer ?? 'none'] ?? answer}${node === null ? '' : ` (${node})`}`)
        printLine(
          `Owed before: ${owesOf(before).join(', ')}. Now: ${record.owes.join(', ') || 'nothing'}.`,
        )
        printLine(`State: ${record.state}. Next: ${printNext(record)}.`)
        if (record.owes.length > 0) printLine(`Why: ${printCause(record)}`)
      }
      return answer !== null && MADE.has(answer) ? 0 : 1
    }),
)

/** An attempt was made, or one is. */
const MADE: ReadonlySet<string> = new Set(['tried', 'taken-up', 'driving', 'notification'])

const TOLD: Readonly<Record<string, string>> = {
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

export interface Pushed {
  /** Of the node; null: nobody answered in time. */
  answer: string | null
  node: string | null
  now: KnownRound
}

/**
 * Throws SetupProblem where there is nothing to push.
 * @param home the database with the audit log
 */
export async function pushRound(
  pool: Pool,
  before: KnownRound,
  by: AuditedBy,
  home: Pool = pool,
): Promise<Pushed> {
  refuseInVain(before)
  const owed = owedBy(before.round)
  const pushId = await askPush(pool, before, owesOf(before).join(', '), by, home)
  const isNotified = owed === null || owed === 'decision'
  const answered = isNotified
    ? await waitForNotification(pool, before)
    : await waitForAnswer(pool, pushId)
  const now = await waitForNote(pool, before, answered.answer)
  return { ...answered, now }
}

function refuseInVain(known: KnownRound): void {
  const { state } = known.round.progress
  switch (owedBy(known.round)) {
    case 'owner':
      throw new SetupProblem(
        `The round is set aside (${known.ownFailure}): mend the cause, then run "rounds put-back".`,
      )
    case 'decision':
      if (known.notifications.length > 0) return
      throw new SetupProblem(
        'The round waits for a decision of its player: there is nothing to push.',
      )
    case null:
      if (known.notifications.length > 0) return
      throw new SetupProblem(`The round is ${state} and owes nothing: there is nothing to push.`)
  }
}

async function waitForAnswer(pool: Pool, pushId: string): Promise<PushAnswered> {
  const isOver = deadline(PUSH_WAIT_MS)
  for (;;) {
    const read = await readPush(pool, pushId)
    if (read.answer !== null || isOver()) return read
    await sleep(LOOK_EVERY_MS)
  }
}

async function waitForNotification(pool: Pool, before: KnownRound): Promise<PushAnswered> {
  const isOver = deadline(PUSH_WAIT_MS)
  const [first] = before.notifications
  for (;;) {
    const now = await findKnownRound(pool, before.round.intent.roundId)
    const same = now?.notifications.find(({ event }) => event === first!.event)
    if (same?.attempts !== first!.attempts) return { answer: 'notification', node: null }
    if (isOver()) return { answer: null, node: null }
    await sleep(LOOK_EVERY_MS)
  }
}

/** The round afterwards, with the note of the attempt where it failed. */
async function waitForNote(
  pool: Pool,
  before: KnownRound,
  answer: string | null,
): Promise<KnownRound> {
  const isOver = deadline(answer === 'tried' ? NOTE_WAIT_MS : 0)
  for (;;) {
    const now = (await findKnownRound(pool, before.round.intent.roundId))!
    const isNoted = now.lastFailure?.at !== before.lastFailure?.at
    if (isNoted || owesOf(now).join() !== owesOf(before).join() || isOver()) return now
    await sleep(LOOK_EVERY_MS)
  }
}

function deadline(ms: number): () => boolean {
  const untilMs = performance.now() + ms
  return () => performance.now() >= untilMs
}
