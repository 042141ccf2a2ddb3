// What a stream costs between two moments: CPU and memory of everything that takes part, process by
// process, and what its rounds add to the ledger. Only reads.

import type { Pool } from 'pg'
import type { RedisClient } from '../src/redis/connection.ts'
import {
  countLanes,
  familyUse,
  machineCpuSeconds,
  peakMemoryMb,
  processUse,
  sortThreads,
  storePids,
  threadUses,
} from './process-use.ts'

export interface UseOfStream {
  name: string
  cpuSeconds: number
  cpuMicrosecondsASpin: number
  memoryMb: number
}

/** Finds the processes behind the connections; all of them run on this machine. */
export async function createUseReader(
  platformPid: () => number,
  stores: { redis: RedisClient; pool: Pool },
) {
  const pids = await storePids(stores)
  const lanes = await countLanes(stores.pool)
  return {
    read: () => ({
      platform: processUse(platformPid()),
      threads: threadUses(platformPid()),
      lanes,
      redis: processUse(pids.redis),
      postgres: familyUse(pids.postgres),
      generator: processUse(process.pid),
      /** Everything that ran on this machine. */
      machineSeconds: machineCpuSeconds(),
    }),
    peakPlatformMb: () => peakMemoryMb(platformPid()),
  }
}

type UseReading = ReturnType<Awaited<ReturnType<typeof createUseReader>>['read']>

/**
 * Rows for the report. The platform's threads are shown separately; the front end includes the
 * built-in wallet.
 */
export function compareUse(before: UseReading, after: UseReading, spins: number): UseOfStream[] {
  const row = (name: string, cpuSeconds: number, memoryMb: number): UseOfStream => ({
    name,
    cpuSeconds,
    cpuMicrosecondsASpin: (cpuSeconds / spins) * 1e6,
    memoryMb,
  })
  const cpu = (part: 'platform' | 'redis' | 'postgres' | 'generator') =>
    row(part, after[part].cpuSeconds - before[part].cpuSeconds, after[part].memoryMb)
  const known = [cpu('platform'), cpu('redis'), cpu('postgres'), cpu('generator')]
  const ours = known.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  const machine = after.machineSeconds - before.machineSeconds
  const { front, lanes, others } = sortThreads(before.threads, after.threads, after.lanes)
  const [platform, ...rest] = known
  return [
    platform!,
    row('  front end', front, 0),
    ...lanes.map((cpuSeconds, i) => row(`  lane ${i + 1}`, cpuSeconds, 0)),
    row('  other threads', others, 0),
    ...rest,
    row('anything else on the machine', Math.max(machine - ours, 0), 0),
  ]
}

/** Of the whole server, so it is correct only if nothing else writes. */
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
