// resume, retry and notify: work that no player waits for. The recovery job found it, or a timer
// started it; a new status is pushed to the player.

import { drive } from '../../round/drive.ts'
import { isAtWork } from '../../round/driver-state.ts'
import { recallPlayer } from '../../round/known-player.ts'
import { retryRound } from '../../round/retry.ts'
import { isOver, isRefundOwed, isToSendAgain } from '../../round/round.ts'
import { resumeFromLedger } from '../../round/set-aside.ts'
import type { RetryAnswer } from '../../wire/lane.ts'
import type { PlayerDeps } from '../deps.ts'
import type { PlayerState } from '../player-state.ts'
import { pushRound } from '../pushes.ts'

/**
 * Without retry budget a later recovery pass finds the round again. `waiting`: nothing was sent,
 * since what is owed must be sent again, and a retry is scheduled for it.
 */
export async function resume(
  deps: PlayerDeps,
  state: PlayerState,
  roundId: string,
): Promise<RetryAnswer | 'waiting'> {
  const { playerKey } = await recallPlayer(deps, state)
  const round = await deps.ledger.findRound(playerKey, roundId)
  if (round === null || (isOver(round) && !isRefundOwed(round))) return 'not-waiting'
  const play = await resumeFromLedger(deps, state, round)
  if (isAtWork(play.driven.driver)) return 'not-waiting'
  if (!deps.wallet.takeRetry(state.player.projectId)) return 'no-budget'
  await drive(deps, state, play)
  const isRefunded = isRefundOwed(round) && !isRefundOwed(play.driven.round)
  if (isRefunded || (!isOver(round) && !isAtWork(play.driven.driver))) {
    await pushRound(deps, state, play)
  }
  return isToSendAgain(round) ? 'waiting' : 'tried'
}

export async function retry(
  deps: PlayerDeps,
  state: PlayerState,
  roundId: string,
): Promise<RetryAnswer> {
  const result = await retryRound(deps, state, roundId)
  if (result.kind === 'unchanged') return result.cause
  await pushRound(deps, state, result.play)
  return 'tried'
}

/**
 * The body is made from the ledger's row: a round in this memory may wait for a decision that was
 * since made on another node, and a repeat must carry the same times (guarantee 3).
 */
export async function sendNotification(
  deps: PlayerDeps,
  state: PlayerState,
  roundId: string,
  event: 'start' | 'finish',
): Promise<void> {
  const { playerKey } = await recallPlayer(deps, state)
  const round = await deps.ledger.findRound(playerKey, roundId)
  if (round === null || !deps.wallet.takeRetry(state.player.projectId)) return
  const answer = await deps.wallet.notify(state.player, round, event)
  await deps.ledger.notificationAnswered(roundId, event, answer.kind === 'accepted')
}
