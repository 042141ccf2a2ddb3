// When an unknown wallet operation is due again, and when a planned refund is due for the first
// time. Only sets the timer; retry.ts is what the timer runs.

import {
  PROJECT_BEFORE_CALL_MS,
  SAVE_BEFORE_BET_MS,
  WALLET_DEADLINE_MS,
  WALLET_RETRY_FIRST_MS,
  WALLET_RETRY_MAX_MS,
} from '../limits.ts'
import type { RoundDeps } from './deps.ts'
import { afterEvent } from './driver-state.ts'
import type { RoundProgress } from './round.ts'
import type { RoundInPlay, RoundsOfPlayer } from './rounds-of-player.ts'

/** Does nothing when a retry is already scheduled. */
export function scheduleRetry(
  deps: RoundDeps,
  { player }: RoundsOfPlayer,
  play: RoundInPlay,
): void {
  const { round, driver } = play.driven
  if (driver.work === 'retry-scheduled') return
  const isPlanned = round.progress.refundStatus === 'planned'
  const delayMs = isPlanned ? untilRefundMs(deps, play) : untilRepeatMs(deps, round.progress)
  if (!isPlanned) deps.observe.retry(round)
  play.driven = { round, driver: afterEvent(driver, { type: 'retry-scheduled' }) }
  deps.scheduleRetry(player, round.intent.roundId, delayMs)
}

/** Jitter spreads the retries. */
function untilRepeatMs({ jitter }: RoundDeps, progress: RoundProgress): number {
  return repeatDelayMs(progress) * (0.8 + 0.4 * jitter())
}

/** A bet is repeated about once a second, a win or refund with growing delays. */
export function repeatDelayMs({
  state,
  attempts,
}: Pick<RoundProgress, 'state' | 'attempts'>): number {
  const doublings = Math.min(Math.max(attempts - 1, 0), 16)
  const growth = state === 'debit_pending' ? 1 : 2 ** doublings
  return Math.min(WALLET_RETRY_FIRST_MS * growth, WALLET_RETRY_MAX_MS)
}

/** How long a bet can be under way after the last save that lets it be sent. */
export const BET_UNDER_WAY_MS = SAVE_BEFORE_BET_MS + PROJECT_BEFORE_CALL_MS + WALLET_DEADLINE_MS

/**
 * Another node that drove the round may have saved its bet just before the cancel without having
 * sent it yet: a planned refund waits until that bet must be over, so that the wallet receives it
 * after the bet. The time is counted from the cancel in the ledger, so that it is the same for
 * every node that resumes the round. 0 for anything but a planned refund.
 */
export function untilRefundMs(
  { nowMs }: Pick<RoundDeps, 'nowMs'>,
  { driven }: RoundInPlay,
): number {
  const { refundStatus, refundPlannedAtMs } = driven.round.progress
  if (refundStatus !== 'planned' || driven.driver.claim === 'exclusive') return 0
  const untilMs = refundPlannedAtMs! + BET_UNDER_WAY_MS - nowMs()
  return Math.min(Math.max(untilMs, 0), BET_UNDER_WAY_MS)
}
