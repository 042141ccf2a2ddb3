// The virtual shard of a player, and of the ids that are made for it: by it a database is found without asking
// one. Pure; which database carries a shard is a setting.

import type { PlayerRef } from './player.ts'
import { hashOf, mixed } from './player-hash.ts'

/** Never to be changed: where a player's rows are, and the ids given out, depend on it. */
export const SHARDS = 1024

/** Far from the numbers by which lanes are chosen, so that a lane has players of every shard. */
const OTHER_STREAM = 0x9e3779b9

/** From 0 to SHARDS - 1, even over players whatever their ids look like. */
export function shardOf(player: PlayerRef): number {
  return mixed((hashOf(player) + OTHER_STREAM) >>> 0) % SHARDS
}

/** In the last three hex digits of an id; what is left of them stays random. */
const DIGITS = 3

/**
 * The id, naming the player's shard in its last ten bits. Its time and order stay as they are.
 * @param id a random UUID of version 7
 */
export function inShardOf(player: PlayerRef, id: string): string {
  const last = Number.parseInt(id.slice(-DIGITS), 16)
  const named = last - (last % SHARDS) + shardOf(player)
  return id.slice(0, -DIGITS) + named.toString(16).padStart(DIGITS, '0')
}

/** Of an id made by `inShardOf`; ids made before there were shards name any. @param id a UUID */
export function shardOfId(id: string): number {
  return Number.parseInt(id.slice(-DIGITS), 16) % SHARDS
}
