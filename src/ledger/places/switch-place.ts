// The moment of a move in which the place is closed: the rest arrives at the copy, numbers are
// carried over, and one commit makes the target the truth. If anything fails before that commit,
// the source opens again.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { HOME } from '../database/shard-map.ts'
import {
  findLastMove,
  holdPlace,
  type PlaceMove,
  readAgain,
  releasePlace,
  switchHome,
  switchPlace,
} from './place-moves.ts'
import {
  carrySequences,
  closeCopy,
  closePlace,
  openCopy,
  openPlace,
  readMark,
  waitForWriters,
} from './place-tables.ts'
import { MoveProblem, orNoLock, type Work, withState } from './place-work.ts'
import { nameOf, stopSubscription, subscribe } from './replication.ts'

/** The copy must have caught up by then; otherwise the place opens again. */
const CATCH_UP_MS = 5_000
const CATCH_UP_LOOK_MS = 10

/** @returns how long it was closed, in milliseconds */
export async function closeAndSwitch(work: Work, current: PlaceMove): Promise<number> {
  const { home, source, target, place } = work
  const isHome = place.name === HOME
  const beganMs = performance.now()
  const hasSwitched = isHome && (await isSwitched(target, current))
  const closedAtMs = hasSwitched ? beganMs : await closeOrRelease(work, current)
  if (isHome) await switchHome(source, target, current, work.by)
  else await switchPlace(home, current, work.by)
  return Math.round(performance.now() - closedAtMs)
}

/** The first of the two commits of the home place. */
export async function isSwitched(target: pg.Client, { moveId }: PlaceMove): Promise<boolean> {
  const there = await findLastMove(target, HOME)
  return there?.moveId === moveId && there.step === 'moved'
}

async function closeOrRelease(work: Work, current: PlaceMove): Promise<number> {
  // Of an earlier call, and of this one: the copy may have got the earlier one already.
  const [before, mark] = [await readMark(work.source), randomUUID()]
  try {
    return await closeAndCatchUp(work, current, mark)
  } catch (error) {
    // If it fails, the place stays closed until the move goes on or is taken back.
    const isOpen = await openAgain(work, current, [before, mark]).catch(() => false)
    throw withState(error, isOpen)
  }
}

/**
 * Unless another command has gone on with the move since this one lost its turn with its connection
 * to the home database.
 * @param marks those for which this command may open the place
 */
export async function openAgain(
  { home, source }: Pick<Work, 'home' | 'source'>,
  current: PlaceMove,
  marks: readonly (string | null)[],
): Promise<boolean> {
  const { step } = await readAgain(home, current)
  if (step !== 'closing') return false
  if ((await openPlace(source, marks)) !== null) return false
  if ((await readMark(source)) !== null) return false
  await releasePlace(home, current, 'following')
  return true
}

/** @returns when it was closed */
async function closeAndCatchUp(work: Work, current: PlaceMove, mark: string): Promise<number> {
  const { home, source, target, place } = work
  const name = nameOf(current.moveId)
  // An earlier try may have ended with the copy open, or without its subscription.
  await orNoLock(closeCopy(target), 'target')
  await subscribe(source, target, name, work.urls.source)
  await orNoLock(waitForWriters(source), 'source')
  await holdPlace(home, current)
  const closedAtMs = performance.now()
  await orNoLock(closePlace(source, place.shards, mark), 'source')
  await untilMarked(target, mark)
  await stopSubscription(target, name)
  await carrySequences(source, target)
  await orNoLock(openCopy(target), 'target')
  return closedAtMs
}

/** Commits arrive in their order, so the mark comes after every row. */
async function untilMarked(target: pg.Client, mark: string): Promise<void> {
  const untilMs = performance.now() + CATCH_UP_MS
  for (;;) {
    const { rows } = await target.query<{ mark: string | null }>(
      'SELECT closed_for AS mark FROM carried_shards',
    )
    if (rows[0]?.mark === mark) return
    if (performance.now() > untilMs) {
      throw new MoveProblem(`The copy did not catch up within ${CATCH_UP_MS / 1000} s.`)
    }
    await sleep(CATCH_UP_LOOK_MS)
  }
}
