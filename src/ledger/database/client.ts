// One connection to the ledger for one piece of work, without our settings.

import pg from 'pg'
import { reach } from './address.ts'

/** @param name under which the server lists the connection */
export async function withClient<Result>(
  databaseUrl: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...reach(databaseUrl), application_name: name })
  // A broken connection rejects what is under way, and emits an error that would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * One SQL transaction.
 * @param durable `on`: its commit, and every earlier one, is on disk when it returns
 */
export async function inTransactionOf<Result>(
  client: pg.Client,
  durable: 'on' | 'off',
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(`BEGIN; SET LOCAL synchronous_commit = ${durable}`)
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
