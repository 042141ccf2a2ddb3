// One lane as the front end sees it: its thread, what is under way in it, and the shares of the
// operators. Refuses at once when it is full, but never refuses the platform's own tasks for that
// reason.

import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { PlayerRef } from '../core/player.ts'
import { LANE_COMMANDS } from '../limits.ts'
import type { LaneTask } from '../wire/lane.ts'
import { createShares, type ShareBounds } from './shares.ts'
import type { LaneThread } from './thread.ts'

/** The state of one lane at a moment. */
export interface LaneLoad {
  /** Tasks waiting or running. */
  depth: number
  /** Event-loop utilization (0 to 1) since the last reading. */
  utilization: number
  /** A thread of the lane answers. */
  isUp: boolean
}

/**
 * A command waited while its player moved here, and then there was no room for it: nothing was
 * started.
 */
export class LaneFull extends Error {
  override readonly name = 'LaneFull'

  constructor() {
    super('the lane has no room for a command that waited')
  }
}

export interface Lane {
  readonly thread: LaneThread
  /**
   * Null: the lane is full, this operator has its share of it, or there is no thread; nothing was
   * started.
   * @param moved the player is being moved here: the task starts once the move has ended
   */
  run(player: PlayerRef, task: LaneTask, moved: Promise<void> | null): Promise<string> | null
  /** Sends the task even when the lane is full. */
  ask(task: LaneTask): Promise<string> | null
  load(): LaneLoad
}

export function createLane(thread: LaneThread, bounds: ShareBounds): Lane {
  const shares = createShares(bounds)
  let depth = 0
  let reading: EventLoopUtilization | undefined

  /** Players' commands are also bounded by operator; the platform's own tasks are not. */
  function takeShare({ projectId }: PlayerRef, task: LaneTask) {
    return task.kind === 'play' ? shares.take(projectId, task.message.type) : NO_SHARE
  }

  return {
    thread,
    ask: task => thread.run(task),
    run(player, task, moved) {
      if (depth >= LANE_COMMANDS) return null
      const share = takeShare(player, task)
      if (share === null) return null
      depth++
      const over = () => {
        depth--
        share.giveBack()
      }
      if (moved !== null) return moved.then(() => thread.run(task) ?? refuse()).finally(over)
      const running = thread.run(task, over)
      if (running === null) over()
      return running
    },
    load() {
      const now = thread.eventLoop()
      const since = now && reading ? performance.eventLoopUtilization(now, reading) : now
      reading = now
      return { depth, utilization: since?.utilization ?? 0, isUp: thread.isUp() }
    },
  }
}

const NO_SHARE = { giveBack() {} }

function refuse(): never {
  throw new LaneFull()
}
