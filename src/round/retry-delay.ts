// When an unknown wallet operation is due again. Only sets the timer; retry.ts is what it brings.

import { WALLET_RETRY_FIRST_MS, WALLET_RETRY_MAX_MS } from '../limits.ts'
import type { RoundDeps } from './deps.ts'
import { afterEvent } from './driver-state.ts'
import type { RoundInPlay, RoundsOfPlayer } from './rounds-of-player.ts'

/** A bet about once a second, a win or refund with growing delays; jitter keeps retries apart. */
export function scheduleRetry(deps: RoundDeps, state: RoundsOfPlayer, play: RoundInPlay): void {
  const { state: roundState, attempts } = play.driven.round.progress
  const doublings = Math.min(Math.max(attempts - 1, 0), 16)
  const growth = roundState === 'debit_pending' ? 1 : 2 ** doublings
  const delayMs = Math.min(WALLET_RETRY_FIRST_MS * growth, WALLET_RETRY_MAX_MS)
  deps.observe.retry(play.driven.round)
  scheduleRetryIn(deps, state, play, delayMs * (0.8 + 0.4 * deps.jitter()))
}

/** Nothing happens when a retry is scheduled already. */
export function scheduleRetryIn(
  { scheduleRetry }: Pick<RoundDeps, 'scheduleRetry'>,
  { player }: RoundsOfPlayer,
  play: RoundInPlay,
  delayMs: number,
): void {
  const { round, driver } = play.driven
  if (driver.work === 'retry-scheduled') return
  play.driven = { round, driver: afterEvent(driver, { type: 'retry-scheduled' }) }
  scheduleRetry(player, round.intent.roundId, delayMs)
}
