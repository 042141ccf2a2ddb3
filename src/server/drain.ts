// Stops a node in order: it reports that it is not ready and serves on, its sockets are sent
// elsewhere, new rounds are refused, work in progress is finished, then lanes and connections are
// closed. Every step has a deadline, so a drain always ends.

import { setTimeout as sleep } from 'node:timers/promises'
import { requestsInFlight } from '../edge/http.ts'
import type { PlaySockets } from '../edge/play.ts'
import type { Lanes } from '../lanes/routing.ts'
import type { Listener } from '../ledger/database/listener.ts'
import { withDeadline } from '../limits/deadline.ts'
import { LANE_CLOSE_DEADLINE_MS } from '../limits.ts'
import type { Parts } from './parts.ts'

/**
 * The sockets of a node that ends are closed in at most this many slices, each after this pause.
 */
export const CLOSE_SLICES = 50
export const CLOSE_SLICE_MS = 100
/** A slice closes at least this many sockets, so that a small node is empty at once. */
const CLOSE_SLICE_SOCKETS = 50
/** How long a drain waits for started rounds before the process ends anyway (they resume later). */
export const DRAIN_DEADLINE_MS = 20_000
/** How long searches for target outcomes may take to end; their claims lapse anyway. */
const SEARCH_CLOSE_DEADLINE_MS = 5_000

/** How often the drain checks whether any work is still in progress. */
const IDLE_POLL_MS = 20

export interface Serving {
  parts: Parts
  lanes: Lanes
  sockets: PlaySockets
  /** Those that listen for notifications of the ledger. */
  listeners: readonly Listener[]
  /** Jobs in the background. */
  jobs: readonly { stop(): Promise<void> }[]
  /** Closes the public listener and all others. */
  closeListeners(): Promise<void>
}

export async function drain(node: Serving): Promise<void> {
  const { parts, lanes, sockets, jobs } = node
  const { log } = parts
  const startedMs = performance.now()
  log.info({ graceMs: parts.config.drainGraceMs }, 'the node ends: it is not ready, and serves on')
  parts.stage = 'leaving'
  await sleep(parts.config.drainGraceMs)
  log.info({ sockets: sockets.count() }, 'the node ends: its players are sent to other nodes')
  parts.stage = 'moving'
  await moveSockets(sockets)
  parts.stage = 'draining'
  const underWay = () => requestsInFlight() + commandsIn(lanes)
  log.info({ underWay: underWay() }, 'the node ends: it begins nothing more')
  const finished = Promise.all([...jobs.map(job => job.stop()), idle(underWay)])
  await withDeadline(finished, DRAIN_DEADLINE_MS)
  const left = underWay()
  sockets.closeAll()
  await node.closeListeners()
  await Promise.all(node.listeners.map(each => each.close()))
  await closeParts(parts, lanes)
  log.info({ left, tookMs: Math.round(performance.now() - startedMs) }, 'the node has ended')
}

/**
 * In slices, so that the other nodes do not get all sockets at once. A socket that waits for an
 * answer gets it first, unless that takes longer than the slices do.
 */
export async function moveSockets(
  sockets: Pick<PlaySockets, 'count' | 'closeIdle'>,
): Promise<void> {
  const slice = Math.max(CLOSE_SLICE_SOCKETS, Math.ceil(sockets.count() / CLOSE_SLICES))
  for (let slices = 0; slices < CLOSE_SLICES && sockets.count() > 0; slices++) {
    sockets.closeIdle(slice)
    await sleep(CLOSE_SLICE_MS)
  }
}

/** Closes the lanes, then the searches, then the connections that both use. */
export async function closeParts(parts: Parts, lanes: Lanes): Promise<void> {
  await withDeadline(lanes.close(), LANE_CLOSE_DEADLINE_MS)
  await withDeadline(parts.targetSearch.close(), SEARCH_CLOSE_DEADLINE_MS)
  await parts.close()
}

const commandsIn = (lanes: Lanes) => lanes.load().reduce((sum, { depth }) => sum + depth, 0)

/** Resolves once no work is in progress any more. */
async function idle(underWay: () => number): Promise<void> {
  while (underWay() > 0) await sleep(IDLE_POLL_MS)
}
