// An owner's push of a round: its next attempt is made now, by the node that drives it or, if no
// node does, by the first that takes it up; and the return of a round that was set aside. Sends
// nothing and moves no money itself: the driver of the round does.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { type PutBack, putRoundBack } from '../../ledger/rounds/round-failures.ts'
import {
  askPush,
  findKnownRound,
  type KnownRound,
  type PushAnswered,
  readPush,
} from '../../ledger/rounds/unfinished-rounds.ts'
import { owedBy } from '../../round/owed.ts'
import { owesOf } from './known-round.ts'
import { PUSH_ANSWERS } from './schema.ts'

/**
 * How long an owner who pushes a round waits for the result: resuming the round, and its wallet
 * calls.
 */
const PUSH_WAIT_MS = 25_000

const LOOK_EVERY_MS = 50
/** The note of a failed attempt is written after the answer. */
const NOTE_WAIT_MS = 1_000

export type PushAnswer = (typeof PUSH_ANSWERS)[number]

/** An attempt was made or is being made. */
export const MADE: ReadonlySet<PushAnswer> = new Set([
  'tried',
  'taken-up',
  'driving',
  'notification',
])

/** Why a push would do nothing. */
export type PushRefusal = 'set-aside' | 'awaits-player' | 'owes-nothing'

export type Pushed =
  | {
      kind: 'asked'
      /** Null: no node answered in time. */
      answer: PushAnswer | null
      node: string | null
      now: KnownRound
    }
  | { kind: 'refused'; cause: PushRefusal }

/** @param home the database with the audit log */
export async function pushRound(
  pool: Pool,
  before: KnownRound,
  by: AuditedBy,
  home: Pool = pool,
): Promise<Pushed> {
  const cause = refusalOf(before)
  if (cause !== null) return { kind: 'refused', cause }
  const owed = owedBy(before.round)
  const pushId = await askPush(pool, before, owesOf(before).join(', '), by, home)
  const isNotified = owed === null || owed === 'decision'
  const { answer, node } = isNotified
    ? await waitForNotification(pool, before)
    : await waitForAnswer(pool, pushId)
  const now = await waitForNote(pool, before, answer)
  return { kind: 'asked', answer: readAnswer(answer), node, now }
}

/** Null: there is something to push. */
export function refusalOf(known: KnownRound): PushRefusal | null {
  const owesNotifications = known.notifications.length > 0
  switch (owedBy(known.round)) {
    case 'owner':
      return 'set-aside'
    case 'decision':
      return owesNotifications ? null : 'awaits-player'
    case null:
      return owesNotifications ? null : 'owes-nothing'
    default:
      return null
  }
}

/**
 * A newer node may give an answer that this one does not know; it means that the node works on the
 * round.
 */
function readAnswer(answer: string | null): PushAnswer | null {
  return answer === null ? null : (PUSH_ANSWERS.find(known => known === answer) ?? 'driving')
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

/** The round afterwards, with the note of the attempt if it failed. */
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

/**
 * Brings a round that was set aside back in play, in whatever database it is.
 * @param roundId a UUID
 */
export async function putBack(
  pools: PlayerDatabases<Pool>,
  roundId: string,
  by: AuditedBy,
): Promise<PutBack> {
  const done = await pools.findById(roundId, async pool => {
    const put = await putRoundBack(pool, roundId, by, pools.home)
    return put.kind === 'refused' && put.cause === 'not-aside' ? null : put
  })
  return done ?? { kind: 'refused', cause: 'not-aside' }
}
