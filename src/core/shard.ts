// The virtual shard of a player, and of the ids made for the player: it leads to the right database
// without a lookup. Pure; a setting assigns shards to databases.

import type { PlayerRef } from './player.ts'
import { hashOf, mixed } from './player-hash.ts'

/**
 * Must never change: where a player's rows are stored, and the ids already given out, depend on it.
 */
export const SHARDS = 1024

/** Different from the numbers that choose lanes, so that each lane has players of every shard. */
const OTHER_STREAM = 0x9e3779b9

/** From 0 to SHARDS - 1, evenly spread over players whatever their ids look like. */
export function shardOf(player: PlayerRef): number {
  return mixed((hashOf(player) + OTHER_STREAM) >>> 0) % SHARDS
}

/**
 * The shard is in the last three hex digits of an id; the remaining bits of these digits stay
 * random.
 */
const DIGITS = 3

/**
 * The id with the player's shard in its last ten bits. Its time and order do not change.
 * @param id a random UUID of version 7
 */
export function inShardOf(player: PlayerRef, id: string): string {
  const last = Number.parseInt(id.slice(-DIGITS), 16)
  const named = last - (last % SHARDS) + shardOf(player)
  return id.slice(0, -DIGITS) + named.toString(16).padStart(DIGITS, '0')
}

/**
 * The shard of an id made by `inShardOf`; ids from before there were shards give an arbitrary one.
 * @param id a UUID
 */
export function shardOfId(id: string): number {
  return Number.parseInt(id.slice(-DIGITS), 16) % SHARDS
}
