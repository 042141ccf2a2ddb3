// Identifies the ledger: the server's system identifier and its timeline. A promoted standby and a
// restored backup differ from the server before them, and may lack commits that it had
// acknowledged.

import type { Pool, PoolClient } from 'pg'
import { inTransaction } from './transaction.ts'

export interface Origin {
  /** The ledger on the server that answers. */
  readonly now: string
  /** The ledger for which all players were last reconciled; null: none. */
  readonly reconciled: string | null
  /** The server's clock, milliseconds since 1970. */
  readonly clockMs: number
}

const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::float8'

/** The clock of the server, milliseconds since 1970. */
export async function readClock(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ clockMs: number }>(`SELECT ${CLOCK} AS "clockMs"`)
  return rows[0]!.clockMs
}

/** Rejects on a server that accepts no writes. */
export async function readOrigin(pool: Pool): Promise<Origin> {
  const { rows } = await pool.query<Origin>(
    `SELECT current_origin() AS now, (SELECT origin FROM ledger_origin) AS reconciled,
       ${CLOCK} AS "clockMs"`,
  )
  return rows[0]!
}

/** Well below the time after which the server ends a transaction whose node sends nothing. */
const AWAKE_EVERY_MS = 2_000

/** Runs `work`, which may send nothing on this connection for longer than its server allows. */
async function whileAwake(client: PoolClient, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => {
    // When the connection is lost the next statement of the transaction fails.
    client.query('SELECT').catch(() => {})
  }, AWAKE_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Runs `work` on one node of the fleet and records, when it is done, that all players are
 * reconciled. False when another node does it, or did it.
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
    await whileAwake(client, () => work(client))
    await client.query('UPDATE ledger_origin SET origin = $1, reconciled_at = now()', [now])
    return true
  })
}
