// The key of a player state in Redis. All keys of a player share one hash tag, so that a cluster keeps
// them in one slot and a script may touch them together. Never built anywhere else.

import type { PlayerRef } from '../core/player.ts'

/** The second form of a player state: what is there in the first one is left alone, and expires. */
export function playerKey(player: PlayerRef): string {
  return `p2:{${player.projectId}:${player.playerId}}`
}

/** Of the list of the player's recent rounds. */
export function recentRoundsKey(player: PlayerRef): string {
  return `${playerKey(player)}:recent`
}

/** Matches every player state, and no other key, behind the prefix of all keys. */
export const ALL_PLAYERS = 'p2:{*}'

/** Null for a key of something else. A project's id has no colon. */
export function playerOfKey(key: string): PlayerRef | null {
  const [, projectId, playerId] = /^p2:\{([^:]+):(.+)\}$/s.exec(key) ?? []
  return projectId === undefined ? null : { projectId, playerId: playerId! }
}
