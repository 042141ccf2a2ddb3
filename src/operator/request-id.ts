// The id of a call, in its answer, in each of its log lines and in each wallet call that it causes:
// a trusted proxy's id when it is well-formed, otherwise a new one. Ids from other callers are
// ignored.

import { randomUUID } from 'node:crypto'
import { isInside } from '../core/network.ts'
import { REQUEST_ID_PATTERN } from '../wire/openapi/components.ts'

/** It contains nothing that could break a header, a log line or a query. */
const WELL_FORMED = new RegExp(REQUEST_ID_PATTERN)

/**
 * @param socket the other end of the connection
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
