// Row 4: the Lua scripts of the spin's path through our typed functions and client, 64 under way on one connection.
// The floor is redis-benchmark sending the very EVALSHA that our client sent, as many in one pipeline. The peer is
// WATCH, reads, MULTI and writes of the same fields, each on a connection of its own, as WATCH needs it. Fair: all
// take players at random out of as many, whose states are put back before each lot.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Redis } from 'ioredis'
import type { PlayerRef } from '../../src/core/player.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import type { RedisClient } from '../../src/redis/connection.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createRedisState, type RedisState } from '../../src/redis/player-state.ts'
import { createRateLimits } from '../../src/redis/rate-limits.ts'
import { processUse, storePids } from '../process-use.ts'
import { withStores } from '../stream-platform.ts'
import { WATCHED } from './lua-peer.ts'
import type { Case, CpuSeconds, Opened, Role, Row, Running, Scope, Slice } from './row.ts'
import { useRedis } from './setting.ts'

const AT_ONCE = 64
const PLAYERS = 10_000
/** Calls before the states are put back: one in five meets a player whom another has met before. */
const LOT = 5_000

export const luaScripts: Row = {
  number: 4,
  name: 'Lua script',
  unit: 'calls/s',
  better: 'more',
  abouts: {
    ours: 'typed function and client',
    floor: 'redis-benchmark of the same EVALSHA',
    peer: 'WATCH, MULTI',
  },
  sliceTimes: 0.3,
  cases: ({ isFull, isSmoke }) =>
    SCRIPTS.filter((_, i) => isFull || i < (isSmoke ? 1 : USUAL)).map(caseOf),
}

interface Functions extends RedisState {
  takeCall: ReturnType<typeof createRateLimits>
  wallet: ReturnType<typeof createBuiltInWalletAccounts>
}

interface Script {
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

const GAME = 'forty-suns'
const ROUND = '019383a0-7c00-7000-8000-000000000001'
const SESSION = { sessionId: '019383a0-7c00-7000-8000-000000000002', tokenVersion: 1 }
const LEDGER = { sequence: 0n, entitlementsRevision: 0n, openRounds: [], targets: [] }
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
const USUAL = 5
const SCRIPTS: readonly Script[] = [
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

function putSession(redis: Functions, player: PlayerRef) {
  return redis.putSession(player, SESSION.sessionId, Date.now() + 3_600_000, 1)
}

const playerOf = (number: number): PlayerRef => ({
  projectId: 'bench',
  playerId: String(number).padStart(12, '0'),
})

const caseOf = (script: Script): Case => ({
  name: script.name,
  open: scope => openScript(scope, script),
})

async function openScript(scope: Scope, script: Script): Promise<Opened> {
  const redis = await useRedis(scope)
  const functions: Functions = {
    ...createRedisState(redis),
    takeCall: createRateLimits(redis),
    wallet: createBuiltInWalletAccounts(redis),
  }
  const players = scope.size.isSmoke ? 50 : PLAYERS
  const putBack = await prepareStates(scope, redis, functions, script, players)
  const pid = await withStores(await scope.platform(), storePids)
  const lots = (work: (calls: number) => Promise<number>, role: Role) =>
    runLots(scope, putBack, work, { redis: pid.redis, isCaller: role !== 'floor' })
  await script.call(functions, playerOf(0))
  const sent = await captureCommand(redis, () => script.call(functions, playerOf(0)))
  const argv = sent.map(argument => argument.replaceAll(playerOf(0).playerId, '__rand_int__'))
  const url = new URL(await scope.redis.address())
  const some = () => playerOf(Math.floor(Math.random() * players))
  const opened: Opened = {
    ours: lots(calls => timeMany(calls, () => script.call(functions, some())), 'ours'),
    floor: lots(calls => runRedisBenchmark(url, calls, players, argv), 'floor'),
  }
  const watched = WATCHED[script.name]
  if (watched === undefined) return opened
  const connections = await openMany(scope)
  const fields = { game: GAME, round: ROUND, session: SESSION.sessionId, record: '[]' }
  const peer = (worker: number) => watched(connections[worker]!, some(), fields)
  return { ...opened, peer: lots(calls => timeMany(calls, peer), 'peer') }
}

async function openMany(scope: Scope): Promise<RedisClient[]> {
  const address = await scope.redis.address()
  const all = await Promise.all(
    Array.from({ length: AT_ONCE }, () => connectRedis(address, scope.redis.prefix)),
  )
  scope.defer(() => {
    for (const each of all) each.disconnect()
  })
  return all
}

/** Milliseconds that so many calls took, 64 under way. */
async function timeMany(
  calls: number,
  call: (worker: number) => Promise<unknown>,
): Promise<number> {
  const startedMs = performance.now()
  let left = calls
  async function run(worker: number): Promise<void> {
    while (left-- > 0) await call(worker)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => run(worker)))
  return performance.now() - startedMs
}

/** Lots of calls; what comes between two of them is not counted. */
function runLots(
  { size }: Scope,
  putBack: () => Promise<unknown>,
  work: (calls: number) => Promise<number>,
  { redis, isCaller }: { redis: number; isCaller: boolean },
): Running {
  const calls = size.isSmoke ? 100 : LOT
  const used = { caller: 0, redis: 0 }
  const read = () => {
    const { user, system } = process.cpuUsage()
    return { caller: (user + system) / 1e6, redis: processUse(redis, 'cpu').cpuSeconds }
  }
  return {
    async slice(forMs): Promise<Slice> {
      let [tookMs, operations] = [0, 0]
      while (tookMs < forMs) {
        await putBack()
        const before = read()
        tookMs += await work(calls)
        const after = read()
        operations += calls
        used.caller += after.caller - before.caller
        used.redis += after.redis - before.redis
      }
      return { value: (operations * 1000) / tookMs, operations }
    },
    cpu: (): CpuSeconds => (isCaller ? { ...used } : { redis: used.redis }),
  }
}

const RESTORE = `
for number = 0, tonumber(ARGV[1]) - 1 do
  for i = 2, #ARGV, 2 do
    local key = string.gsub(ARGV[i], '000000000000', string.format('%012d', number))
    if ARGV[i + 1] == '' then
      redis.call('DEL', key)
    else
      redis.call('RESTORE', key, 0, ARGV[i + 1], 'REPLACE')
    end
  end
end`

/** Makes the first player's state by our own functions; what is returned copies it to all. */
async function prepareStates(
  scope: Scope,
  redis: RedisClient,
  functions: Functions,
  { prepare, keys: keysOf = statesOf }: Script,
  players: number,
): Promise<() => Promise<unknown>> {
  const first = playerOf(0)
  await functions.load(first, LEDGER)
  await putSession(functions, first)
  await prepare?.(functions, first)
  const { prefix } = scope.redis
  const keys = keysOf(`{bench:${first.playerId}}`)
  const dumps = await Promise.all(keys.map(key => redis.dumpBuffer(key)))
  const copies = keys.flatMap((key, i) => [`${prefix}${key}`, dumps[i] ?? ''])
  return () => redis.eval(RESTORE, 0, players, ...copies)
}

/** The command that our client sends, as Redis gets it. */
async function captureCommand(redis: Redis, call: () => Promise<unknown>): Promise<string[]> {
  const send = redis.sendCommand
  let sent: string[] = []
  redis.sendCommand = (command, ...rest) => {
    if (sent.length === 0) sent = [command.name, ...command.args.map(String)]
    return send.call(redis, command, ...rest)
  }
  await call()
  redis.sendCommand = send
  if (sent[0] !== 'evalsha') throw new Error(`${sent[0]} was sent, no script`)
  return sent
}

/** Milliseconds, as it says. */
async function runRedisBenchmark(
  url: URL,
  calls: number,
  players: number,
  argv: readonly string[],
): Promise<number> {
  const who = url.password === '' ? [] : ['-a', decodeURIComponent(url.password)]
  const at = ['-h', url.hostname, '-p', url.port || '6379', ...who]
  const options = ['-n', calls, '-r', players, '-c', 1, '-P', AT_ONCE, '--csv'].map(String)
  const { stdout } = await promisify(execFile)('redis-benchmark', [...at, ...options, ...argv])
  // The name of the test, the first field, is the command with its own quotation marks.
  const aSecond = Number(/"([0-9.]+)"(?:,"[0-9.]+"){6}$/.exec(stdout.trim())?.[1])
  if (!(aSecond > 0)) throw new Error(`redis-benchmark said: ${stdout}`)
  return (calls * 1000) / aSecond
}
