// A model of the shipped proxy: how many places meet on a node when sockets are led by their place.
// Opens no socket.

import { SHARDS } from '../src/core/shard.ts'
import { PLACE_SHARE } from '../src/server/socket-balance.ts'

/** Points on the ring of the proxy's consistent hash: of a node, and about so many in all. */
const POINTS = { ofNode: 64, inAll: 4_096 }
/** Sockets of the model: of a node, and of all nodes together at most. */
const SOCKETS = { ofNode: 200, inAll: 20_000 }
/** How often each socket closes and comes back. */
const RETURNS = 4

/**
 * How many places an average player's node has players of, as if they had equal shares there: a
 * model of the shipped proxy, which leads a socket to the next node on the ring that is below
 * PLACE_SHARE of the even share. Sockets close and come back in any order.
 */
export function countPlacesMet(nodes: number, places: number): number {
  const known = met.get(`${nodes} ${places}`)
  if (known !== undefined) return known
  const points = nodes * Math.max(4, Math.min(POINTS.ofNode, Math.ceil(POINTS.inAll / nodes)))
  const ring = Array.from({ length: points }, (_, i) => ({
    at: hash(`node ${i % nodes}, ${Math.floor(i / nodes)}`),
    node: i % nodes,
  })).sort((a, b) => a.at - b.at)
  const starts = Array.from({ length: places }, (_, place) => {
    const at = hash(`place ${Math.floor((place * SHARDS) / places)}`)
    return Math.max(
      0,
      ring.findIndex(point => point.at >= at),
    )
  })
  const sockets = nodes * Math.min(SOCKETS.ofNode, Math.ceil(SOCKETS.inAll / nodes))
  const most = Math.ceil((PLACE_SHARE * sockets) / nodes)
  const counts = new Array<number>(nodes).fill(0)
  const nodeOf: number[] = []
  for (let step = 0; step < sockets * (1 + RETURNS); step++) {
    const socket = step < sockets ? step : hash(`return ${step}`) % sockets
    if (step >= sockets) counts[nodeOf[socket]!]!--
    let at = starts[socket % places]!
    while (counts[ring[at]!.node]! >= most) at = (at + 1) % ring.length
    nodeOf[socket] = ring[at]!.node
    counts[ring[at]!.node]!++
  }
  const found = placesSeen(nodeOf, places, counts)
  met.set(`${nodes} ${places}`, found)
  return found
}

/** By nodes and places. */
const met = new Map<string, number>()

function placesSeen(nodeOf: readonly number[], places: number, counts: readonly number[]): number {
  const together = new Map<number, number>()
  for (const [socket, node] of nodeOf.entries()) {
    const key = node * places + (socket % places)
    together.set(key, (together.get(key) ?? 0) + 1)
  }
  /** Of the players of an average player's node, the share that has the same place. */
  let share = 0
  for (const [key, count] of together) {
    share += (count / nodeOf.length) * (count / counts[Math.floor(key / places)]!)
  }
  return 1 / share
}

/** FNV-1a with a final mixing, so that similar names are far apart. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (const char of text) h = Math.imul(h ^ char.charCodeAt(0), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
