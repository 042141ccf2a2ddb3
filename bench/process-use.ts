// What processes have used so far, read from /proc: CPU seconds, memory, and CPU by thread. Linux
// only; without /proc every figure is 0. Never touches a process.

import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import { listNodes } from '../src/ledger/nodes/node-settings.ts'
import { NODE_GONE_MS } from '../src/limits.ts'
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

/** Bytes that a process has read and written so far, its sockets included. */
export function bytesOf(pid: number): number {
  const lines = read(`/proc/${pid}/io`)?.matchAll(/^[rw]char: (\d+)$/gm) ?? []
  return [...lines].reduce((sum, [, bytes]) => sum + Number(bytes), 0)
}

/** The sum over a process and its children, like a Postgres cluster and its backends. */
const sumOfFamily = (pid: number, read: (pid: number) => number) =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + read(each), 0)

/** CPU seconds of a process and its children, with those it has collected. */
export function cpuOfFamily(pid: number): number {
  return sumOfFamily(pid, each => {
    const fields = statFields(`/proc/${each}/stat`)
    return fields === null ? 0 : ticks(fields, 11, 12, 13, 14)
  })
}

/** The processes behind the connections; they run on this machine. */
export async function storePids({ pool, redis }: { pool: Pool; redis: RedisClient }) {
  const redisPid = Number((await redis.info('server')).match(/process_id:(\d+)/)?.[1] ?? 0)
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return { redis: redisPid, postgres: parentOf(rows[0]!.pid) }
}

export const familyUse = (pid: number): ProcessUse => ({
  cpuSeconds: cpuOfFamily(pid),
  memoryMb: sumOfFamily(pid, memoryMb),
})

/** Private bytes of a process and its children; those of a shared buffer are left out. */
export const privateMemoryOfFamily = (pid: number): number =>
  sumOfFamily(pid, each => {
    const own = read(`/proc/${each}/status`)?.match(/^RssAnon:\s+(\d+) kB/m)?.[1]
    return Number(own ?? 0) * 1024
  })

function parentOf(pid: number): number {
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

/** Of all cores: user, nice, system, irq, softirq and steal. */
export function machineCpuSeconds(): number {
  const [line = ''] = (read('/proc/stat') ?? '').split('\n')
  const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number)
  return line === '' ? 0 : (user! + nice! + system! + irq! + softirq! + steal!) / TICKS_PER_S
}

/** Of the platform's node, which is alone on its stores. */
export async function countLanes(pool: Pool): Promise<number> {
  const [node] = await listNodes(pool, NODE_GONE_MS)
  return Number(node?.settings.lanes ?? 1)
}

/**
 * CPU seconds of a platform's threads between two moments: the first one is the front end, the
 * busiest others are the lanes, the rest belongs to V8 and libuv.
 */
export function sortThreads(
  before: readonly ThreadUse[],
  after: readonly ThreadUse[],
  laneCount: number,
) {
  const earlier = new Map(before.map(({ threadId, cpuSeconds }) => [threadId, cpuSeconds]))
  const used = after.map(({ threadId, cpuSeconds }) => ({
    threadId,
    cpuSeconds: cpuSeconds - (earlier.get(threadId) ?? 0),
  }))
  // The first thread has the process's id, which is the smallest of its threads.
  used.sort((a, b) => a.threadId - b.threadId)
  const [front, ...workers] = used
  const busiest = workers.sort((a, b) => b.cpuSeconds - a.cpuSeconds)
  const lanes = busiest.slice(0, laneCount)
  const others = busiest.slice(laneCount)
  return {
    front: front?.cpuSeconds ?? 0,
    lanes: lanes.map(({ cpuSeconds }) => cpuSeconds),
    laneIds: new Set(lanes.map(({ threadId }) => threadId)),
    others: others.reduce((seconds, { cpuSeconds }) => seconds + cpuSeconds, 0),
  }
}
