// Who sent a request that came through proxies. A name in a header is believed only as far as
// configured proxies vouch for it: from our side back to the first hop that is none of them.

import { countedAddress, isInside, readAddress } from '../core/network.ts'

/** Addresses looked at. A longer row of proxies is taken for an attack. */
const HOPS_MAX = 16

/** Some proxies name the port as well: 203.0.113.7:4711, [2001:db8::7]:4711. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([0-9.]+))(?::[0-9]{1,5})?$/

function readHop(text: string): string | null {
  const hop = text.trim()
  const [, bracketed, dotted] = WITH_PORT.exec(hop) ?? []
  return readAddress(bracketed ?? dotted ?? hop)
}

/**
 * The caller's address, or null when a trusted proxy names no readable one: then nobody knows who it
 * is, and taking the proxy's own address would let a stranger in wherever the proxy may come in.
 * @param socket whoever holds the connection
 * @param forwarded hops in the order they were passed, each text one or more, comma-separated
 * @param trustedProxies networks as parseNetwork gives them
 */
export function findCaller(
  socket: string,
  forwarded: readonly string[],
  trustedProxies: readonly string[],
): string | null {
  let caller = readAddress(socket)
  const hops = forwarded.flatMap(text => text.split(','))
  for (let seen = 0; caller !== null && isInside(caller, trustedProxies); seen++) {
    const hop = hops.pop()
    // Nobody before it: the proxy itself calls.
    if (hop === undefined) return caller
    caller = seen < HOPS_MAX ? readHop(hop) : null
  }
  return caller
}

/** What the caller counts as where callers are bounded: one that nobody can tell counts as the proxy. */
export function countCaller(
  socket: string,
  forwarded: readonly string[],
  trustedProxies: readonly string[],
): string {
  return countedAddress(findCaller(socket, forwarded, trustedProxies) ?? socket)
}
