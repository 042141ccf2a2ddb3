// Row 4: every Lua script through our typed functions and client, 64 under way on one connection.
// The floor is redis-benchmark sending the same EVALSHA that our client sent, as many in one
// pipeline. The peer is WATCH, reads, MULTI and writes of the same fields, each on a separate
// connection, as WATCH requires; a script that is one Redis command without a decision has no peer.
// Fair: all choose random players out of the same number, whose states are restored before each
// lot.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Redis } from 'ioredis'
import { connectRedis, type RedisClient } from '../../src/redis/connection.ts'
import { joinCpu, ownCpu, redisCpu } from './cpu.ts'
import { forEach, inLots, timeMs } from './load.ts'
import { WATCHED } from './lua-peer.ts'
import {
  createFunctions,
  FIELDS,
  type Functions,
  keysOf,
  LEDGER,
  playerOf,
  putSession,
  SCRIPTS,
  type Script,
} from './lua-script-list.ts'
import type { Case, Opened, ReadCpu, Row, Scope } from './row.ts'
import { useRedis } from './setting.ts'

const AT_ONCE = 64
const PLAYERS = 2_048
/** Calls until the states are restored: one in five meets a player that an earlier one has used. */
const LOT = 16 * AT_ONCE

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
  // Thirteen scripts: a slice is a lot or two of each contestant.
  sliceTimes: 0.15,
  cases: () => SCRIPTS.map(caseOf),
}

const caseOf = (script: Script): Case => ({
  name: script.name,
  open: scope => openScript(scope, script),
})

async function openScript(scope: Scope, script: Script): Promise<Opened> {
  const redis = await useRedis(scope)
  const functions = createFunctions(redis)
  const players = scope.size.isSmoke ? 50 : PLAYERS
  const putBack = await prepareStates(scope, redis, functions, script, players)
  const calls = scope.size.isSmoke ? 2 * AT_ONCE : LOT
  const redisUse = await redisCpu(await scope.platform())
  const callerUse = joinCpu(ownCpu(), redisUse)
  const lots = (work: () => Promise<number>, cpu: ReadCpu) =>
    inLots(calls, cpu, async () => {
      await putBack()
      return work
    })
  const timed = (call: (worker: number) => Promise<unknown>) => () =>
    timeMs(() => forEach(calls, AT_ONCE, (_, worker) => call(worker)))
  await script.call(functions, playerOf(0))
  const sent = await captureCommand(redis, () => script.call(functions, playerOf(0)))
  const argv = sent.map(argument => argument.replaceAll(playerOf(0).playerId, '__rand_int__'))
  const url = new URL(await scope.redis.address())
  const some = () => playerOf(Math.floor(Math.random() * players))
  const opened: Opened = {
    ours: lots(
      timed(() => script.call(functions, some())),
      callerUse,
    ),
    floor: lots(() => runRedisBenchmark(url, calls, players, argv), redisUse),
  }
  const watched = WATCHED[script.name]
  if (watched === undefined) return opened
  const connections = await openMany(scope)
  const peer = (worker: number) => watched(connections[worker]!, some(), FIELDS)
  return { ...opened, peer: lots(timed(peer), callerUse) }
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

/**
 * Milliseconds that these calls took, as redis-benchmark reports, which comes with Redis.
 * `__rand_int__` in an argument is replaced by one of the players' numbers.
 * @param calls a multiple of AT_ONCE: otherwise it may take the rest of a pipeline for lost
 * connections and stop
 */
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
  // The name of the test, the first field, is the command including its quotation marks.
  const [, rate] = /"([0-9.]+|inf)"(?:,"[0-9.]+"){6}$/.exec(stdout.trim()) ?? []
  // It counts whole milliseconds, and these calls took none.
  if (rate === 'inf') return 1
  const aSecond = Number(rate)
  if (!(aSecond > 0)) throw new Error(`redis-benchmark printed: ${stdout}`)
  return (calls * 1000) / aSecond
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

/**
 * Makes the first player's state with our own functions; the returned function copies it to all
 * players inside Redis.
 */
export async function prepareStates(
  scope: Pick<Scope, 'redis'>,
  redis: RedisClient,
  functions: Functions,
  script: Script,
  players: number,
): Promise<() => Promise<unknown>> {
  const first = playerOf(0)
  const keys = keysOf(script, first)
  // What another script left of the state.
  if (keys.length > 0) await redis.del(...keys)
  await functions.load(first, LEDGER)
  await putSession(functions, first)
  await script.prepare?.(functions, first)
  const { prefix } = scope.redis
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
