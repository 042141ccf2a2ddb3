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
