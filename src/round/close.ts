// The closing of a round in Redis: its open-round slot becomes free for the game's next round, and
// a settled round is counted into the adaptive window. By then the ledger has recorded that the
// round is over.

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
  if (counted === 'not-counted') closeLater(deps, state, round, 'over')
  return 'closed'
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
