// The pg pool of one thread: multi-statement work, reads and LISTEN. Every statement has a deadline.

import pg from 'pg'
import { LEDGER_DEADLINE_MS } from '../../limits.ts'

/**
 * @param onError a connection that fails while idle; the pool replaces it by itself
 * @param settings more of the server's settings for these connections, by name
 */
export function openPool(
  databaseUrl: string,
  connections: number,
  onError: (error: Error) => void,
  settings: Readonly<Record<string, string>> = {},
): pg.Pool {
  // An acknowledged commit is on disk, whatever the role's or the database's default says.
  const all = Object.entries({ synchronous_commit: 'on', ...settings })
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: LEDGER_DEADLINE_MS,
    statement_timeout: LEDGER_DEADLINE_MS,
    query_timeout: LEDGER_DEADLINE_MS,
    application_name: 'reelhouse',
    options: all.map(([name, value]) => `-c ${name}=${value}`).join(' '),
  })
  pool.on('error', onError)
  return pool
}

/**
 * Lends `work` a connection of its own. One whose work failed is not used again: what it held, a
 * snapshot or a lock, ends with it.
 */
export async function withConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // A lent connection that breaks says so on its own, too: unheard, that would end the process.
  const ignore = () => {}
  client.on('error', ignore)
  let failed: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    failed = error as Error
    throw error
  } finally {
    client.off('error', ignore)
    client.release(failed)
  }
}
