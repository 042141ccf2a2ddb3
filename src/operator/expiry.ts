// When a grant or a target outcome expires: the request's `expires_at`. Reads no clock. The text is
// read when the body is checked, and the range is checked when the method executes, so that a
// repeat under an Idempotency-Key gets its first answer however much later it comes.

import { parseInstant } from '../core/iso-time.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { refuse } from './errors.ts'
import { accept, type Read } from './request.ts'

/** Operator API, "Value bounds": both bounds are inclusive. */
const DEFAULT_MS = 7 * DAY_MS
const SHORTEST_MS = HOUR_MS

/** Epoch milliseconds; null when the field was not sent. */
export function readExpiry(text: string | undefined): Read<number | null> {
  if (text === undefined) return accept(null)
  const atMs = parseInstant(text)
  return atMs === null ? refuse('INVALID_EXPIRY') : accept(atMs)
}

/** When it expires, from now: the requested time, or in seven days. */
export function resolveExpiry(
  askedMs: number | null,
  nowMs: number,
  longestMs: number,
): Read<number> {
  if (askedMs === null) return accept(nowMs + DEFAULT_MS)
  const isInRange = askedMs >= nowMs + SHORTEST_MS && askedMs <= nowMs + longestMs
  return isInRange ? accept(askedMs) : refuse('INVALID_EXPIRY')
}
