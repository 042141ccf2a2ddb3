// Until when a grant or a target outcome lives: the request's `expires_at`. Never asks a clock.

import { parseInstant } from './iso-time.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

/** Operator API, "Value bounds": both bounds themselves are legal. */
const DEFAULT_MS = 7 * DAY_MS
const SHORTEST_MS = HOUR_MS

/** Epoch milliseconds; null is INVALID_EXPIRY. `value` undefined means the field was not sent. */
export function readExpiry(value: unknown, nowMs: number, longestMs: number): number | null {
  if (value === undefined) return nowMs + DEFAULT_MS
  if (typeof value !== 'string') return null
  const atMs = parseInstant(value)
  if (atMs === null || atMs < nowMs + SHORTEST_MS || atMs > nowMs + longestMs) return null
  return atMs
}

/** The instant itself is already past: what expires at 12:00 has no spin at 12:00. */
export function isPast(expiresAtMs: number, nowMs: number): boolean {
  return nowMs >= expiresAtMs
}
