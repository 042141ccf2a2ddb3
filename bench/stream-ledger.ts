// What the rounds of a stream cost the ledger: bytes stored, bytes of WAL, and how many updates
// touched no index. For the whole server, so it is correct only if nothing else writes. Reads only.

import type { Pool } from 'pg'

export interface LedgerUse {
  /**
   * Rows including the free space of their pages, and indexes, of everything that a round leaves.
   */
  heapBytesARound: number
  indexBytesARound: number
  walBytesARound: number
  updatesARound: number
  /** The share of all updates that touched no index (HOT). */
  hotShare: number
}

interface Counters {
  heap: number
  index: number
  wal: number
  updated: number
  hot: number
}

/** The tables to which rounds are written; for a partitioned table its partitions. */
const TABLES = `^(player|unfinished_round|finished_round.*|ended_round)$`

const COUNTERS = `
SELECT sum(pg_table_size(relid))::float8 AS heap, sum(pg_indexes_size(relid))::float8 AS index,
  (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal,
  sum(n_tup_upd)::float8 AS updated, sum(n_tup_hot_upd)::float8 AS hot
FROM pg_stat_user_tables WHERE relname ~ $1`

export async function readLedgerCounters(pool: Pool): Promise<Counters> {
  const { rows } = await pool.query<Counters>(COUNTERS, [TABLES])
  return rows[0]!
}

export function compareLedger(before: Counters, after: Counters, rounds: number): LedgerUse {
  const updated = after.updated - before.updated
  return {
    heapBytesARound: (after.heap - before.heap) / rounds,
    indexBytesARound: (after.index - before.index) / rounds,
    walBytesARound: (after.wal - before.wal) / rounds,
    updatesARound: updated / rounds,
    hotShare: (after.hot - before.hot) / updated,
  }
}
