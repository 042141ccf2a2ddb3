// The key of a player state in Redis. All keys of a player share one hash tag, so that a cluster
// keeps them in one slot and a script may use them together. No other code builds these keys.

import type { PlayerRef } from '../core/player.ts'

/** The second form of a player state: keys of the first form are left alone, and expire. */
export function playerKey(player: PlayerRef): string {
  return `p2:{${player.projectId}:${player.playerId}}`
}

/** The key of the list of the player's recent rounds. */
export function recentRoundsKey(player: PlayerRef): string {
  return `${playerKey(player)}:recent`
}

/** Matches every player state, and no other key, after the prefix of all keys. */
export const ALL_PLAYERS = 'p2:{*}'

/** Null for a key of something else. A project's id contains no colon. */
export function playerOfKey(key: string): PlayerRef | null {
  const [, projectId, playerId] = /^p2:\{([^:]+):(.+)\}$/s.exec(key) ?? []
  return projectId === undefined ? null : { projectId, playerId: playerId! }
}
