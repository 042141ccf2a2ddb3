// Row 4: every Lua script through our typed functions and client, 64 under way on one connection.
// The floor is redis-benchmark sending the same EVALSHA that our client sent, as many in one
// pipeline. The peer is WATCH, reads, MULTI and writes of the same fields, each on a separate
// connection, as WATCH requires; a script that is one Redis command without a decision has no peer.
// Fair: all choose random players out of the same number, whose states are restored before each
// lot.

import { connectRedis, type RedisClient } from '../../src/redis/connection.ts'
import { processUse, storePids } from '../process-use.ts'
import { withStores } from '../stream-platform.ts'
import { WATCHED } from './lua-peer.ts'
import { createFunctions, FIELDS, playerOf, SCRIPTS, type Script } from './lua-script-list.ts'
import { captureCommand, prepareStates } from './lua-states.ts'
import { runRedisBenchmark } from './redis-benchmark.ts'
import type { Case, CpuSeconds, Opened, Role, Row, Running, Scope, Slice } from './row.ts'
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
    floor: lots(calls => runRedisBenchmark(url, calls, players, argv, AT_ONCE), 'floor'),
  }
  const watched = WATCHED[script.name]
  if (watched === undefined) return opened
  const connections = await openMany(scope)
  const peer = (worker: number) => watched(connections[worker]!, some(), FIELDS)
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

/** Milliseconds that these calls took, 64 under way. */
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

/** Lots of calls; the time between two lots is not counted. */
function runLots(
  { size }: Scope,
  putBack: () => Promise<unknown>,
  work: (calls: number) => Promise<number>,
  { redis, isCaller }: { redis: number; isCaller: boolean },
): Running {
  const calls = size.isSmoke ? 2 * AT_ONCE : LOT
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
