// leave: the player moves to another lane, between two commands. What only this memory has of the
// player is handed over or saved to the ledger; later tasks in this lane find nothing to drive.

import { freeLateSlot } from '../../round/close.ts'
import { isAtWork } from '../../round/driver-state.ts'
import type { RoundInPlay } from '../../round/rounds-of-player.ts'
import type { PlayerDeps } from '../deps.ts'
import type { PlayerState } from '../player-state.ts'

export interface Leaving {
  /** Rounds without a driver from now on, although something is owed. */
  undriven: string[]
  /** By session: the maximum under which bets were offered, minor units as text. */
  offers: [sessionId: string, maxMinor: string | null][]
}

export async function leave(deps: PlayerDeps, state: PlayerState): Promise<Leaving> {
  const held = [...state.rounds]
  const scheduled = held.filter(([, { driven }]) => isAtWork(driven.driver))
  const offers = state.offers.map(({ sessionId, maxMinor }): Leaving['offers'][number] => [
    sessionId,
    maxMinor === null ? null : maxMinor.toString(),
  ])
  const abandoned = state.abandoned.map(({ roundId }) => roundId)
  const undriven = [...scheduled.map(([roundId]) => roundId), ...abandoned]
  freeLateSlot(deps, state)
  state.known = null
  state.rounds.clear()
  state.abandoned = []
  state.offers = []
  state.greetings = []
  await Promise.all(held.map(([, play]) => saveNotifiedStart(deps, play)))
  return { undriven, offers }
}

/**
 * The wallet has been notified of the start of a round that waits for a decision, but this is
 * normally saved only with the decision: a lane that resumes the round from the ledger would notify
 * the wallet again.
 */
async function saveNotifiedStart(
  { ledger, observe }: PlayerDeps,
  { driven }: RoundInPlay,
): Promise<void> {
  const { awaiting, startNotified } = driven.round.progress
  if (!awaiting || !startNotified || driven.driver.saveOwed) return
  try {
    await ledger.save(driven.round)
  } catch (error) {
    observe.fault(error, driven.round)
  }
}
