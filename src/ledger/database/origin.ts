// Which ledger this is: the server's system identifier and its timeline. A promoted standby and a restored backup
// are others than the server before them, and may lack what that one had acknowledged.

import type { Pool, PoolClient } from 'pg'
import { inTransaction } from './transaction.ts'

export interface Origin {
  /** Of the server that answers. */
  readonly now: string
  /** For which all players were reconciled last; null: for none. */
  readonly reconciled: string | null
}

/** Rejects on a server that takes no writes. */
export async function readOrigin(pool: Pool): Promise<Origin> {
  const { rows } = await pool.query<Origin>(
    'SELECT current_origin() AS now, (SELECT origin FROM ledger_origin) AS reconciled',
  )
  return rows[0]!
}

/**
 * Runs `work` on one node of the fleet, and remembers when it is done that all players are reconciled. False
 * when another node is at it, or was.
 */
export function reconcileOnce(
  pool: Pool,
  now: string,
  work: (client: PoolClient) => Promise<void>,
): Promise<boolean> {
  return inTransaction(pool, async client => {
    const { rowCount } = await client.query(
      'SELECT FROM ledger_origin WHERE origin <> $1 FOR UPDATE SKIP LOCKED',
      [now],
    )
    if (rowCount !== 1) return false
    await work(client)
    await client.query('UPDATE ledger_origin SET origin = $1, reconciled_at = now()', [now])
    return true
  })
}
