// Several statements as one, and reads in one snapshot, also when the connection breaks meanwhile.

import type pg from 'pg'
import t from 'tap'
import { inTransaction } from '../../src/ledger/database/transaction.ts'
import { createSnapshots } from '../../src/ledger/reports/report-snapshot.ts'
import { openStores } from '../support/real-stores.ts'

const { pool } = await openStores(t)
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
