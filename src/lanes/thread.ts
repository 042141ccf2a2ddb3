// One lane's thread and its successors: starts it, watches that it answers, and puts another in its
// place when it ends or hangs. The only user of piscina. Never looks into a task, and never sends one
// again: whoever sent it is told.

import type { EventLoopUtilization } from 'node:perf_hooks'
import { Piscina } from 'piscina'
import {
  LANE_COMMANDS,
  LANE_HANG_MS,
  LANE_HEAP_MAX_MB,
  LANE_LASTING_MS,
  LANE_RESTART_FIRST_MS,
  LANE_RESTART_MAX_MS,
  LANE_START_MS,
  LANE_WATCH_MS,
} from '../limits.ts'
import type { LanePush, LaneTask } from '../wire/lane.ts'

export interface LaneProgram {
  /** The built workers/lane.js. */
  file: string
  /** Structured-cloned to the thread. */
  workerData: unknown
  /** Below: for tests. */
  heapMaxMb?: number
  hangMs?: number
  startMs?: number
}

/** `start`: it did not get as far as answering. The others are how a thread that answered ended. */
export type LossReason = 'error' | 'memory' | 'exit' | 'hang' | 'start'

export interface Loss {
  reason: LossReason
  error: unknown
  /** The next thread starts after this time. */
  startsInMs: number
}

/** The thread ended before it answered: the task may have been done, in part or not at all. */
export class LaneLost extends Error {
  override readonly name = 'LaneLost'

  constructor(reason: LossReason) {
    super(`the lane's thread ended (${reason})`)
  }
}

export interface LaneThread {
  /** Null when no thread is there to take it: nothing was started. Rejects with LaneLost. */
  run(task: LaneTask): Promise<unknown> | null
  /** True from its first answer to its end. */
  isUp(): boolean
  eventLoop(): EventLoopUtilization | undefined
  /** Waits for running tasks, then ends the thread. */
  close(): Promise<void>
}

/** One thread, from its start to its end. */
interface Life {
  pool: Piscina
  answered: boolean
  /** Set as soon as the end is known; the thread itself may still be on its way out. */
  reason: LossReason | null
  error: unknown
  /** Watches in a row that a question has waited for its answer. */
  unanswered: number
  /** Watches since the first answer. */
  lasted: number
}

const watchesOf = (ms: number) => Math.ceil(ms / LANE_WATCH_MS)

export function openLaneThread(
  program: LaneProgram,
  on: { push(push: LanePush): void; lost(loss: Loss): void },
): LaneThread {
  const hangWatches = watchesOf(program.hangMs ?? LANE_HANG_MS)
  const startWatches = watchesOf(program.startMs ?? LANE_START_MS)
  let isClosing = false
  /** Threads in a row that did not last. */
  let shortLives = 0
  let nextStart: NodeJS.Timeout | undefined
  let life: Life = begin()
  /** Counted in watches, not by a clock: a front end that stood still itself accuses nobody. */
  const watch = setInterval(() => look(life), LANE_WATCH_MS)
  watch.unref()

  function begin(): Life {
    const pool = startPool(program)
    const begun = { pool, answered: false, reason: null, error: null, unanswered: 0, lasted: 0 }
    pool.on('message', on.push)
    // Told by the thread itself, below.
    pool.on('error', () => {})
    ask(begun)
    const [thread] = pool.threads
    thread!.once('error', error => ending(begun, reasonOf(error, begun), error))
    thread!.once('exit', code => {
      ending(begun, begun.answered ? 'exit' : 'start', new Error(`exit code ${code}`))
      end(begun)
    })
    return begun
  }

  /** A question that a living thread answers at once; also what starts a pool's thread. */
  function ask(asked: Life): void {
    asked.unanswered = 1
    asked.pool.run({ kind: 'ping' } satisfies LaneTask).then(
      () => {
        asked.answered = true
        asked.unanswered = 0
      },
      // Its end is told by the thread.
      () => {},
    )
  }

  function look(seen: Life): void {
    if (seen.reason !== null) return
    if (seen.unanswered === 0) ask(seen)
    else if (++seen.unanswered > (seen.answered ? hangWatches : startWatches)) {
      ending(seen, seen.answered ? 'hang' : 'start', new Error('it does not answer'))
      // Its end is told by the thread; this reaches one in the middle of a computation too.
      void seen.pool.threads[0]?.terminate()
    }
    if (seen.answered && ++seen.lasted === watchesOf(LANE_LASTING_MS)) shortLives = 0
  }

  /** The first reason is the true one: what follows, follows from it. */
  function ending(ended: Life, reason: LossReason, error: unknown): void {
    if (ended.reason !== null) return
    ended.reason = reason
    ended.error = error
  }

  /** The thread is gone for certain: nothing drives its rounds any more. */
  function end(ended: Life): void {
    if (isClosing) return
    // Tasks that were still waiting for it are told as those that ran were.
    void ended.pool.destroy()
    const startsInMs =
      shortLives === 0
        ? 0
        : Math.min(LANE_RESTART_FIRST_MS * 2 ** (shortLives - 1), LANE_RESTART_MAX_MS)
    shortLives++
    on.lost({ reason: ended.reason!, error: ended.error, startsInMs })
    nextStart = setTimeout(() => {
      life = begin()
    }, startsInMs)
  }

  async function follow(running: Promise<unknown>, sentTo: Life): Promise<unknown> {
    try {
      return await running
    } catch (error) {
      if (sentTo.reason === null) throw error
      throw new LaneLost(sentTo.reason)
    }
  }

  return {
    run(task) {
      if (life.reason !== null) return null
      return follow(life.pool.run(task), life)
    },
    isUp: () => life.answered && life.reason === null,
    eventLoop: () => life.pool.threads[0]?.performance.eventLoopUtilization(),
    async close() {
      isClosing = true
      clearInterval(watch)
      clearTimeout(nextStart)
      await life.pool.close()
    },
  }
}

/**
 * A pool of one thread, because piscina has no affinity and a player must always reach the thread that
 * holds its actor. One pool a thread, and no thread of piscina's own accord: it would start the next one
 * at once however often it fails, or never again.
 */
function startPool({ file, workerData, heapMaxMb = LANE_HEAP_MAX_MB }: LaneProgram): Piscina {
  return new Piscina({
    filename: file,
    workerData,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    // One more than commands: the question whether it lives is never behind a full lane.
    concurrentTasksPerWorker: LANE_COMMANDS + 1,
    maxQueue: LANE_COMMANDS + 1,
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
    // The thread's event loop stays free between tasks; measured fastest besides.
    atomics: 'async',
  })
}

function reasonOf(error: unknown, { answered }: Life): LossReason {
  if ((error as { code?: string } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'memory'
  return answered ? 'error' : 'start'
}
