// One lane's thread and its successors: starts a thread, watches that it answers, and replaces it
// when it ends or hangs. The only user of piscina. Never looks into a task, and never sends a task
// again: its sender gets the loss.

import type { EventLoopUtilization } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { LANE_START_MS } from '../limits.ts'
import type { LanePush, LaneTask } from '../wire/lane.ts'
import { openTaskPort, type TaskPort } from './task-port.ts'
import { newWorkMark, readWorkMark } from './work-mark.ts'

/** How long a lane that is being closed waits for its running tasks. */
const LANE_CLOSE_MS = 30_000
/**
 * Memory of a lane's heap; above that the thread ends and is replaced. A whole node of one lane
 * takes 260 to 340 MB at full load, so more than this is a leak. Buffers are not included; and V8
 * ends the process, not the thread, for a single allocation that is larger than the rest.
 */
const LANE_HEAP_MAX_MB = 512
/**
 * Memory for a lane's young objects. With V8's usual 48 MB it was full five times a second at full
 * load, and what rounds under way hold was copied each time, by other threads too.
 */
const LANE_YOUNG_MB = 96
/** How often a lane's thread is asked whether it is alive. */
const LANE_WATCH_MS = 1_000
/**
 * A thread that does not return to its event loop for this long hangs, and is ended. Work in one
 * piece (a draw, an answer, a batch) takes milliseconds.
 */
const LANE_HANG_MS = 10_000
/** A thread that ends sooner than this delays the next one, twice as long each time. */
const LANE_LASTING_MS = 60_000
const LANE_RESTART_FIRST_MS = 100
const LANE_RESTART_MAX_MS = 10_000

export interface LaneProgram {
  /** The bundled workers/lane.ts. */
  file: string
  /** Structured-cloned to the thread, which finds its `workMark` there too. */
  workerData: object
  /** Set lower in tests. */
  heapMaxMb?: number
  hangMs?: number
  startMs?: number
}

/**
 * `start`: the thread did not get as far as answering. `restart`: it was ordered to forget its
 * memory. The others are how a thread that had answered ended.
 */
export const LOSS_REASONS = ['error', 'memory', 'exit', 'hang', 'start', 'restart'] as const
export type LossReason = (typeof LOSS_REASONS)[number]

export interface Loss {
  reason: LossReason
  error: unknown
  /** The next thread starts after this time. */
  startsInMs: number
  /** The round that the thread worked on when it was lost, if any. */
  roundId: string | null
}

/** The thread ended before it answered: the task may have been done, in part or not at all. */
export class LaneLost extends Error {
  override readonly name = 'LaneLost'

  constructor(reason: LossReason) {
    super(`the lane's thread ended (${reason})`)
  }
}

export interface LaneThread {
  /**
   * Null when there is no thread, or when it has too many tasks: nothing was started. Rejects with
   * LaneLost.
   * @param over called when the task is answered or lost, before its caller continues
   */
  run(task: LaneTask, over?: () => void): Promise<string> | null
  /** True from the thread's first answer to its end. */
  isUp(): boolean
  /** True while no thread runs: the last one has ended, and the next has not started. */
  isGone(): boolean
  eventLoop(): EventLoopUtilization | undefined
  /**
   * Ends the thread at once, whatever it is doing; the next one starts with empty memory. A thread
   * that started later than `sinceMs` and took over no player goes on: it holds nothing older.
   * @param sinceMs of the clock of `performance`
   */
  restart(sinceMs: number): void
  /** Waits for running tasks, then ends the thread. */
  close(): Promise<void>
}

/** One thread, from its start to its end. */
interface Life {
  readonly pool: Piscina
  /** The port of this thread only: what was sent to this thread goes to no other. */
  readonly tasks: TaskPort
  readonly workMark: SharedArrayBuffer
  readonly startedMs: number
  /** It was given what another thread held of a player. */
  hasAdopted: boolean
  answered: boolean
  /** Set as soon as the end is certain; the thread itself may still be ending. */
  reason: LossReason | null
  /** The thread has exited. */
  isGone: boolean
  error: unknown
  /** How many watch ticks in a row a question has been without an answer. */
  unanswered: number
  /** Watch ticks since the first answer. */
  lasted: number
}

const watchesOf = (ms: number) => Math.ceil(ms / LANE_WATCH_MS)

/** A lane's current thread, and what is remembered of earlier ones. */
interface LaneState {
  readonly program: LaneProgram
  /** The next thread starts once `lost` is done. */
  readonly on: { push(push: LanePush): void; lost(loss: Loss): Promise<void> | void }
  isClosing: boolean
  /** Threads in a row that ended soon after their start. */
  shortLives: number
  nextStart: NodeJS.Timeout | undefined
  life: Life
}

export function openLaneThread(program: LaneProgram, on: LaneState['on']): LaneThread {
  const lane: LaneState = {
    program,
    on,
    isClosing: false,
    shortLives: 0,
    nextStart: undefined,
    life: startLife(program, on.push),
  }
  watchEnd(lane, lane.life)
  // The watchdog counts its own ticks, not time, so a paused main thread cannot declare a lane
  // hung.
  const watch = setInterval(() => watchLife(lane, lane.life), LANE_WATCH_MS)
  watch.unref()
  return {
    run(task, over = nothing) {
      if (lane.life.reason !== null) return null
      if (task.kind === 'adopt') lane.life.hasAdopted = true
      return lane.life.tasks.send(task, over)
    },
    isUp: () => lane.life.answered && lane.life.reason === null,
    isGone: () => lane.life.isGone,
    eventLoop: () => lane.life.pool.threads[0]?.performance.eventLoopUtilization(),
    restart(sinceMs) {
      if (lane.life.startedMs > sinceMs && !lane.life.hasAdopted) return
      noteEnding(lane.life, 'restart', new Error('it is to forget what it knows'))
      void lane.life.pool.threads[0]?.terminate()
    },
    async close() {
      lane.isClosing = true
      clearInterval(watch)
      clearTimeout(lane.nextStart)
      await endLife(lane.life)
    },
  }
}

const nothing = () => {}

function startLife(program: LaneProgram, push: (push: LanePush) => void): Life {
  const workMark = newWorkMark()
  const pool = startPool(program, workMark)
  // The thread itself reports an error: see watchEnd.
  pool.on('error', nothing)
  const tasks = openTaskPort(push)
  // Starts the pool's thread. Its port is served until it is closed; the thread's exit reports its
  // end.
  pool.run(tasks.far, { transferList: [tasks.far] }).catch(nothing)
  return {
    pool,
    tasks,
    workMark,
    startedMs: performance.now(),
    hasAdopted: false,
    answered: false,
    reason: null,
    isGone: false,
    error: null,
    unanswered: 0,
    lasted: 0,
  }
}

function watchEnd(lane: LaneState, life: Life): void {
  ask(life)
  const [thread] = life.pool.threads
  thread!.once('error', error => noteEnding(life, reasonOf(error, life), error))
  thread!.once('exit', code => {
    noteEnding(life, life.answered ? 'exit' : 'start', new Error(`exit code ${code}`))
    life.isGone = true
    life.tasks.end(new LaneLost(life.reason!))
    replace(lane, life)
  })
}

/** A question that a live thread answers at once; it is sent even when the port is full. */
function ask(life: Life): void {
  life.unanswered = 1
  const asked = life.tasks.send({ kind: 'ping' }, nothing, Number.POSITIVE_INFINITY)
  asked?.then(() => {
    life.answered = true
    life.unanswered = 0
  }, nothing)
}

/**
 * Asks the thread whether it is alive, and ends a thread that has not answered for too many ticks.
 */
function watchLife(lane: LaneState, life: Life): void {
  if (life.reason !== null) return
  const { program } = lane
  const allowed = watchesOf(
    life.answered ? (program.hangMs ?? LANE_HANG_MS) : (program.startMs ?? LANE_START_MS),
  )
  if (life.unanswered === 0) ask(life)
  else if (++life.unanswered > allowed) {
    noteEnding(life, life.answered ? 'hang' : 'start', new Error('it does not answer'))
    // This ends a thread even in the middle of a computation; its exit starts the replacement.
    void life.pool.threads[0]?.terminate()
  }
  if (life.answered && ++life.lasted === watchesOf(LANE_LASTING_MS)) lane.shortLives = 0
}

/** Only the first reason is kept, because later ones are its consequences. */
function noteEnding(life: Life, reason: LossReason, error: unknown): void {
  if (life.reason !== null) return
  life.reason = reason
  life.error = error
}

/** The thread is certainly gone: nothing drives its rounds any more. */
function replace(lane: LaneState, ended: Life): void {
  if (lane.isClosing) return
  void ended.pool.destroy()
  const startsInMs =
    lane.shortLives === 0
      ? 0
      : Math.min(LANE_RESTART_FIRST_MS * 2 ** (lane.shortLives - 1), LANE_RESTART_MAX_MS)
  lane.shortLives++
  const roundId = ended.reason === 'restart' ? null : readWorkMark(ended.workMark)
  const noted = lane.on.lost({ reason: ended.reason!, error: ended.error, startsInMs, roundId })
  lane.nextStart = setTimeout(() => {
    if (noted === undefined) startNext(lane)
    else void noted.finally(() => startNext(lane))
  }, startsInMs)
}

function startNext(lane: LaneState): void {
  if (lane.isClosing) return
  lane.life = startLife(lane.program, lane.on.push)
  watchEnd(lane, lane.life)
}

/**
 * Waits for running tasks, but only for a limited time: a thread that has not answered yet runs
 * nothing.
 */
async function endLife({ tasks, pool, answered }: Life): Promise<void> {
  const late = () => pause(LANE_CLOSE_MS, undefined, { ref: false })
  if (answered) await Promise.race([tasks.idle(), late()])
  tasks.end(new LaneLost('exit'))
  await pool.destroy()
}

/**
 * A pool of one thread, because piscina has no affinity and a player must always reach the thread
 * that holds the player's actor. Each thread has a separate pool, and piscina never replaces a
 * thread itself: it would either start the next one at once, however often it fails, or never
 * again.
 */
function startPool(
  { file, workerData, heapMaxMb = LANE_HEAP_MAX_MB }: LaneProgram,
  workMark: SharedArrayBuffer,
): Piscina {
  return new Piscina({
    filename: file,
    workerData: { ...workerData, workMark },
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    // The one task that serves the port.
    concurrentTasksPerWorker: 1,
    maxQueue: 1,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMaxMb,
      maxYoungGenerationSizeMb: LANE_YOUNG_MB,
    },
    // The thread's event loop stays free.
    atomics: 'disabled',
    recordTiming: false,
  })
}

function reasonOf(error: unknown, { answered }: Life): LossReason {
  if ((error as { code?: string } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'memory'
  return answered ? 'error' : 'start'
}
