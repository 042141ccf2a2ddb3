// A number for a player that is the same in every process, and how it is mixed into other numbers.
// Pure; decides nothing.

import type { PlayerRef } from './player.ts'

/** FNV-1a over UTF-16 units. */
export function hashOf({ projectId, playerId }: PlayerRef): number {
  let hash = 0x811c9dc5
  const text = `${projectId}:${playerId}`
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash >>> 0
}

/** The next of a stream of numbers below 2^32 (mulberry32). */
export function mixed(state: number): number {
  let number = Math.imul(state ^ (state >>> 15), state | 1)
  number ^= number + Math.imul(number ^ (number >>> 7), number | 61)
  return (number ^ (number >>> 14)) >>> 0
}
