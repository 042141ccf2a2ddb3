// Several statements as one, and reads in one snapshot, also when the connection breaks meanwhile.

import type pg from 'pg'
import t from 'tap'
import { openMovablePool } from '../../src/ledger/database/movable-pool.ts'
import { reconcileOnce } from '../../src/ledger/database/origin.ts'
import { openPool } from '../../src/ledger/database/pool.ts'
import { inTransaction } from '../../src/ledger/database/transaction.ts'
import { createSnapshots } from '../../src/ledger/reports/report-snapshot.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const { pool, databaseUrl } = await openStores(t)
await pool.query('CREATE TABLE kept (name text)')
const names = async () => {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM kept')
  return rows.map(row => row.name)
}
const insert = 'INSERT INTO kept VALUES ($1)'

t.test('work is committed, unless its result is not to be kept or it throws', async t => {
  const add = (name: string, isKept: boolean) =>
    inTransaction(
      pool,
      async client => {
        await client.query(insert, [name])
        return isKept
      },
      kept => kept,
    )
  t.equal(await add('yes', true), true)
  t.equal(await add('no', false), false)
  const failing = inTransaction(pool, async client => {
    await client.query(insert, ['half'])
    await client.query('SELECT 1 / 0')
  })
  await t.rejects(failing, /division by zero/)
  t.strictSame(await names(), ['yes'])
})

/** Resolves when the pool has removed the connection. */
async function breakConnection(pid: number, ended: Promise<unknown>): Promise<void> {
  await pool.query('SELECT pg_terminate_backend($1)', [pid])
  await ended
}

const ENDS = (client: pg.PoolClient) => new Promise(resolve => client.once('end', resolve))

t.test('a connection that breaks between statements ends only its own work', async t => {
  const failing = inTransaction(pool, async client => {
    await client.query(insert, ['lost'])
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    await breakConnection(rows[0].pid, ENDS(client))
    await client.query(insert, ['late'])
  })
  await t.rejects(failing)
  t.strictSame(await names(), ['yes'])
})

t.test('a report whose connection breaks between two reads fails alone', async t => {
  const removed = new Promise(resolve => pool.once('remove', resolve))
  const lent = new Promise<pg.PoolClient>(resolve => pool.once('acquire', resolve))
  const failing = createSnapshots(pool).inSnapshot('casino', async ask => {
    const [row] = await ask<{ pid: number }>(() => 'SELECT pg_backend_pid() AS pid')
    await breakConnection(row!.pid, ENDS(await lent))
    return ask(() => 'SELECT 1')
  })
  await t.rejects(failing)
  await removed
  t.strictSame(await names(), ['yes'], 'the pool continues with another connection')
})

t.test('the server ends the transactions and connections of a node that vanished', async t => {
  const nodes = openPool(databaseUrl, 1, () => {})
  t.teardown(() => nodes.end())
  const { rows } = await nodes.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
     WHERE name ~ '^tcp_keepalives|idle_in_transaction_session|^statement_timeout' ORDER BY name`,
  )
  t.strictSame(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
    idle_in_transaction_session_timeout: '10000',
    statement_timeout: '10000',
    tcp_keepalives_count: '3',
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
  })
})

t.test('a reconciliation is not silent while it works elsewhere', async t => {
  await pool.query("UPDATE ledger_origin SET origin = 'before'")
  const isSilent = async (pid: number) => {
    const { rows } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE pid = $1 AND state = 'idle in transaction' AND query = 'SELECT'`,
      [pid],
    )
    return rows.length === 0
  }
  const isDone = await reconcileOnce(pool, 'after', async client => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await until('it sent a statement', async () => !(await isSilent(rows[0]!.pid)))
  })
  t.ok(isDone)
})

t.test('who waits for a connection while a database moves still gets one', async t => {
  const opened: pg.Pool[] = []
  const open = () => {
    const one = openPool(databaseUrl, 1, () => {})
    opened.push(one)
    return one
  }
  const moved = openMovablePool(databaseUrl, true, open, error => t.fail(error.message))
  t.teardown(() => opened.at(-1)!.end())
  const lent = await moved.pool.connect()
  const waiting = moved.pool.query('SELECT 1 AS one')
  moved.moveTo(databaseUrl)
  t.match(await moved.pool.query('SELECT 2 AS two'), { rows: [{ two: 2 }] })
  lent.release()
  t.match(await waiting, { rows: [{ one: 1 }] })
  await until('the former pool has ended', () => opened[0]!.totalCount === 0)
})
