// Which lane serves a player: pure, the same in every process, and such that one lane more or less moves only the
// players that must move.

import type { PlayerRef } from '../core/player.ts'

/**
 * Jump consistent hashing (Lamping and Veach, 2014): of n lanes one more takes a share of 1 / (n + 1) from all others,
 * and nobody else moves.
 */
export function laneOf(player: PlayerRef, lanes: number): number {
  let state = hashOf(player)
  let lane = 0
  for (let next = 0; next < lanes; ) {
    lane = next
    state = (state + 0x6d2b79f5) >>> 0
    next = Math.floor(((lane + 1) * 2 ** 32) / (mixed(state) + 1))
  }
  return lane
}

/** FNV-1a over UTF-16 units. */
function hashOf({ projectId, playerId }: PlayerRef): number {
  let hash = 0x811c9dc5
  const text = `${projectId}:${playerId}`
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash >>> 0
}

/** The next of a stream of numbers below 2^32 (mulberry32). */
function mixed(state: number): number {
  let number = Math.imul(state ^ (state >>> 15), state | 1)
  number ^= number + Math.imul(number ^ (number >>> 7), number | 61)
  return (number ^ (number >>> 14)) >>> 0
}
