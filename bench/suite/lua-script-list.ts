// The Lua scripts that the suite measures, called through our typed functions, and the preparation
// of each. Measures nothing.

import type { PlayerRef } from '../../src/core/player.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import type { RedisClient } from '../../src/redis/connection.ts'
import { packId } from '../../src/redis/packed.ts'
import { playerKey, recentRoundsKey } from '../../src/redis/player-key.ts'
import { createRedisState } from '../../src/redis/player-state.ts'
import { createRateLimits } from '../../src/redis/rate-limits.ts'
import { parseRecentRounds } from '../../src/redis/recent-rounds.ts'
import { loadScript } from '../../src/redis/scripts.ts'
import { createWriteCheck } from '../../src/redis/write-check.ts'
import type { Fields } from './lua-peer.ts'

export type Functions = ReturnType<typeof createFunctions>

export interface Script {
  /** The name of its file in lua/. */
  name: string
  /** The preparation; a loaded player state with a session already exists. */
  prepare?(redis: Functions, player: PlayerRef): Promise<unknown>
  call(redis: Functions, player: PlayerRef): Promise<unknown>
  /** The keys of a player that it writes; absent: the player state. */
  keys?(player: string): string[]
}

const statesOf = (player: string) => [`p2:${player}`, `p2:${player}:recent`]
function windowOf(player: string): string[] {
  const window = `p2:${player}:${WINDOW.provider}:${WINDOW.currency}`
  return [...statesOf(player), `${window}:sums`, `${window}:rounds`]
}
const accountsOf = (player: string) => ['', ':t0', ':t1'].map(end => `wallet:${player}${end}`)

const GAME = 'forty-suns'
export const ROUND = '019383a0-7c00-7000-8000-000000000001'
const SESSION = { sessionId: '019383a0-7c00-7000-8000-000000000002', tokenVersion: 1 }
export const LEDGER = { sequence: 0n, entitlementsRevision: 0n, openRounds: [], targets: [] }
const WINDOW = { provider: 'provider_c', currency: 'USD' } as const
const RULE = { windowRounds: 100, revision: 1 }
/** A full window: for each round that enters, the oldest one leaves. */
const WINDOW_ROUNDS = Array.from({ length: RULE.windowRounds }, () => ({
  stakeMinor: 40n,
  winMinor: 120n,
}))
const EARLIER_ROUND = '019383a0-7c00-7000-8000-000000000003'
const RECORD = {
  currency: 'USD',
  stakeMinor: 40n,
  baseStakeMinor: 40n,
  requestId: '17.42',
  betTerms: '{"denominationMinor":"1","credits":40}',
  freeSpin: null,
} as const

function open(redis: Functions, player: PlayerRef, roundId = ROUND) {
  const spin = { entitlementsRevision: 0n, spin: 'base', modeId: 'base', record: RECORD } as const
  return redis.openRound(player, SESSION, { gameId: GAME, roundId, ...spin })
}

const reveal = (redis: Functions, player: PlayerRef) =>
  redis.decideReveal(player, GAME, ROUND, 'revealed', 120n)

function settle(redis: Functions, player: PlayerRef, roundId: string, sequence: bigint) {
  const round = { gameId: GAME, roundId, sequence, stakeMinor: 40n, winMinor: 120n }
  return redis.settleRound(player, WINDOW, round, RULE)
}

/** The fields that the peers write, with ids as the scripts write them. */
export const FIELDS: Fields = {
  game: GAME,
  round: packId(ROUND),
  session: packId(SESSION.sessionId),
  record: '[]',
  ...WINDOW,
}

/** As for a player's first counted round, whose window is missing. */
async function settleWithoutWindow(redis: Functions, player: PlayerRef): Promise<void> {
  await open(redis, player, EARLIER_ROUND)
  await settle(redis, player, EARLIER_ROUND, 1n)
}

const loadWindow = (redis: Functions, player: PlayerRef) =>
  redis.loadWindow(player, WINDOW, { token: '1', revision: RULE.revision }, 1n, WINDOW_ROUNDS)

/** In the order of a round, then those that are called less often. */
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
    name: 'round-settle',
    keys: windowOf,
    async prepare(redis, player) {
      await settleWithoutWindow(redis, player)
      await loadWindow(redis, player)
      await open(redis, player)
    },
    call: (redis, player) => settle(redis, player, ROUND, 2n),
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
  {
    name: 'round-opening',
    prepare: open,
    call: (redis, player) => redis.noteOpening(player, ROUND, 'unsent'),
  },
  { name: 'window-load', keys: windowOf, prepare: settleWithoutWindow, call: loadWindow },
  {
    name: 'player-after-failover',
    prepare: open,
    call: (redis, player) => redis.takeRecent(player),
  },
  { name: 'write-check', keys: () => [], call: redis => redis.writeCheck() },
]

/** As `takeRecentPlayers` calls it for each player that it finds. */
function createRecentRounds(redis: RedisClient) {
  const script = loadScript<string[]>(redis, 'player-after-failover', 2)
  return async (player: PlayerRef) => {
    const [, ...packed] = await script(playerKey(player), recentRoundsKey(player), 'ledger-2')
    return parseRecentRounds(packed)
  }
}

export function putSession(redis: Functions, player: PlayerRef) {
  return redis.putSession(player, SESSION.sessionId, Date.now() + 3_600_000, 1)
}

export const playerOf = (number: number): PlayerRef => ({
  projectId: 'bench',
  playerId: String(number).padStart(12, '0'),
})

export function createFunctions(redis: RedisClient) {
  return {
    ...createRedisState(redis),
    takeCall: createRateLimits(redis),
    wallet: createBuiltInWalletAccounts(redis),
    takeRecent: createRecentRounds(redis),
    writeCheck: createWriteCheck(redis),
  }
}

/** The keys that a script writes, of a player. */
export const keysOf = ({ keys = statesOf }: Script, { projectId, playerId }: PlayerRef) =>
  keys(`{${projectId}:${playerId}}`)
