// When an unknown operation is due again: a bet about once a second, a win or a refund with growing
// delays up to a bound, never sooner than the first delay.

import t from 'tap'
import { WALLET_RETRY_FIRST_MS, WALLET_RETRY_MAX_MS } from '../../src/limits.ts'
import type { RoundDeps } from '../../src/round/deps.ts'
import { scheduleRetry } from '../../src/round/retry-delay.ts'
import type { RoundInPlay, RoundsOfPlayer } from '../../src/round/rounds-of-player.ts'
import { after, input, opened, pays } from '../support/round-samples.ts'

/** The delay that is asked for, without jitter. */
function delayOf(state: 'debit_pending' | 'cancelled', attempts: number): number {
  const sample =
    state === 'debit_pending' ? opened(pays) : after(opened(pays), input.cancelledByPolicy)
  const { round, driver } = sample
  const driven = { driver, round: { ...round, progress: { ...round.progress, attempts } } }
  const play = { driven } as RoundInPlay
  const rounds = { player: { projectId: 'p', playerId: 'ann' } } as RoundsOfPlayer
  let asked = Number.NaN
  const deps = {
    jitter: () => 0.5,
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

t.test('a bet is due again after the same delay, however often it was tried', async t => {
  for (const attempts of [0, 1, 2, 50]) {
    t.equal(delayOf('debit_pending', attempts), WALLET_RETRY_FIRST_MS, `${attempts} attempts`)
  }
})

t.test('a refund waits twice as long after each attempt, within the two bounds', async t => {
  t.equal(delayOf('cancelled', 0), WALLET_RETRY_FIRST_MS, 'not tried yet')
  t.equal(delayOf('cancelled', 1), WALLET_RETRY_FIRST_MS)
  t.equal(delayOf('cancelled', 2), WALLET_RETRY_FIRST_MS * 2)
  t.equal(delayOf('cancelled', 4), WALLET_RETRY_FIRST_MS * 8)
  t.equal(delayOf('cancelled', 1_000), WALLET_RETRY_MAX_MS)
})
