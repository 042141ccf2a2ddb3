// The cancel of a round while no wallet call of it is under way: its bet is never sent again and
// its refund is planned. Done for the operator (`round_cancel`) or by the policy for unconfirmed
// bets.

import type { CancelAnswer } from '../wire/lane.ts'
import type { RoundDeps } from './deps.ts'
import { move, orAbandon, writeOwed } from './drive.ts'
import { scheduleRetry } from './retry-delay.ts'
import { type CancelReason, isCancellable } from './round.ts'
import type { RoundInPlay, RoundsOfPlayer } from './rounds-of-player.ts'

/** The refund is sent in a later turn, when it is due: nothing here waits for the wallet. */
export function cancelRound(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
  reason: CancelReason,
): Promise<CancelAnswer> {
  return orAbandon(deps, state, play, async () => {
    const answer = await tryCancel(deps, state, play, reason)
    if (answer === 'cancelled') scheduleRetry(deps, state, play)
    if (answer !== 'overtaken') return answer
    state.rounds.delete(play.driven.round.intent.roundId)
    return 'busy'
  })
}

async function tryCancel(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
  reason: CancelReason,
): Promise<CancelAnswer | 'overtaken'> {
  if ((await writeOwed(deps, state, play)) === 'overtaken') return 'overtaken'
  // A cancel whose save failed is still in this memory, and has just been saved.
  if (play.driven.round.progress.state === 'cancelled') return 'cancelled'
  if (!isCancellable(play.driven.round)) return 'refused'
  const decision = await decideCancel(deps, state, play)
  if (decision !== 'cancelled') return decision
  move(play, { type: 'cancelled', reason, atMs: deps.nowMs() })
  return (await writeOwed(deps, state, play)) === 'overtaken' ? 'overtaken' : 'cancelled'
}

/**
 * The reveal decision comes before the move, so that the result cannot be revealed meanwhile. A
 * decision that Redis lost may have been "revealed": only the wallet's answer to a driver ends such
 * a round. An exclusive driver needs no decision: any other driver must save the round before it
 * can reveal the result, and then this cancel is not saved.
 */
async function decideCancel(
  { redisState }: RoundDeps,
  { player }: RoundsOfPlayer,
  { driven }: RoundInPlay,
): Promise<CancelAnswer> {
  if (driven.driver.claim === 'exclusive') return 'cancelled'
  const { gameId, roundId } = driven.round.intent
  const decision = await redisState.decideReveal(player, gameId, roundId, 'cancelled')
  if (decision === 'revealed') return 'refused'
  return decision === 'cancelled' ? 'cancelled' : 'busy'
}
