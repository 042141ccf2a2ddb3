// How a node treats a ledger that does not answer: nothing starts until it has identified the
// ledger that comes back.

import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import type { RedisClient } from '../../src/redis/connection.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createLedgerGate } from '../../src/server/databases/ledger-gate.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const BUSY = new Error('timeout exceeded when trying to connect')

/** A gate whose first check found the ledger that players are reconciled with. */
async function openGate(t: Test) {
  /** The results of the next checks; afterwards the ledger answers. */
  const failures: Error[] = []
  const restarts: number[] = []
  const ledger = { now: 'ledger/1' }
  let looks = 0
  const query = async () => {
    looks++
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    return { rows: [{ now: ledger.now, reconciled: ledger.now, clockMs: 0 }] }
  }
  const pool = { query } as unknown as Pool
  const gate = createLedgerGate({
    name: 'home',
    pool,
    home: pool,
    hasPlayer: () => true,
    findProblem: async () => null,
    redis: {} as RedisClient,
    beginClockReading: () => () => {},
    log: { warn() {}, error() {} },
    onFault: () => {},
  })
  t.teardown(gate.close)
  await gate.watch({ restart: sinceMs => restarts.push(sinceMs) })
  async function look(): Promise<void> {
    const before = looks
    gate.lookSoon()
    await until('it has checked', () => looks > before)
    // The check's answer is processed after it.
    await new Promise(resolve => setImmediate(resolve))
  }
  return { gate, failures, look, ledger, restarts }
}

t.test('without a ledger nothing starts, and when the same one returns play continues', async t => {
  const { gate, failures, look, restarts } = await openGate(t)
  t.ok(gate.letsPlay())
  failures.push(REFUSED, REFUSED, REFUSED)
  await look()
  t.ok(gate.letsPlay(), 'a single connection may be cut')
  await look()
  t.notOk(gate.letsPlay())
  t.notOk(gate.isClosed(), 'the ledger was not replaced')
  await until('play continues', gate.letsPlay)
  t.strictSame(restarts, [], 'memory of it is kept')
})

t.test('another ledger ends the threads that may hold something of the former one', async t => {
  const { gate, failures, look, ledger, restarts } = await openGate(t)
  ledger.now = 'ledger/2'
  const beforeMs = performance.now()
  await look()
  t.ok(restarts[0]! >= beforeMs, 'every thread: commands started until now')
  failures.push(REFUSED, REFUSED)
  await look()
  await look()
  t.notOk(gate.letsPlay())
  const quietMs = performance.now()
  ledger.now = 'ledger/3'
  await until('it was seen', () => restarts.length === 2)
  t.ok(restarts[1]! > restarts[0]! && restarts[1]! <= quietMs, 'those from before it was away')
})

t.test('a ledger that is only busy lets play go on', async t => {
  const { gate, failures, look } = await openGate(t)
  failures.push(BUSY, BUSY, BUSY)
  for (let times = 0; times < 3; times++) {
    await look()
    t.ok(gate.letsPlay())
  }
})

t.test('a ledger that answers in between is not down', async t => {
  const { gate, failures, look } = await openGate(t)
  for (let times = 0; times < 3; times++) {
    failures.push(REFUSED)
    await look()
    await look()
    t.ok(gate.letsPlay())
  }
})

/** A gate on a real ledger that can be made to look like another server. */
async function openRealGate(t: Test) {
  const stores = await openStores(t)
  const { pool } = stores
  const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
  t.teardown(() => redis.disconnect())
  const seen = { restarts: 0, checks: 0, faults: [] as string[], problem: null as string | null }
  const gate = createLedgerGate({
    name: 'home',
    pool,
    home: pool,
    hasPlayer: () => true,
    findProblem: async () => {
      seen.checks++
      return seen.problem
    },
    redis,
    beginClockReading: () => () => {},
    log: { warn() {}, error() {} },
    onFault: error => seen.faults.push((error as Error).message),
  })
  t.teardown(gate.close)
  /** Resolves after a check. */
  const look = () => gate.watch({ restart: () => seen.restarts++ })
  await look()
  const becomes = (origin: string) =>
    pool.query(`CREATE OR REPLACE FUNCTION current_origin() RETURNS text LANGUAGE sql STABLE
      AS $$ SELECT '${origin}' $$`)
  const reconciled = async () =>
    (await pool.query('SELECT origin FROM ledger_origin')).rows[0].origin as string
  return { pool, gate, seen, look, becomes, reconciled }
}

t.test('a replaced ledger clears the lanes’ memory, and is reconciled once', async t => {
  const { pool, gate, seen, becomes, reconciled } = await openRealGate(t)
  t.ok(gate.letsPlay())
  t.strictSame([seen.restarts, seen.checks], [0, 1])
  await becomes('promoted/2')
  gate.lookSoon()
  await until('it is reconciled', async () => (await reconciled()) === 'promoted/2')
  await until('play continues', gate.letsPlay)
  t.strictSame([seen.restarts, seen.checks], [1, 2])
  t.strictSame(seen.faults, [])
  t.match(await readAudit(pool, { limit: 2 }), [
    { action: 'ledger.reconciled', after: { database: 'home', origin: 'promoted/2' } },
  ])
})

t.test('nothing is played while another node reconciles, nor shortly before', async t => {
  const { pool, gate, seen, look, becomes, reconciled } = await openRealGate(t)
  const other = await pool.connect()
  await other.query('BEGIN; SELECT FROM ledger_origin FOR UPDATE')
  await becomes('promoted/3')
  gate.lookSoon()
  await until('its lanes start again', () => seen.restarts === 1)
  for (let looks = 0; looks < 3; looks++) {
    await look()
    t.ok(gate.isClosed())
    t.notOk(gate.letsPlay())
  }
  t.not(await reconciled(), 'promoted/3')
  await other.query(`UPDATE ledger_origin SET origin = 'promoted/3'; COMMIT`)
  other.release()
  await until('play continues', gate.letsPlay)
  t.equal(seen.restarts, 1)
  t.strictSame(await readAudit(pool, { limit: 1, action: 'ledger.reconciled' }), [])
})

t.test('a ledger that must not be used stays closed, and the fault has the reason', async t => {
  const { gate, seen, becomes } = await openRealGate(t)
  seen.problem = 'it has another schema'
  await becomes('restored/9')
  gate.lookSoon()
  await until('it is reported', () => seen.faults.length > 0)
  t.match(seen.faults[0], /the database home is not played on: it has another schema/)
  t.ok(gate.isClosed())
  seen.problem = null
  await until('play continues', gate.letsPlay)
})

t.test('a new ledger is reconciled before anything is played on it', async t => {
  const { pool, gate, becomes } = await openRealGate(t)
  await pool.query(`CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END $$;
    CREATE TRIGGER wait_for_test BEFORE UPDATE
      ON ledger_origin FOR EACH ROW EXECUTE FUNCTION wait_for_test()`)
  const holder = await pool.connect()
  await holder.query('SELECT pg_advisory_lock(7)')
  // As after a start: memory holds nothing of the earlier ledger, and only the stored record
  // differs.
  await pool.query('ALTER TABLE ledger_origin DISABLE TRIGGER wait_for_test')
  await pool.query(`UPDATE ledger_origin SET origin = 'before/1'`)
  await pool.query('ALTER TABLE ledger_origin ENABLE TRIGGER wait_for_test')
  gate.lookSoon()
  await until('it is reconciling', async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`,
    )
    return rowCount === 1
  })
  t.ok(gate.isClosed())
  await becomes('after/1')
  await holder.query('SELECT pg_advisory_unlock(7)')
  holder.release()
  await until('play continues', gate.letsPlay)
})
