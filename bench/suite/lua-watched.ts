// The input of a peer of a Lua script, and the key of a player state that it writes. Decides
// nothing.

import type { PlayerRef } from '../../src/core/player.ts'
import type { RedisClient } from '../../src/redis/connection.ts'

export interface Fields {
  game: string
  round: string
  session: string
  record: string
  provider: string
  currency: string
}

export type Watched = (redis: RedisClient, player: PlayerRef, fields: Fields) => Promise<unknown>

export const KEPT_MS = 86_400_000

export const keyOf = ({ projectId, playerId }: PlayerRef) => `p2:{${projectId}:${playerId}}`
