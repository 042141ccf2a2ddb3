// What refills the budget of repeats in the client: an answer that can be understood does, an
// unknown result does not. Time refills it too, so the test allows for the time that it took.

import { performance } from 'node:perf_hooks'
import type { Test } from 'tap'
import t from 'tap'
import {
  RETRIES_PER_ANSWER,
  RETRIES_PER_SECOND,
  RETRY_BUDGET,
} from '../../src/wallet/retry-budget.ts'
import { type Behaviour, openWallet, says } from '../support/wallet-server.ts'

const OK = '{"status":"ok","balance":12.34,"currency":"USD"}'
const CALLS = 50

/**
 * A client whose budget of repeats is used up, and the number of repeats it allows after so many
 * calls.
 */
async function spend(t: Test, behaviour: Behaviour) {
  const { client, target } = await openWallet(t, behaviour)
  const pass = (projectId = 'acme') => {
    let passed = 0
    while (passed < RETRY_BUDGET && client.takeRetry(projectId)) passed++
    return passed
  }
  const startedMs = performance.now()
  pass()
  const kinds = new Set<string>()
  for (let time = 0; time < CALLS; time++)
    kinds.add((await client.call(target, 'USD', 'bet', '{}')).kind)
  const byAnswers = pass()
  const byTime = ((performance.now() - startedMs) / 1000) * RETRIES_PER_SECOND
  return { kinds: [...kinds], byAnswers, byTime: Math.ceil(byTime), others: pass('other') }
}

const KNOWN: [name: string, behaviour: Behaviour, kind: string][] = [
  ['an accepted call', says(OK), 'accepted'],
  ['a refused one', says('{"status":"error","message":"INSUFFICIENT_FUNDS"}'), 'refused'],
]
for (const [name, behaviour, kind] of KNOWN) {
  t.test(`${name} allows two more repeats`, async t => {
    const { kinds, byAnswers, byTime } = await spend(t, behaviour)
    t.strictSame(kinds, [kind])
    t.ok(byAnswers >= Math.min(RETRY_BUDGET, CALLS * RETRIES_PER_ANSWER))
    t.ok(byAnswers <= CALLS * RETRIES_PER_ANSWER + byTime)
  })
}

const UNKNOWN: [name: string, behaviour: Behaviour][] = [
  ['HTTP 500', says(OK, 500)],
  ['nonsense', says('<html>')],
  ['an error without a known code', says('{"status":"error","message":"BUSY"}')],
  ['a connection that is cut', (_, request) => request.socket.resetAndDestroy()],
]
for (const [name, behaviour] of UNKNOWN) {
  t.test(`${name} allows none: only time does`, async t => {
    const { kinds, byAnswers, byTime, others } = await spend(t, behaviour)
    t.strictSame(kinds, ['unknown'])
    t.ok(byAnswers <= byTime, `${byAnswers} passed, ${byTime} by time`)
    t.equal(others, RETRY_BUDGET, 'another operator has its own budget')
  })
}
