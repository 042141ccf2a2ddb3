// CPU and memory of everything that takes part in a stream, process by process, between two
// moments.

import { readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import type { RedisClient } from '../src/redis/connection.ts'
import {
  familyUse,
  type ProcessUse,
  peakMemoryMb,
  processUse,
  storePids,
  type ThreadUse,
  threadUses,
} from './process-use.ts'

export interface UseReading {
  platform: ProcessUse
  threads: ThreadUse[]
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
  return {
    read: () => ({
      platform: processUse(platformPid()),
      threads: threadUses(platformPid()),
      redis: processUse(pids.redis),
      postgres: familyUse(pids.postgres),
      generator: processUse(process.pid),
      machineSeconds: machineCpuSeconds(),
    }),
    peakPlatformMb: () => peakMemoryMb(platformPid()),
  }
}

/** user, nice, system, irq, softirq and steal of all cores. */
function machineCpuSeconds(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number)
    return (user! + nice! + system! + irq! + softirq! + steal!) / 100
  } catch {
    return 0
  }
}

/**
 * Rows for the report. The platform's threads are shown separately: its first one is the front end
 * (and the built-in wallet); the busiest others are the lanes; the rest belongs to V8 and libuv.
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
  const threads = busiestThreads(before, after).map(({ name, cpuSeconds }) =>
    row(name, cpuSeconds, 0),
  )
  return [
    known[0]!,
    ...threads,
    ...known.slice(1),
    row('anything else on the machine', Math.max(machine - ours, 0), 0),
  ]
}

function busiestThreads(before: UseReading, after: UseReading) {
  const earlier = new Map(before.threads.map(({ threadId, cpuSeconds }) => [threadId, cpuSeconds]))
  const used = after.threads
    .map(({ threadId, cpuSeconds }) => ({
      threadId,
      cpuSeconds: cpuSeconds - (earlier.get(threadId) ?? 0),
    }))
    .sort((a, b) => b.cpuSeconds - a.cpuSeconds)
  // The main thread has the process's id, which is the smallest of its threads.
  const main = Math.min(...after.threads.map(({ threadId }) => threadId))
  const named = (name: string, cpuSeconds: number) => ({ name: `  ${name}`, cpuSeconds })
  const [first, ...others] = [
    ...used.filter(({ threadId }) => threadId === main),
    ...used.filter(({ threadId }) => threadId !== main),
  ]
  if (first === undefined) return []
  const lanes = others.filter(({ cpuSeconds }) => cpuSeconds > others[0]!.cpuSeconds / 4)
  const rest = others.filter(thread => !lanes.includes(thread))
  return [
    named('front end and built-in wallet', first.cpuSeconds),
    ...lanes.map((lane, i) => named(`lane ${i + 1}`, lane.cpuSeconds)),
    named(
      'other threads',
      rest.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    ),
  ]
}
