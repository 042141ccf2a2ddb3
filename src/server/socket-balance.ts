// Evens out the play sockets of the nodes: a node that has more than its share closes some idle
// ones each time, and their clients connect to another node. Proxies place new connections only, so
// without this a node that starts beside full ones stays empty. Never goes below the even share,
// nor below what a proxy gives a node by the places in its players' links.

import type { PlaySockets } from '../edge/play.ts'
import { listNodes } from '../ledger/nodes/node-settings.ts'
import { NODE_GONE_MS } from '../limits.ts'
import { moveSockets } from './drain.ts'
import type { Parts } from './parts.ts'
import { shardMapOf } from './settings/config.ts'

/**
 * Time between two steps: three reports of the other nodes (NODE_SEEN_EVERY_MS), so that each step
 * knows where the players of the last one went.
 */
const BALANCE_EVERY_MS = 15_000
/** What one step moves at most: of a node's sockets, and in all, for the nodes that get them. */
const STEP_SHARE = 0.05
const STEP_SOCKETS = 250
/** Nothing is moved until a node is this far above the even share: chance makes such differences. */
const MARGIN_SHARE = 0.2
const MARGIN_SOCKETS = 3
/**
 * What the proxy lets a node have of the even share when it leads players by their places
 * (`hash-balance-factor` of deploy/docker/haproxy.cfg). Below it the proxy may send a player back
 * to the same node, so the node moves no one; moving begins above it, at MARGIN_SHARE.
 */
export const PLACE_SHARE = 1.15
/**
 * A node whose players come back to it, because its proxy sends them there, rests for this long;
 * each time it was in vain again, for twice as long. A session lasts two hours.
 */
const REST_MS = 10 * 60_000
const REST_MAX_MS = 24 * 60 * 60_000

interface Moving {
  /** Sockets when it began. */
  readonly from: number
  moved: number
}

/**
 * @param clockMs monotonic
 * @param share of the even share, down to which a node sends players away
 */
export function createBalance(clockMs: () => number, share = 1) {
  let restMs = REST_MS
  let moving: Moving | null = null
  let restsUntilMs = Number.NEGATIVE_INFINITY
  return {
    /** How many sockets to move now. @param others of the other nodes that take players */
    step(own: number, others: readonly number[]): number {
      const even = evenShare(own, others)
      const wanted = Math.ceil(even * share)
      const margin = Math.max(MARGIN_SOCKETS, even * MARGIN_SHARE)
      if (moving !== null && isInVain(moving, own, margin)) {
        restsUntilMs = clockMs() + restMs
        restMs = Math.min(2 * restMs, REST_MAX_MS)
      } else if (moving !== null && own <= wanted) restMs = REST_MS
      if (own <= wanted || clockMs() < restsUntilMs) moving = null
      else if (moving === null && own > even + margin) moving = { from: own, moved: 0 }
      if (moving === null) return 0
      return Math.min(own - wanted, Math.ceil(own * STEP_SHARE), STEP_SOCKETS)
    },
    noteMoved(count: number): void {
      if (moving !== null) moving.moved += count
    },
  }
}

/** Round robin between two nodes brings half of them back; this is fewer than that stay away. */
function isInVain({ from, moved }: Moving, own: number, margin: number): boolean {
  return moved > 2 * margin && from - own < moved / 4
}

export function evenShare(own: number, others: readonly number[]): number {
  return Math.ceil(others.reduce((sum, each) => sum + each, own) / (others.length + 1))
}

/** @returns a function that stops it */
export function startSocketBalance(
  parts: Parts,
  sockets: Pick<PlaySockets, 'count' | 'moveIdle' | 'closeIdle'>,
): () => void {
  const isLedByPlace = shardMapOf(parts.config).carriers.length > 1
  const balance = createBalance(() => performance.now(), isLedByPlace ? PLACE_SHARE : 1)
  let isAtWork = false
  const act = async () => {
    if (isAtWork || parts.stage !== 'serving') return
    isAtWork = true
    try {
      await balanceOnce(parts, sockets, balance)
    } catch (error) {
      parts.onFault(error)
    } finally {
      isAtWork = false
    }
  }
  const timer = setInterval(() => void act(), BALANCE_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function balanceOnce(
  { pool, config, clock, metrics, log }: Parts,
  sockets: Pick<PlaySockets, 'count' | 'moveIdle' | 'closeIdle'>,
  balance: ReturnType<typeof createBalance>,
): Promise<void> {
  const nodes = await listNodes(pool, NODE_GONE_MS)
  const others = nodes.flatMap(({ node, sockets: count, takesSockets }) =>
    node !== config.nodeName && takesSockets && count !== null ? [count] : [],
  )
  const own = sockets.count()
  if (clock.isOff() && others.length > 0) {
    // No round starts here, so nothing is lost by moving everyone.
    await moveSockets(sockets)
    metrics.socketsMoved(own - sockets.count())
    return
  }
  const even = evenShare(own, others)
  metrics.socketsEven(even)
  const count = balance.step(own, others)
  if (count === 0) return
  const moved = await sockets.moveIdle(count)
  balance.noteMoved(moved)
  metrics.socketsMoved(moved)
  log.info({ own, even, moved }, 'idle players are sent to nodes with fewer')
}
