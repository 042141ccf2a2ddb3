// The front end's side of the lanes: which worker thread serves a player, and the call into it. The
// only user of piscina. Never looks into a message; refuses at once when a lane is full.

import { availableParallelism } from 'node:os'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { Piscina } from 'piscina'
import { LANE_COMMANDS } from '../limits.ts'
import type { LanePush, LaneTask } from '../wire/lane.ts'

/** Cores minus one, at least one: the front end keeps a core for itself. */
export const DEFAULT_LANES = Math.max(1, availableParallelism() - 1)

export interface Lanes {
  /** Sends a task to the player's lane. Null when the lane is full: nothing was started. */
  run(player: { projectId: string; playerId: string }, task: LaneTask): Promise<string> | null
  /** Every lane's own metrics, as JSON text. */
  metrics(): Promise<string[]>
  /** Tasks waiting or running in each lane; its event-loop use (0 to 1) since the last reading. */
  load(): { depth: number; utilization: number }[]
  /** Waits for running tasks, then ends the threads. */
  close(): Promise<void>
}

/**
 * A lane is one piscina with exactly one thread, because piscina has no affinity and a player must
 * always reach the thread that holds its actor.
 * @param workerData structured-cloned to every lane
 */
export function startLanes(
  lanes: number,
  workerFile: string,
  workerData: unknown,
  onPush: (push: LanePush) => void,
  onFault: (error: unknown) => void,
): Lanes {
  const pools = Array.from({ length: lanes }, () => {
    const pool = startLane(workerFile, workerData)
    pool.on('message', onPush)
    // A thread that dies between tasks is told here and replaced; its players' rounds resume.
    pool.on('error', onFault)
    return pool
  })
  const depths = pools.map(() => 0)
  const readings: (EventLoopUtilization | undefined)[] = pools.map(() => undefined)

  function run(index: number, task: LaneTask): Promise<string> | null {
    if (depths[index]! >= LANE_COMMANDS) return null
    depths[index]!++
    const running = pools[index]!.run(task) as Promise<string>
    return running.finally(() => {
      depths[index]!--
    })
  }

  return {
    run: (player, task) => run(hashPlayer(player.projectId, player.playerId) % lanes, task),
    metrics: async () => {
      const all = await Promise.all(pools.map((_, index) => run(index, { kind: 'metrics' })))
      return all.filter(text => text !== null)
    },
    load: () =>
      pools.map((pool, index) => {
        const before = readings[index]
        const now = pool.threads[0]?.performance.eventLoopUtilization()
        readings[index] = now
        const since = now && before ? performance.eventLoopUtilization(now, before) : now
        return { depth: depths[index]!, utilization: since?.utilization ?? 0 }
      }),
    close: async () => {
      await Promise.all(pools.map(pool => pool.close()))
    },
  }
}

function startLane(filename: string, workerData: unknown): Piscina {
  return new Piscina({
    filename,
    workerData,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: LANE_COMMANDS,
    maxQueue: LANE_COMMANDS,
    // The thread's event loop stays free between tasks; measured fastest besides.
    atomics: 'async',
  })
}

/** FNV-1a over UTF-16 units: stable between processes, so a restart routes alike. */
function hashPlayer(projectId: string, playerId: string): number {
  let hash = 0x811c9dc5
  const text = `${projectId}:${playerId}`
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash >>> 0
}
