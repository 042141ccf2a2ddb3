// The pg pool of one thread: multi-statement work, reads and LISTEN. Every statement has a deadline.

import pg from 'pg'
import { LEDGER_DEADLINE_MS } from '../limits.ts'

/** @param onError a connection that fails while idle; the pool replaces it by itself */
export function openPool(
  databaseUrl: string,
  connections: number,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: LEDGER_DEADLINE_MS,
    statement_timeout: LEDGER_DEADLINE_MS,
    query_timeout: LEDGER_DEADLINE_MS,
    application_name: 'reelhouse',
    // An acknowledged commit is on disk, whatever the role's or the database's default says.
    options: '-c synchronous_commit=on',
  })
  pool.on('error', onError)
  return pool
}
