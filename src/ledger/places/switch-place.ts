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
  releasePlace,
  switchHome,
  switchPlace,
} from './place-moves.ts'
import { carrySequences, closeCopy, closePlace, openAsUsual, openPlace } from './place-tables.ts'
import { MoveProblem, orNoLock, type Work } from './place-work.ts'
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
  const { home, source } = work
  try {
    return await closeAndCatchUp(work, current)
  } catch (error) {
    try {
      if (await openPlace(source)) await releasePlace(home, current, 'following')
    } catch {
      // The place stays closed until the move goes on or is taken back; the first error says why.
    }
    throw error
  }
}

/** @returns when it was closed */
async function closeAndCatchUp(work: Work, current: PlaceMove): Promise<number> {
  const { home, source, target, place } = work
  const name = nameOf(current.moveId)
  // An earlier try may have ended with the copy open, or without its subscription.
  await orNoLock(closeCopy(target), 'target')
  await subscribe(source, target, name, work.urls.source)
  await holdPlace(home, current)
  const closedAtMs = performance.now()
  // A new one each time: an earlier one may be at the target already.
  const mark = randomUUID()
  await orNoLock(closePlace(source, place.shards, mark), 'source')
  await untilMarked(target, mark)
  await stopSubscription(target, name)
  await carrySequences(source, target)
  await orNoLock(openAsUsual(target), 'target')
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
      throw new MoveProblem(
        `The copy did not catch up within ${CATCH_UP_MS / 1000} s; the place is open again.`,
      )
    }
    await sleep(CATCH_UP_LOOK_MS)
  }
}
