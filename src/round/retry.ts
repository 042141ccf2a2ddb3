// The retry that a timer starts: the unknown operation is sent again with the same body, or the bet
// is given up when the cancel policy requires it.

import type { RetryAnswer } from '../wire/lane.ts'
import { cancelRound } from './cancel.ts'
import type { RoundDeps } from './deps.ts'
import { driveRetry, move, orAbandon } from './drive.ts'
import { afterEvent } from './driver-state.ts'
import { scheduleRetry, untilRefundMs } from './retry-delay.ts'
import { type BetCancelPolicy, isCancelDue } from './round.ts'
import type { RoundInPlay, RoundsOfPlayer } from './rounds-of-player.ts'

/** `changed`: the round has a new status, which has not been sent to the player yet. */
export type RetryResult =
  | { kind: 'changed'; play: RoundInPlay }
  | { kind: 'unchanged'; cause: RetryAnswer }

const unchanged = (cause: RetryAnswer): RetryResult => ({ kind: 'unchanged', cause })

export async function retryRound(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  roundId: string,
): Promise<RetryResult> {
  const play = state.rounds.get(roundId)
  // The round was forgotten, or read again, while the timer ran.
  if (play === undefined || play.driven.driver.work !== 'retry-scheduled') {
    return unchanged('not-waiting')
  }
  const { round, driver } = play.driven
  play.driven = { round, driver: afterEvent(driver, { type: 'retry-began' }) }
  const policy = await orAbandon(deps, state, play, () => findPolicy(deps, state))
  if (isCancelDue(round, policy, deps.nowMs())) {
    const answer = await cancelRound(deps, state, play, 'bet_unconfirmed')
    if (answer === 'cancelled') return { kind: 'changed', play }
    if (state.rounds.get(roundId) !== play) return unchanged('tried')
  }
  // The timer was set for the bet, before the cancel.
  if (untilRefundMs(deps, play) > 0) {
    scheduleRetry(deps, state, play)
    return unchanged('held-back')
  }
  return sendAgain(deps, state, play)
}

/** The project's policy takes precedence over the node's. */
async function findPolicy(deps: RoundDeps, { player }: RoundsOfPlayer): Promise<BetCancelPolicy> {
  const { settings } = await deps.findProject(player.projectId)
  return settings.betCancel ?? deps.betCancel
}

async function sendAgain(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
): Promise<RetryResult> {
  if (!deps.wallet.takeRetry(state.player.projectId)) {
    scheduleRetry(deps, state, play)
    return unchanged('no-budget')
  }
  const wasCancelled = isCancelled(play)
  move(play, { type: 'retry' })
  await driveRetry(deps, state, play)
  // A cancelled round is over for the player, even while its refund is still waiting: it is
  // reported once now, and again with the balance once the refund is confirmed.
  const isChanged = isCancelled(play)
    ? !wasCancelled || play.driven.round.progress.refundStatus === 'confirmed'
    : play.driven.driver.work !== 'retry-scheduled'
  return isChanged ? { kind: 'changed', play } : unchanged('tried')
}

/** True once the cancel is in the ledger too. */
function isCancelled({ driven }: RoundInPlay): boolean {
  return driven.round.progress.state === 'cancelled' && !driven.driver.saveOwed
}
