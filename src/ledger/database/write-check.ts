// Whether Postgres takes what play sends it: a row that is written and taken back. A server that only
// answers a question may be a standby, or open for reading alone.

import type { Pool } from 'pg'
import { inTransaction } from './transaction.ts'

/** Rejects with what Postgres said, twice: the first time the connection may have broken while it was idle. */
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
