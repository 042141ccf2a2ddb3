// The Lua scripts that the suite measures, as our typed functions call them, and what comes before each. Measures
// nothing.

import type { PlayerRef } from '../../src/core/player.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import type { RedisClient } from '../../src/redis/connection.ts'
import { createRedisState, type RedisState } from '../../src/redis/player-state.ts'
import { createRateLimits } from '../../src/redis/rate-limits.ts'

export interface Functions extends RedisState {
  takeCall: ReturnType<typeof createRateLimits>
  wallet: ReturnType<typeof createBuiltInWalletAccounts>
}

export interface Script {
  name: string
  /** What comes before it; a player state that was loaded and has a session is there. */
  prepare?(redis: Functions, player: PlayerRef): Promise<unknown>
  call(redis: Functions, player: PlayerRef): Promise<unknown>
  /** What it writes, of a player; absent: the player state. */
  keys?(player: string): string[]
}

const statesOf = (player: string) => [`p:${player}`, `p:${player}:recent`]
const accountsOf = (player: string) => [
  `wallet:${player}`,
  `wallet:${player}:t0`,
  `wallet:${player}:t1`,
]

export const GAME = 'forty-suns'
export const ROUND = '019383a0-7c00-7000-8000-000000000001'
export const SESSION = { sessionId: '019383a0-7c00-7000-8000-000000000002', tokenVersion: 1 }
export const LEDGER = { sequence: 0n, entitlementsRevision: 0n, openRounds: [], targets: [] }
const RECORD = {
  currency: 'USD',
  stakeMinor: 40n,
  baseStakeMinor: 40n,
  requestId: '17.42',
  betTerms: '{"denominationMinor":"1","credits":40}',
  freeSpin: null,
} as const

function open(redis: Functions, player: PlayerRef) {
  const spin = { entitlementsRevision: 0n, spin: 'base', modeId: 'base', record: RECORD } as const
  return redis.openRound(player, SESSION, { gameId: GAME, roundId: ROUND, ...spin })
}

const reveal = (redis: Functions, player: PlayerRef) =>
  redis.decideReveal(player, GAME, ROUND, 'revealed', 120n)

/** The first ones are measured usually, the others with --full. */
export const USUAL = 5
export const SCRIPTS: readonly Script[] = [
  { name: 'round-open', call: open },
  { name: 'round-reveal', prepare: open, call: reveal },
  {
    name: 'round-close',
    async prepare(redis, player) {
      await open(redis, player)
      await reveal(redis, player)
    },
    call: (redis, player) => redis.closeRound(player, GAME, ROUND, 'over'),
  },
  {
    name: 'rate-take',
    keys: () => [],
    call: (redis, { playerId }) => redis.takeCall(playerId, 'actions', 600),
  },
  {
    name: 'wallet-apply',
    keys: accountsOf,
    prepare: (redis, player) =>
      redis.wallet.apply({ ...player, currency: 'USD' }, { kind: 'read' }),
    call: (redis, player) =>
      redis.wallet.apply(
        { ...player, currency: 'USD' },
        { kind: 'bet', transaction: `bet-${ROUND}`, amountMinor: 40n },
      ),
  },
  { name: 'player-load', call: (redis, player) => redis.load(player, LEDGER) },
  { name: 'session-put', call: putSession },
  { name: 'entitlements-drop', call: (redis, player) => redis.dropEntitlements(player) },
]

export function putSession(redis: Functions, player: PlayerRef) {
  return redis.putSession(player, SESSION.sessionId, Date.now() + 3_600_000, 1)
}

export const playerOf = (number: number): PlayerRef => ({
  projectId: 'bench',
  playerId: String(number).padStart(12, '0'),
})

export function createFunctions(redis: RedisClient): Functions {
  return {
    ...createRedisState(redis),
    takeCall: createRateLimits(redis),
    wallet: createBuiltInWalletAccounts(redis),
  }
}

/** The keys that a script writes, of a player. */
export const keysOf = ({ keys = statesOf }: Script, { projectId, playerId }: PlayerRef) =>
  keys(`{${projectId}:${playerId}}`)
