// CPU seconds of the processes in a row, by thread or store, read from /proc. Never touches a
// process.

import { cpuOfFamily, processUse, storePids, threadUses } from '../process-use.ts'
import { type Platform, withStores } from '../stream-platform.ts'
import type { CpuSeconds } from './row.ts'

export type ReadCpu = () => CpuSeconds

/** This process, with all its threads. */
export const ownCpu =
  (name = 'caller'): ReadCpu =>
  () => {
    const { user, system } = process.cpuUsage()
    return { [name]: (user + system) / 1e6 }
  }

/** For processes that report it themselves, by name. */
export const cpuOf =
  (programs: Readonly<Record<string, { cpuSeconds(): number }>>): ReadCpu =>
  () =>
    Object.fromEntries(
      Object.entries(programs).map(([name, program]) => [name, program.cpuSeconds()]),
    )

export const joinCpu =
  (...readers: readonly ReadCpu[]): ReadCpu =>
  () =>
    Object.assign({}, ...readers.map(read => read()))

export async function storesCpu(platform: Platform): Promise<ReadCpu> {
  const { redis, postgres } = await withStores(platform, storePids)
  return () => ({ redis: processUse(redis, 'cpu').cpuSeconds, postgres: cpuOfFamily(postgres) })
}

export async function redisCpu(platform: Platform): Promise<ReadCpu> {
  const { redis } = await withStores(platform, storePids)
  return () => ({ redis: processUse(redis, 'cpu').cpuSeconds })
}

export async function postgresCpu(platform: Platform): Promise<ReadCpu> {
  const { postgres } = await withStores(platform, storePids)
  return () => ({ postgres: cpuOfFamily(postgres) })
}

/**
 * The platform's threads in a row where no lane has work: its first one, and those of V8 and libuv.
 */
export function frontCpu(platform: Platform): ReadCpu {
  return platformCpu(platform, () => new Set())
}

/**
 * The platform's threads: the first one is the front end, the busiest others are lanes, the rest
 * belongs to V8 and libuv. The lanes are recognised by their use between this call and the first
 * reading.
 */
export function platformCpu(platform: Platform, find = findLanes): ReadCpu {
  const pid = platform.pid()
  const opened = new Map(threadUses(pid).map(({ threadId, cpuSeconds }) => [threadId, cpuSeconds]))
  let lanes: ReadonlySet<number> | null = null
  return () => {
    const uses = threadUses(pid)
    lanes ??= find(pid, uses, opened)
    const sums = { 'front end': 0, lanes: 0, 'other threads': 0 }
    for (const { threadId, cpuSeconds } of uses) {
      const name = threadId === pid ? 'front end' : lanes.has(threadId) ? 'lanes' : 'other threads'
      sums[name] += cpuSeconds
    }
    return sums
  }
}

function findLanes(
  pid: number,
  uses: ReturnType<typeof threadUses>,
  opened: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const used = uses
    .filter(({ threadId }) => threadId !== pid)
    .map(({ threadId, cpuSeconds }) => ({
      threadId,
      seconds: cpuSeconds - (opened.get(threadId) ?? 0),
    }))
  const most = Math.max(0, ...used.map(({ seconds }) => seconds))
  return new Set(
    used
      .filter(({ seconds }) => seconds > 0 && seconds >= most / 4)
      .map(({ threadId }) => threadId),
  )
}
