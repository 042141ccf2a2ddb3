// CPU and memory of everything that takes part in a stream, process by process, between two
// moments.

import type { Pool } from 'pg'
import type { RedisClient } from '../src/redis/connection.ts'
import {
  countLanes,
  familyUse,
  machineCpuSeconds,
  type ProcessUse,
  peakMemoryMb,
  processUse,
  sortThreads,
  storePids,
  type ThreadUse,
  threadUses,
} from './process-use.ts'

export interface UseReading {
  platform: ProcessUse
  threads: ThreadUse[]
  lanes: number
  redis: ProcessUse
  postgres: ProcessUse
  generator: ProcessUse
  /** Everything that ran on this machine. */
  machineSeconds: number
}

export interface UseOfStream {
  name: string
  cpuSeconds: number
  cpuMicrosecondsASpin: number
  memoryMb: number
}

export interface UseReader {
  read(): UseReading
  peakPlatformMb(): number
}

/** Finds the processes behind the connections; all of them run on this machine. */
export async function createUseReader(
  platformPid: () => number,
  redis: RedisClient,
  pool: Pool,
): Promise<UseReader> {
  const pids = await storePids({ pool, redis })
  const lanes = await countLanes(pool)
  return {
    read: () => ({
      platform: processUse(platformPid()),
      threads: threadUses(platformPid()),
      lanes,
      redis: processUse(pids.redis),
      postgres: familyUse(pids.postgres),
      generator: processUse(process.pid),
      machineSeconds: machineCpuSeconds(),
    }),
    peakPlatformMb: () => peakMemoryMb(platformPid()),
  }
}

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
  const threads = namedThreads(before, after).map(({ name, cpuSeconds }) =>
    row(name, cpuSeconds, 0),
  )
  return [
    known[0]!,
    ...threads,
    ...known.slice(1),
    row('anything else on the machine', Math.max(machine - ours, 0), 0),
  ]
}

function namedThreads(before: UseReading, after: UseReading) {
  const { front, lanes, others } = sortThreads(before.threads, after.threads, after.lanes)
  const named = (name: string, cpuSeconds: number) => ({ name: `  ${name}`, cpuSeconds })
  return [
    named('front end and built-in wallet', front),
    ...lanes.map((cpuSeconds, i) => named(`lane ${i + 1}`, cpuSeconds)),
    named('other threads', others),
  ]
}
