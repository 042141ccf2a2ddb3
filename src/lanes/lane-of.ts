// Which lane serves a player: pure, the same in every process, and such that adding or removing a
// lane moves as few players as possible.

import type { PlayerRef } from '../core/player.ts'
import { hashOf, mixed } from '../core/player-hash.ts'

/**
 * Jump consistent hashing (Lamping and Veach, 2014): when one lane is added to n, it takes a share
 * of 1 / (n + 1) from all others, and no other player moves.
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
