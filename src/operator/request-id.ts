// The id of a call, in its answer, in each log line of it and in each wallet call that it causes: a trusted
// proxy's when it is well-formed, else our own. Believes no stranger.

import { randomUUID } from 'node:crypto'
import { isInside } from '../core/network.ts'
import { REQUEST_ID_PATTERN } from '../wire/openapi/components.ts'

/** Nothing in it can break a header, a log line or a query. */
const WELL_FORMED = new RegExp(REQUEST_ID_PATTERN)

/**
 * @param socket whoever holds the connection
 * @param given every X-Request-Id header that was sent
 * @param trustedProxies networks as parseNetwork gives them
 */
export function chooseRequestId(
  socket: string,
  given: readonly string[],
  trustedProxies: readonly string[],
): string {
  const [first] = given
  const isUsable = given.length === 1 && WELL_FORMED.test(first!)
  return isUsable && isInside(socket, trustedProxies) ? first! : randomUUID()
}
