// cancel: the operator's round_cancel in the player's actor. The operator never waits for a wallet
// call of the round itself.

import { cancelRound } from '../../round/cancel.ts'
import { recallPlayer } from '../../round/known-player.ts'
import { isCancellable } from '../../round/round.ts'
import { isAbandoned } from '../../round/rounds-of-player.ts'
import { resumeFromLedger } from '../../round/set-aside.ts'
import type { CancelAnswer } from '../../wire/lane.ts'
import type { PlayerDeps } from '../deps.ts'
import type { PlayerState } from '../player-state.ts'
import { pushRound } from '../pushes.ts'

/**
 * A bet that is not unknown in the ledger may be under way: only a round abandoned here is sure to
 * have no other driver.
 */
export async function cancel(
  deps: PlayerDeps,
  state: PlayerState,
  roundId: string,
  requestId: string,
): Promise<CancelAnswer> {
  const { playerKey } = await recallPlayer(deps, state)
  const round = await deps.ledger.findRound(playerKey, roundId)
  if (round === null || !isCancellable(round)) return 'refused'
  if (round.progress.betStatus !== 'unknown' && !isAbandoned(state, round)) return 'busy'
  const play = await resumeFromLedger(deps, state, round)
  // Its refund carries the id, and so does the log record if the cancel fails.
  play.cancelRequestId = requestId
  const answer = await cancelRound(deps, state, play, 'operator_cancel')
  if (answer === 'cancelled') await pushRound(deps, state, play)
  else delete play.cancelRequestId
  return answer
}

/**
 * While a drive of the round runs, a revealed result cannot be cancelled, and an operator does not
 * wait for its wallet call. Null: the cancel may wait for its turn.
 */
export function refuseCancel(
  { rounds }: PlayerState,
  roundId: string,
): Exclude<CancelAnswer, 'cancelled'> | null {
  const driven = rounds.get(roundId)?.driven
  if (driven?.driver.work !== 'driving') return null
  return isCancellable(driven.round) ? 'busy' : 'refused'
}
