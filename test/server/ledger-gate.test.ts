// What a node makes of a ledger that does not answer: nothing is begun until it knows which ledger comes back.

import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import type { RedisClient } from '../../src/redis/connection.ts'
import { createLedgerGate } from '../../src/server/ledger-gate.ts'
import { until } from '../support/until.ts'

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const BUSY = new Error('timeout exceeded when trying to connect')

/** A gate whose first look found the ledger that players are reconciled with. */
async function openGate(t: Test) {
  /** What the next looks meet; afterwards the ledger answers. */
  const failures: Error[] = []
  let [looks, restarts] = [0, 0]
  const query = async () => {
    looks++
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    return { rows: [{ now: 'ledger/1', reconciled: 'ledger/1' }] }
  }
  const pool = { query } as unknown as Pool
  const gate = createLedgerGate({
    name: 'home',
    pool,
    home: pool,
    hasPlayer: () => true,
    findProblem: async () => null,
    redis: {} as RedisClient,
    log: { warn() {}, error() {} },
    onFault: () => {},
  })
  t.teardown(gate.close)
  await gate.watch({ restart: () => restarts++ })
  async function look(): Promise<void> {
    const before = looks
    gate.lookSoon()
    await until('it has looked', () => looks > before)
    // The look's own answer is worked on.
    await new Promise(resolve => setImmediate(resolve))
  }
  return { gate, failures, look, restarts: () => restarts }
}

t.test('without a ledger nothing is begun, and the same one lets play go on', async t => {
  const { gate, failures, look, restarts } = await openGate(t)
  t.ok(gate.letsPlay())
  failures.push(REFUSED, REFUSED, REFUSED)
  await look()
  t.ok(gate.letsPlay(), 'one connection may be cut by itself')
  await look()
  t.notOk(gate.letsPlay())
  t.notOk(gate.isClosed(), 'it is not another ledger')
  await until('play goes on', gate.letsPlay)
  t.equal(restarts(), 0, 'what is known of it is kept')
})

t.test('a ledger that is only busy lets play go on', async t => {
  const { gate, failures, look } = await openGate(t)
  failures.push(BUSY, BUSY, BUSY)
  for (let times = 0; times < 3; times++) {
    await look()
    t.ok(gate.letsPlay())
  }
})
