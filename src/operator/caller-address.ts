// Who sent a request that came through proxies, and under which id it is handled. A header is
// trusted only as far as configured proxies vouch for it: from our side back to the first hop that
// is not such a proxy.

import { randomUUID } from 'node:crypto'
import { countedAddress, isInside, readAddress } from '../core/network.ts'
import { REQUEST_ID_PATTERN } from '../wire/openapi/components.ts'

/** How many addresses are checked. A longer chain of proxies is treated as an attack. */
const HOPS_MAX = 16

/** Some proxies add the port: 203.0.113.7:4711, [2001:db8::7]:4711. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([0-9.]+))(?::[0-9]{1,5})?$/

function readHop(text: string): string | null {
  const hop = text.trim()
  const [, bracketed, dotted] = WITH_PORT.exec(hop) ?? []
  return readAddress(bracketed ?? dotted ?? hop)
}

/**
 * The caller's address, or null when a trusted proxy names no readable one: the caller is then
 * unknown, and using the proxy's address instead would let a stranger in wherever the proxy may
 * come in.
 * @param socket the other end of the connection
 * @param forwarded hops in the order in which they were passed, each text one or more,
 * comma-separated
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
    // There is no earlier hop: the proxy itself calls.
    if (hop === undefined) return caller
    caller = seen < HOPS_MAX ? readHop(hop) : null
  }
  return caller
}

/**
 * The address that the caller counts for where callers are limited: an unknown caller counts as the
 * proxy.
 */
export function countCaller(
  socket: string,
  forwarded: readonly string[],
  trustedProxies: readonly string[],
): string {
  return countedAddress(findCaller(socket, forwarded, trustedProxies) ?? socket)
}

/** It contains nothing that could break a header, a log line or a query. */
const WELL_FORMED_ID = new RegExp(REQUEST_ID_PATTERN)

/**
 * The id of a call, in its answer, in each of its log lines and in each wallet call that it causes:
 * a trusted proxy's id when it is well-formed, otherwise a new one. Ids from other callers are
 * ignored.
 * @param given every X-Request-Id header that was sent
 */
export function chooseRequestId(
  socket: string,
  given: readonly string[],
  trustedProxies: readonly string[],
): string {
  const [first] = given
  const isUsable = given.length === 1 && WELL_FORMED_ID.test(first!)
  return isUsable && isInside(socket, trustedProxies) ? first! : randomUUID()
}
