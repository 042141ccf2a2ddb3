// Whether Postgres accepts the kind of statement that play sends: a row is written and rolled back.
// A server that only answers a query may be a standby, or open for reading only.

import type { Pool } from 'pg'
import { inTransaction } from './transaction.ts'

/**
 * Rejects with Postgres's own error after two tries, because the connection may have broken while
 * it was idle.
 */
export function checkLedgerWrite(pool: Pool): Promise<unknown> {
  return writeOnce(pool).catch(() => writeOnce(pool))
}

function writeOnce(pool: Pool): Promise<unknown> {
  const takenBack = () => false
  return inTransaction(
    pool,
    client => client.query('INSERT INTO write_check DEFAULT VALUES'),
    takenBack,
  )
}
