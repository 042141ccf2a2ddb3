// The front end's side of the lanes: which lane serves a player, and the call into it. Of a message it
// knows only whether it starts a round; refuses at once when a lane is full, an operator has its share of
// it, or no thread is there just now.

import { availableParallelism } from 'node:os'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { PlayerRef } from '../core/player.ts'
import {
  LANE_COMMANDS,
  LANE_COMMANDS_PER_OPERATOR,
  LANE_METRICS_MS,
  LANE_SPINS_PER_OPERATOR,
} from '../limits.ts'
import type { LanePush, LaneTask } from '../wire/lane.ts'
import { type LaneProgram, type LaneThread, type Loss, openLaneThread } from './thread.ts'

/** Cores minus one, at least one: the front end keeps a core for itself. */
export const DEFAULT_LANES = Math.max(1, availableParallelism() - 1)

/** One lane at a moment. */
export interface LaneLoad {
  /** Tasks waiting or running. */
  depth: number
  /** Event-loop use (0 to 1) since the last reading. */
  utilization: number
  /** A thread of the lane answers. */
  isUp: boolean
}

export interface Lanes {
  /**
   * Sends a task to the player's lane. Null when the lane is full, or of this operator's commands, or
   * its thread is being replaced: nothing was started. Rejects with LaneLost when the thread ends before it has answered.
   */
  run(player: PlayerRef, task: LaneTask): Promise<string> | null
  /**
   * Every lane's own metrics, as JSON text; null: the lane did not answer in time.
   * @param projects those with series of their own from now on; null: those of before
   */
  metrics(projects: readonly string[] | null): Promise<(string | null)[]>
  /** Every lane writes to its stores, however full it is; each rejects with what is in the way. */
  checkStores(): Promise<void>[]
  load(): LaneLoad[]
  /** Waits for running tasks, then ends the threads. */
  close(): Promise<void>
}

export interface LaneEvents {
  push(push: LanePush): void
  /** A thread ended, or was ended because it hung; another takes its place. */
  lost(lane: number, loss: Loss): Promise<void> | void
}

export function startLanes(lanes: number, program: LaneProgram, on: LaneEvents): Lanes {
  const threads = Array.from({ length: lanes }, (_, lane) =>
    openLaneThread(program, { push: on.push, lost: loss => on.lost(lane, loss) }),
  )
  const depths = threads.map(() => 0)
  const shares = threads.map(() => createShares())
  const readings: (EventLoopUtilization | undefined)[] = threads.map(() => undefined)

  function run(index: number, task: LaneTask): Promise<string> | null {
    if (depths[index]! >= LANE_COMMANDS) return null
    const running = threads[index]!.run(task) as Promise<string> | null
    if (running === null) return null
    depths[index]!++
    return running.finally(() => {
      depths[index]!--
    })
  }

  /** What players ask for is bounded by operator too; what the platform itself asks for is not. */
  function runFor(player: PlayerRef, task: LaneTask) {
    const index = laneOf(player, lanes)
    if (task.kind !== 'play') return run(index, task)
    const share = shares[index]!.take(player.projectId, task.message.type)
    if (share === null) return null
    const running = run(index, task)
    if (running === null) share.giveBack()
    return running?.finally(share.giveBack) ?? null
  }

  async function readMetrics(
    index: number,
    projects: readonly string[] | null,
  ): Promise<string | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>(resolve => {
      timer = setTimeout(resolve, LANE_METRICS_MS, null)
    })
    const read = run(index, { kind: 'metrics', projects })?.catch(() => null)
    return Promise.race([read ?? null, late]).finally(() => clearTimeout(timer))
  }

  return {
    run: runFor,
    metrics: projects => Promise.all(threads.map((_, index) => readMetrics(index, projects))),
    checkStores: () => threads.map(thread => checkStores(thread)),
    load: () =>
      threads.map((thread, index) => {
        const before = readings[index]
        const now = thread.eventLoop()
        readings[index] = now
        const since = now && before ? performance.eventLoopUtilization(now, before) : now
        return {
          depth: depths[index]!,
          utilization: since?.utilization ?? 0,
          isUp: thread.isUp(),
        }
      }),
    close: async () => {
      await Promise.all(threads.map(thread => thread.close()))
    },
  }
}

async function checkStores(thread: LaneThread): Promise<void> {
  const checked = thread.run({ kind: 'check-stores' })
  if (checked === null) throw new Error('its thread is being replaced')
  await checked
}

const STARTS_A_ROUND: ReadonlySet<string> = new Set(['spin', 'free-spin'])

/** Commands under way in one lane, by operator: one that is behind must not fill it for the others. */
function createShares() {
  const taken = new Map<string, { commands: number; spins: number }>()
  return {
    take(projectId: string, type: string): { giveBack(): void } | null {
      const own = taken.get(projectId) ?? { commands: 0, spins: 0 }
      const spins = STARTS_A_ROUND.has(type) ? 1 : 0
      if (own.commands >= LANE_COMMANDS_PER_OPERATOR) return null
      if (spins > 0 && own.spins >= LANE_SPINS_PER_OPERATOR) return null
      own.commands++
      own.spins += spins
      taken.set(projectId, own)
      return {
        giveBack() {
          own.commands--
          own.spins -= spins
          if (own.commands === 0) taken.delete(projectId)
        },
      }
    },
  }
}

/** FNV-1a over UTF-16 units: stable between processes, so a restart routes alike. */
export function laneOf({ projectId, playerId }: PlayerRef, lanes: number): number {
  let hash = 0x811c9dc5
  const text = `${projectId}:${playerId}`
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return (hash >>> 0) % lanes
}
