// The front end's side of the lanes: which lane serves a player, the call into it, and lanes added
// or removed while they run. The only thing it reads of a message is whether it starts a round; it
// refuses at once when a lane is full, an operator has its share of it, or the lane has no thread
// at the moment.

import { setTimeout as pause } from 'node:timers/promises'
import type { PlayerRef } from '../core/player.ts'
import {
  LANE_COMMANDS_PER_OPERATOR,
  LANE_LOOK_MS,
  LANE_SPINS_PER_OPERATOR,
  LANE_START_MS,
} from '../limits.ts'
import type { FailingStores, LanePush, LaneTask } from '../wire/lane.ts'
import { createLane, type Lane, type LaneLoad } from './lane.ts'
import { laneOf } from './lane-of.ts'
import { createMoves, type Moves } from './moves.ts'
import type { ShareBounds } from './shares.ts'
import { type LaneProgram, type Loss, openLaneThread } from './thread.ts'

/** How long a reader of /metrics waits for a lane's figures. */
const LANE_METRICS_MS = 2_000

export interface Lanes {
  /**
   * Sends a task to the player's lane. Null when the lane is full, the operator has its share of
   * it, or the thread is being replaced: nothing was started. Rejects with LaneLost when the thread
   * ends before it has answered, and with LaneFull when the player moved here meanwhile and there
   * was no room.
   */
  run(player: PlayerRef, task: LaneTask): Promise<string> | null
  /**
   * Every lane's metrics, as JSON text; null: the lane did not answer in time.
   * @param projects those that have separate series from now on; null: no change
   */
  metrics(projects: readonly string[] | null): Promise<(string | null)[]>
  /** The counts that only each lane has, in the same form. */
  counts(): Promise<(string | null)[]>
  /**
   * For every lane a function that makes it write to its stores, even when it is full, and resolves
   * with those that fail. Rejects when the lane has no thread.
   */
  checkStores(): (() => Promise<FailingStores>)[]
  load(): LaneLoad[]
  /**
   * Sends the task to every lane, even to a full one; a thread that starts later does not get it.
   * @returns true when every thread has done it, or has ended
   */
  sendToAll(task: LaneTask): Promise<boolean>
  /**
   * Adds or removes lanes; resolves when every player is in the right lane. Calls run one after
   * another. Rejects when a new lane does not start; then nothing was changed.
   */
  resize(count: number): Promise<void>
  /**
   * Replaces the threads from before `sinceMs` at once: work under way in them is lost, but the
   * ledger has it.
   */
  restart(sinceMs: number): void
  /** Waits for running tasks, then ends the threads. */
  close(): Promise<void>
}

export interface LaneEvents {
  push(push: LanePush): void
  /** A thread ended, or was ended because it hung; another one takes its place. */
  lost(lane: number, loss: Loss): Promise<void> | void
  /**
   * A lane is about to end because the number of lanes is reduced; these are its last metrics, as
   * JSON.
   */
  removed(lane: number, metrics: string): void
}

/** All lanes, and how many of them players are routed to. */
interface Routing {
  readonly lanes: Lane[]
  count: number
  /** Set while the number of lanes changes. */
  moves: Moves | null
}

const USUAL: ShareBounds = {
  commands: () => LANE_COMMANDS_PER_OPERATOR,
  spins: () => LANE_SPINS_PER_OPERATOR,
}

export function startLanes(
  count: number,
  program: LaneProgram,
  on: LaneEvents,
  bounds: ShareBounds = USUAL,
): Lanes {
  const open = (index: number) =>
    createLane(
      openLaneThread(program, { push: on.push, lost: loss => on.lost(index, loss) }),
      bounds,
    )
  const lanes = Array.from({ length: count }, (_, index) => open(index))
  const routing: Routing = { lanes, count, moves: null }
  let resized: Promise<void> = Promise.resolve()
  return {
    run(player, task) {
      const route = routeOf(routing, player)
      return route?.lane.run(player, task, route.moved) ?? null
    },
    metrics: projects =>
      Promise.all(lanes.map(lane => readInTime(lane, { kind: 'metrics', projects }))),
    counts: () => Promise.all(lanes.map(lane => readInTime(lane, { kind: 'counts' }))),
    checkStores: () => inUse(routing).map(lane => () => checkStores(lane)),
    load: () => inUse(routing).map(lane => lane.load()),
    sendToAll: async task =>
      (await Promise.all(lanes.map(lane => send(lane, task)))).every(Boolean),
    resize(to) {
      const done = resized.then(() => resize(routing, to, open, on))
      resized = done.catch(() => {})
      return done
    },
    restart(sinceMs) {
      for (const { thread } of lanes) thread.restart(sinceMs)
    },
    close: async () => {
      await Promise.all(lanes.map(({ thread }) => thread.close()))
    },
  }
}

function routeOf({ lanes, count, moves }: Routing, player: PlayerRef) {
  return moves === null
    ? { lane: lanes[laneOf(player, count)]!, moved: null }
    : moves.routeOf(player)
}

/**
 * The lanes that players may be routed to: a lane that is still starting does not keep a node from
 * being ready.
 */
function inUse({ lanes, count, moves }: Routing): readonly Lane[] {
  return moves === null ? lanes.slice(0, count) : lanes
}

async function resize(
  routing: Routing,
  to: number,
  open: (index: number) => Lane,
  on: LaneEvents,
): Promise<void> {
  const { lanes, count } = routing
  if (to === count) return
  for (let index = count; index < to; index++) lanes.push(open(index))
  try {
    await Promise.all(lanes.slice(count).map(untilUp))
  } catch (error) {
    await Promise.all(lanes.splice(count).map(({ thread }) => thread.close()))
    throw error
  }
  routing.moves = createMoves(lanes, count, to)
  await routing.moves.moveAll()
  routing.count = to
  routing.moves = null
  const removed = lanes.splice(to)
  await Promise.all(removed.map((lane, at) => closeLane(lane, to + at, on)))
}

/** Reads the lane's counts once more, so that they are not lost. */
async function closeLane(lane: Lane, index: number, on: LaneEvents): Promise<void> {
  const metrics = await readInTime(lane, { kind: 'metrics', projects: null })
  if (metrics !== null) on.removed(index, metrics)
  await lane.thread.close()
}

/** No player is moved to a thread that does not answer yet. */
async function untilUp({ thread }: Lane): Promise<void> {
  const untilMs = performance.now() + LANE_START_MS
  while (!thread.isUp()) {
    if (performance.now() > untilMs) throw new Error('a new lane does not start')
    await pause(LANE_LOOK_MS)
  }
}

async function send({ thread, ask }: Lane, task: LaneTask): Promise<boolean> {
  if (thread.isGone()) return true
  const sent = ask(task)
  // A thread that is ending may still be at work.
  if (sent === null) return false
  await sent.catch(() => {})
  return true
}

async function readInTime(lane: Lane, task: LaneTask): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(resolve, LANE_METRICS_MS, null)
  })
  const read = lane.ask(task)?.catch(() => null)
  return Promise.race([read ?? null, late]).finally(() => clearTimeout(timer))
}

async function checkStores(lane: Lane): Promise<FailingStores> {
  const checked = lane.ask({ kind: 'check-stores' })
  if (checked === null) throw new Error('its thread is being replaced')
  return JSON.parse(await checked)
}
