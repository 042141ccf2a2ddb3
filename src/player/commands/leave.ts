// leave: the player goes to another lane, between two commands. What only this memory knows of him goes with him or to
// the ledger; whatever still comes here finds nothing to drive.

import { isAtWork } from '../../round/driver-state.ts'
import type { RoundInPlay } from '../../round/rounds-of-player.ts'
import type { PlayerDeps } from '../deps.ts'
import type { PlayerState } from '../player-state.ts'

export interface Leaving {
  /** Rounds that nobody drives from now on, though something is owed. */
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
  state.known = null
  state.rounds.clear()
  state.abandoned = []
  state.offers = []
  state.greetings = []
  await Promise.all(held.map(([, play]) => saveTold(deps, play)))
  return { undriven, offers }
}

/**
 * A round that waits for a decision has told the wallet of its start, and saves that with the decision: whoever takes
 * it up from the ledger would tell it again.
 */
async function saveTold({ ledger, observe }: PlayerDeps, { driven }: RoundInPlay): Promise<void> {
  const { awaiting, startNotified } = driven.round.progress
  if (!awaiting || !startNotified || driven.driver.saveOwed) return
  try {
    await ledger.save(driven.round)
  } catch (error) {
    observe.fault(error, driven.round)
  }
}
