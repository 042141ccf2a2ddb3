// The player state of a test file in Redis, under its own keys, and players whose state is loaded.

import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { HOUR_MS } from '../../src/core/time.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import type { SpinToOpen } from '../../src/redis/open-rounds.ts'
import { createRedisState, type PlayerToLoad } from '../../src/redis/player-state.ts'
import { openKeys } from './real-stores.ts'

type RedisState = ReturnType<typeof createRedisState>

export async function openRedisState(t: Test) {
  const { redisUrl, redisPrefix } = openKeys(t)
  /** Another connection, as a second node has. */
  async function connect() {
    const client = await connectRedis(redisUrl, redisPrefix)
    t.teardown(() => client.disconnect())
    return client
  }
  const redis = await connect()
  return { redis, connect, redisPrefix, redisState: createRedisState(redis) }
}

/**
 * A player whose state was loaded, with one live session.
 * @param ledger what the ledger has of the player, unless `load` is given other fields
 */
export async function loadPlayer(
  redisState: RedisState,
  ledger: Partial<PlayerToLoad> = {},
  playerId: string = randomUUID(),
) {
  const player = { projectId: 'casino', playerId }
  const session = { sessionId: randomUUID(), tokenVersion: 1 }
  const known = { sequence: 0n, entitlementsRevision: 0n, openRounds: [], targets: [], ...ledger }
  const load = (change: Partial<PlayerToLoad> = {}) =>
    redisState.load(player, { ...known, ...change })
  const putSession = (expiresInMs = HOUR_MS, version = 1) =>
    redisState.putSession(player, session.sessionId, Date.now() + expiresInMs, version)
  /** A paid base spin unless the fields are others. */
  const open = (roundId: string, spin: Partial<SpinToOpen> = {}, as = session, on = redisState) =>
    on.openRound(player, as, {
      gameId: 'game',
      roundId,
      entitlementsRevision: known.entitlementsRevision,
      spin: 'base',
      modeId: 'base',
      ...spin,
    })
  await load()
  await putSession()
  return { player, session, key: `p2:{casino:${playerId}}`, load, putSession, open }
}
