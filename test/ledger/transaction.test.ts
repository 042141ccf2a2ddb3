// Several statements as one, also when the connection breaks in the middle of them.

import t from 'tap'
import { inTransaction } from '../../src/ledger/transaction.ts'
import { openStores } from '../world.ts'

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

t.test('a connection that breaks while nothing is asked of it ends the work only', async t => {
  const failing = inTransaction(pool, async client => {
    await client.query(insert, ['lost'])
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    const ended = new Promise(resolve => client.once('end', resolve))
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
    await ended
    await client.query(insert, ['late'])
  })
  await t.rejects(failing)
  t.strictSame(await names(), ['yes'])
})
