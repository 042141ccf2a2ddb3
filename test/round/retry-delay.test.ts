// When an unknown operation is due again: a bet about once a second, a win or a refund with growing
// delays up to a bound, never sooner than the first delay. When a planned refund is due.

import t from 'tap'
import {
  PROJECT_BEFORE_CALL_MS,
  SAVE_BEFORE_BET_MS,
  WALLET_DEADLINE_MS,
  WALLET_RETRY_FIRST_MS,
  WALLET_RETRY_MAX_MS,
} from '../../src/limits.ts'
import type { RoundDeps } from '../../src/round/deps.ts'
import type { DrivenRound } from '../../src/round/machine.ts'
import { scheduleRetry } from '../../src/round/retry-delay.ts'
import type { RoundInPlay, RoundsOfPlayer } from '../../src/round/rounds-of-player.ts'
import { after, input, opened, pays, reloaded } from '../support/round-samples.ts'

const SAMPLES = {
  bet: after(opened(pays), input.betUnknown),
  refund: after(
    opened(pays),
    input.cancelledByPolicy,
    input.saved,
    input.closed,
    input.retry,
    input.saved,
    input.refundUnknown,
  ),
}

/** The delay after so many attempts. */
function delayOf(what: keyof typeof SAMPLES, attempts: number): number {
  const { round, driver } = SAMPLES[what]
  return delayAsked({ driver, round: { ...round, progress: { ...round.progress, attempts } } })
}

/** The requested delay; without another jitter, the middle one. */
function delayAsked(driven: DrivenRound, nowMs = 0, jitter = 0.5): number {
  const play = { driven } as RoundInPlay
  const rounds = { player: { projectId: 'p', playerId: 'ann' } } as RoundsOfPlayer
  let asked = Number.NaN
  const deps = {
    nowMs: () => nowMs,
    jitter: () => jitter,
    observe: { retry: () => {} },
    scheduleRetry: (_player: unknown, _roundId: string, delayMs: number) => {
      asked = delayMs
    },
  } as unknown as RoundDeps
  scheduleRetry(deps, rounds, play)
  t.equal(play.driven.driver.work, 'retry-scheduled')
  scheduleRetry(deps, rounds, play)
  return asked
}

t.test('simultaneous retries spread over two fifths of their delay', async t => {
  const spread = [0, 0.5, 1].map(jitter => delayAsked(SAMPLES.bet, 0, jitter))
  t.strictSame(
    spread.map(delayMs => Math.round(delayMs)),
    [0.8, 1, 1.2].map(share => share * WALLET_RETRY_FIRST_MS),
  )
})

t.test('a bet is due again after the same delay, however often it was tried', async t => {
  for (const attempts of [0, 1, 2, 50]) {
    t.equal(delayOf('bet', attempts), WALLET_RETRY_FIRST_MS, `${attempts} attempts`)
  }
})

t.test('a refund waits twice as long after each attempt, within the two bounds', async t => {
  t.equal(delayOf('refund', 1), WALLET_RETRY_FIRST_MS)
  t.equal(delayOf('refund', 2), WALLET_RETRY_FIRST_MS * 2)
  t.equal(delayOf('refund', 4), WALLET_RETRY_FIRST_MS * 8)
  t.equal(delayOf('refund', 1_000), WALLET_RETRY_MAX_MS)
})

const BET_UNDER_WAY_MS = SAVE_BEFORE_BET_MS + PROJECT_BEFORE_CALL_MS + WALLET_DEADLINE_MS

t.test('a planned refund is due at once when no other node can have sent the bet', async t => {
  const cancelled = after(opened(pays), input.cancelledByPolicy, input.saved, input.closed)
  t.equal(delayAsked(cancelled, cancelled.round.progress.refundPlannedAtMs!), 0)
})

t.test('else it is due when another node’s bet must be over, counted from the cancel', async t => {
  const cancelled = reloaded(after(opened(pays), input.cancelledByPolicy, input.saved))
  const plannedAtMs = cancelled.round.progress.refundPlannedAtMs!
  t.equal(delayAsked(cancelled, plannedAtMs), BET_UNDER_WAY_MS)
  t.equal(delayAsked(cancelled, plannedAtMs + 1_000), BET_UNDER_WAY_MS - 1_000)
  t.equal(delayAsked(cancelled, plannedAtMs + 60_000), 0, 'taken up much later')
  t.equal(delayAsked(cancelled, plannedAtMs - 60_000), BET_UNDER_WAY_MS, 'another clock')
})
