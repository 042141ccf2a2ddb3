// The number of repeats that a wallet is sent, with the test's clock.

import t from 'tap'
import {
  createRetryBudget,
  RETRIES_PER_ANSWER,
  RETRIES_PER_SECOND,
  RETRY_BUDGET,
} from '../../src/wallet/retry-budget.ts'

function open() {
  const clock = { nowMs: 0 }
  const budget = createRetryBudget(() => clock.nowMs)
  /** The repeats allowed of so many wanted now. */
  const pass = (wanted: number, project = 'acme') =>
    Array.from({ length: wanted }, () => budget.take(project)).filter(Boolean).length
  return { clock, budget, pass }
}

t.test('a silent wallet gets a burst, then so many a second', async t => {
  const { clock, pass } = open()
  t.equal(pass(10_000), RETRY_BUDGET)
  t.equal(pass(10), 0)
  for (let second = 1; second <= 60; second++) {
    clock.nowMs = second * 1_000
    t.equal(pass(10_000), RETRIES_PER_SECOND)
  }
})

t.test('every answer allows more, in growing steps for a wallet that is back', async t => {
  const { clock, budget, pass } = open()
  pass(RETRY_BUDGET)
  clock.nowMs = 1_000
  let underWay = pass(10_000)
  for (const step of [1, 2, 3]) {
    for (let answer = 0; answer < underWay; answer++) budget.answered('acme')
    const next = pass(10_000)
    t.equal(next, Math.min(RETRY_BUDGET, underWay * RETRIES_PER_ANSWER), `step ${step}`)
    underWay = next
  }
})

t.test('operators share nothing, and an idle one keeps a whole budget', async t => {
  const { clock, budget, pass } = open()
  pass(10_000)
  t.equal(pass(10_000, 'other'), RETRY_BUDGET)
  clock.nowMs = 3_600_000
  t.equal(pass(10_000), RETRY_BUDGET, 'never more than the budget')
  clock.nowMs += 3_600_000
  budget.answered('acme')
  t.equal(pass(10_000), RETRY_BUDGET)
})

t.test('an answer to a first attempt, which used no budget, changes nothing', async t => {
  const { budget, pass } = open()
  t.doesNotThrow(() => budget.answered('acme'))
  t.equal(pass(10_000), RETRY_BUDGET)
})
