// What processes have used so far, read from /proc: CPU seconds, memory, and CPU by thread. Linux
// only; without /proc every figure is 0. Never touches a process.

import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import type { RedisClient } from '../src/redis/connection.ts'

/** USER_HZ: the unit of /proc/<pid>/stat, 100 on every Linux that Node runs on. */
const TICKS_PER_S = 100

export interface ProcessUse {
  cpuSeconds: number
  /** Private memory plus its share of shared memory (PSS), where this may be read; else RSS. */
  memoryMb: number
}

export interface ThreadUse {
  threadId: number
  cpuSeconds: number
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Fields of a stat file after the name, which may contain spaces: [0] is the state. */
function statFields(file: string): string[] | null {
  const stat = read(file)
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const ticks = (fields: string[], ...at: number[]) =>
  at.reduce((sum, i) => sum + Number(fields[i]), 0) / TICKS_PER_S

function memoryMb(pid: number): number {
  const pss = read(`/proc/${pid}/smaps_rollup`)?.match(/^Pss:\s+(\d+) kB/m)?.[1]
  const rss = read(`/proc/${pid}/status`)?.match(/^VmRSS:\s+(\d+) kB/m)?.[1]
  return Number(pss ?? rss ?? 0) / 1024
}

/** The largest memory the process ever had, in MB. */
export function peakMemoryMb(pid: number): number {
  return Number(read(`/proc/${pid}/status`)?.match(/^VmHWM:\s+(\d+) kB/m)?.[1] ?? 0) / 1024
}

/** A process with the children it has collected (utime, stime, cutime, cstime). */
function readProcess(pid: number): ProcessUse {
  const fields = statFields(`/proc/${pid}/stat`)
  if (fields === null) return { cpuSeconds: 0, memoryMb: 0 }
  return { cpuSeconds: ticks(fields, 11, 12, 13, 14), memoryMb: memoryMb(pid) }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(child => Number(statFields(`/proc/${child}/stat`)?.[1]) === pid)
}

/**
 * One process alone: its children are counted elsewhere.
 * @param only `cpu`: leaves out the memory, whose reading takes milliseconds
 */
export function processUse(pid: number, only?: 'cpu'): ProcessUse {
  const fields = statFields(`/proc/${pid}/stat`)
  return {
    cpuSeconds: fields === null ? 0 : ticks(fields, 11, 12),
    memoryMb: only === 'cpu' ? 0 : memoryMb(pid),
  }
}

/** CPU seconds of a process and its children, with those it has collected. */
export function cpuOfFamily(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => {
    const fields = statFields(`/proc/${each}/stat`)
    return sum + (fields === null ? 0 : ticks(fields, 11, 12, 13, 14))
  }, 0)
}

/** The processes behind the connections; they run on this machine. */
export async function storePids({ pool, redis }: { pool: Pool; redis: RedisClient }) {
  const redisPid = Number((await redis.info('server')).match(/process_id:(\d+)/)?.[1] ?? 0)
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return { redis: redisPid, postgres: parentOf(rows[0]!.pid) }
}

/** A process and its children, like a Postgres cluster and its backends. */
export function familyUse(pid: number): ProcessUse {
  const all = [pid, ...childrenOf(pid)].map(readProcess)
  return {
    cpuSeconds: all.reduce((sum, use) => sum + use.cpuSeconds, 0),
    memoryMb: all.reduce((sum, use) => sum + use.memoryMb, 0),
  }
}

/** Private bytes of a process and its children; those of a shared buffer are left out. */
export function privateMemoryOfFamily(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => {
    const own = read(`/proc/${each}/status`)?.match(/^RssAnon:\s+(\d+) kB/m)?.[1]
    return sum + Number(own ?? 0) * 1024
  }, 0)
}

export function parentOf(pid: number): number {
  return Number(statFields(`/proc/${pid}/stat`)?.[1] ?? 0)
}

/** CPU of every thread; the main thread's id is the process id. */
export function threadUses(pid: number): ThreadUse[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(name => {
      const fields = statFields(`/proc/${pid}/task/${name}/stat`)
      return { threadId: Number(name), cpuSeconds: fields === null ? 0 : ticks(fields, 11, 12) }
    })
  } catch {
    return []
  }
}
