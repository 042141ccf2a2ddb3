// CPU seconds of the processes in a row, by thread or store, read from /proc. Never touches a
// process.

import {
  countLanes,
  cpuOfFamily,
  processUse,
  sortThreads,
  storePids,
  threadUses,
} from '../process-use.ts'
import { type Platform, withStores } from '../stream-platform.ts'
import type { ReadCpu } from './row.ts'

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
 * The platform's threads. The lanes are recognised by their use between this call and the first
 * reading; `laneCount` is 0 for a row where no lane has work.
 */
export async function platformCpu(platform: Platform, laneCount?: number): Promise<ReadCpu> {
  const count = laneCount ?? (await withStores(platform, ({ pool }) => countLanes(pool)))
  return nodeCpu(platform.pid(), count)
}

/** The same of one node, by its process. */
export function nodeCpu(pid: number, count: number): ReadCpu {
  const opened = threadUses(pid)
  let laneIds: ReadonlySet<number> | null = null
  return () => {
    const uses = threadUses(pid)
    laneIds ??= sortThreads(opened, uses, count).laneIds
    const sums = { 'front end': 0, lanes: 0, 'other threads': 0 }
    for (const { threadId, cpuSeconds } of uses) {
      const isLane = laneIds.has(threadId)
      sums[threadId === pid ? 'front end' : isLane ? 'lanes' : 'other threads'] += cpuSeconds
    }
    return sums
  }
}
