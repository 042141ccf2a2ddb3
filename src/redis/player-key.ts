// The key of a player state in Redis. All keys of a player share one hash tag, so that a cluster keeps
// them in one slot and a script may touch them together. Never built anywhere else.

import type { PlayerRef } from '../core/player.ts'

export function playerKey(player: PlayerRef): string {
  return `p:{${player.projectId}:${player.playerId}}`
}
