// The front end's side of the lanes: which lane serves a player, the call into it, and lanes added or removed while
// they run. Of a message it knows only whether it starts a round; refuses at once when a lane is full, an operator has
// its share of it, or no thread is there just now.

import { setTimeout as pause } from 'node:timers/promises'
import type { PlayerRef } from '../core/player.ts'
import {
  LANE_COMMANDS_PER_OPERATOR,
  LANE_METRICS_MS,
  LANE_SPINS_PER_OPERATOR,
  LANE_START_MS,
} from '../limits/lanes.ts'
import { LANE_LOOK_MS } from '../limits/nodes.ts'
import type { LanePush, LaneTask } from '../wire/lane.ts'
import { createLane, type Lane, type LaneLoad } from './lane.ts'
import { laneOf } from './lane-of.ts'
import { createMoves, type Moves } from './moves.ts'
import type { ShareBounds } from './shares.ts'
import { type LaneProgram, type Loss, openLaneThread } from './thread.ts'

export interface Lanes {
  /**
   * Sends a task to the player's lane. Null when the lane is full, or of this operator's commands, or
   * its thread is being replaced: nothing was started. Rejects with LaneLost when the thread ends before it has
   * answered, and with LaneFull when the player moved here meanwhile and found no room.
   */
  run(player: PlayerRef, task: LaneTask): Promise<string> | null
  /**
   * Every lane's own metrics, as JSON text; null: the lane did not answer in time.
   * @param projects those with series of their own from now on; null: those of before
   */
  metrics(projects: readonly string[] | null): Promise<(string | null)[]>
  /** What every lane counted alone, the same way. */
  counts(): Promise<(string | null)[]>
  /** Every lane writes to its stores, however full it is; each rejects with what is in the way. */
  checkStores(): Promise<void>[]
  load(): LaneLoad[]
  /**
   * To every lane, however full it is; a thread that starts later is not told.
   * @returns true when every thread has done it, or has ended
   */
  tell(task: LaneTask): Promise<boolean>
  /**
   * Adds or removes lanes; resolves when every player is where he belongs. One call after the other.
   * Rejects when a new lane does not start: nothing was changed then.
   */
  resize(count: number): Promise<void>
  /** Replaces every thread at once: what was under way is lost there, and the ledger has it. */
  restart(): void
  /** Waits for running tasks, then ends the threads. */
  close(): Promise<void>
}

export interface LaneEvents {
  push(push: LanePush): void
  /** A thread ended, or was ended because it hung; another takes its place. */
  lost(lane: number, loss: Loss): Promise<void> | void
  /** A lane is about to end, since there are to be fewer; these are its last metrics, as JSON. */
  removed(lane: number, metrics: string): void
}

/** All lanes, and how many of them players are routed to. */
interface Routing {
  readonly lanes: Lane[]
  count: number
  /** While their number changes. */
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
    checkStores: () => inUse(routing).map(checkStores),
    load: () => inUse(routing).map(lane => lane.load()),
    tell: async task => (await Promise.all(lanes.map(lane => tell(lane, task)))).every(Boolean),
    resize(to) {
      const done = resized.then(() => resize(routing, to, open, on))
      resized = done.catch(() => {})
      return done
    },
    restart() {
      for (const { thread } of lanes) thread.restart()
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

/** Those that players may be routed to: one that only starts keeps no node from being ready. */
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

/** What it counted is read once more, so that it is not lost. */
async function closeLane(lane: Lane, index: number, on: LaneEvents): Promise<void> {
  const metrics = await readInTime(lane, { kind: 'metrics', projects: null })
  if (metrics !== null) on.removed(index, metrics)
  await lane.thread.close()
}

/** Nobody moves to a thread that does not answer yet. */
async function untilUp({ thread }: Lane): Promise<void> {
  const untilMs = performance.now() + LANE_START_MS
  while (!thread.isUp()) {
    if (performance.now() > untilMs) throw new Error('a new lane does not start')
    await pause(LANE_LOOK_MS)
  }
}

async function tell({ thread, ask }: Lane, task: LaneTask): Promise<boolean> {
  if (thread.isGone()) return true
  const told = ask(task)
  // One that is on its way out may still be at work.
  if (told === null) return false
  await told.catch(() => {})
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

async function checkStores(lane: Lane): Promise<void> {
  const checked = lane.ask({ kind: 'check-stores' })
  if (checked === null) throw new Error('its thread is being replaced')
  await checked
}
