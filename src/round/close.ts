// The closing of a round in Redis: its open-round slot becomes free for the game's next round, and
// a settled round is counted into the adaptive window. By then the ledger has recorded that the
// round is over. A slot with which nothing is noted waits for the next opening of the game, which
// frees it in its own step.

import type { RoundEnd } from '../redis/open-rounds.ts'
import { closeCounted } from './adaptive-window.ts'
import type { RoundDeps } from './deps.ts'
import type { Round } from './round.ts'
import type { RoundsOfPlayer } from './rounds-of-player.ts'

/** `level-stepped`: what this memory has of the player is outdated. */
export async function closeRound(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  round: Round,
): Promise<'closed' | 'level-stepped'> {
  if (round.progress.state !== 'settled') {
    closeLater(deps, state, round, 'undone')
    return 'closed'
  }
  const counted = await closeCounted(deps, state, round)
  if (counted === 'level-stepped') return counted
  if (counted === 'counted') return 'closed'
  if (endOf(round) === undefined) leaveSlot(deps, state, round)
  else closeLater(deps, state, round, 'over')
  return 'closed'
}

/**
 * How long a slot waits for the next opening: longer than most players pause between two spins, and
 * short enough that a player who moves to another node seldom takes a slot along. Whoever finds it
 * taken asks the ledger.
 */
const LATE_SLOT_MS = 10_000

/** Most players go on in the same game, and their next opening needs no script before it. */
function leaveSlot(deps: RoundDeps, state: RoundsOfPlayer, round: Round): void {
  freeLateSlot(deps, state)
  const { gameId, roundId } = round.intent
  const takeBack = deps.after(LATE_SLOT_MS, () => freeLateSlot(deps, state))
  state.lateSlot = { gameId, roundId, takeBack }
}

/** Frees it now: the next opening may be in another game, or elsewhere. */
export function freeLateSlot({ redisState, observe }: RoundDeps, state: RoundsOfPlayer): void {
  const late = state.lateSlot
  if (late === null) return
  forgetLateSlot(state)
  const { gameId, roundId } = late
  redisState
    .closeRound(state.player, gameId, roundId, 'over')
    .catch(error => observe.fault(error, null))
}

/** The slot is free. */
export function forgetLateSlot(state: RoundsOfPlayer): void {
  state.lateSlot?.takeBack()
  state.lateSlot = null
}

/**
 * Runs in the background: the ledger has recorded the end, and the next spin clears a slot that was
 * left open.
 */
function closeLater(
  { redisState, observe }: RoundDeps,
  { player }: RoundsOfPlayer,
  round: Round,
  how: 'over' | 'undone',
): void {
  const { gameId, roundId } = round.intent
  const closed = redisState.closeRound(player, gameId, roundId, how, endOf(round))
  closed.catch(error => observe.fault(error, round))
}

/** How a finished round ended, where the reveal decision does not show it. */
export function endOf({ progress }: Round): RoundEnd | undefined {
  switch (progress.state) {
    case 'settled': {
      const isKnown = progress.winMinor === 0n && progress.choices.length === 0
      return isKnown ? undefined : { kind: 'paid', winMinor: progress.winMinor }
    }
    case 'rejected':
      return { kind: 'nothing' }
    case 'cancelled':
      return { kind: 'cancelled' }
    default:
      return undefined
  }
}
