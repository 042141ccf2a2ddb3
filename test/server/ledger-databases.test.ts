// The gate in front of each database for operators' calls about players: calls do not wait for a
// database that does not answer, and players of the others are still found.

import t from 'tap'
import { NotExecuted } from '../../src/operator/call.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import {
  closeLedgerDatabases,
  openLedgerDatabases,
  poolsBehindGates,
} from '../../src/server/databases/ledger-databases.ts'
import { createRecordClock } from '../../src/server/node-clock.ts'
import type { Config } from '../../src/server/settings/config.ts'
import { openGate } from '../support/gate.ts'
import { openStores } from '../support/real-stores.ts'
import { playersIn } from '../support/two-databases.ts'
import { until } from '../support/until.ts'

const home = await openStores(t)
const other = await openStores(t)
const way = await openGate(t, other.databaseUrl)
const redis = await connectRedis(home.redisUrl, home.redisPrefix)
const config = {
  databaseUrl: home.databaseUrl,
  databaseShards: [
    { first: 0, last: 511, address: null },
    { first: 512, last: 1023, address: way.url },
  ],
  databaseServers: {},
  parts: [],
}
const log = { warn() {}, error() {} }
const clock = createRecordClock(log)
const around = { log, clock }
const databases = openLedgerDatabases(config as unknown as Config, redis, {
  ...around,
  onFault() {},
})
t.teardown(async () => {
  for (const { gate } of databases.all) gate.close()
  await closeLedgerDatabases(databases)
  redis.disconnect()
})
const pools = poolsBehindGates(databases)
const [ann, fay] = (['home', 'other'] as const).map(place => ({
  projectId: 'casino',
  playerId: playersIn(place, 'casino', 1)[0]!,
})) as [{ projectId: string; playerId: string }, { projectId: string; playerId: string }]

const notExecuted = new NotExecuted('REQUEST_FAILED')

t.test('before the first check nothing is done', async t => {
  for (const player of [ann, fay]) t.throws(() => pools.of(player), notExecuted)
})

t.test('each player is found behind the gate of the database', async t => {
  await Promise.all(databases.all.map(({ gate }) => gate.watch({ restart() {} })))
  t.equal(pools.of(ann), databases.home.pool)
  t.equal(pools.of(fay), databases.of(fay).pool)
  t.not(pools.of(ann), pools.of(fay))
})

t.test('a database that is down is not asked, until it is back', async t => {
  way.close()
  databases.of(fay).gate.lookSoon()
  await until('it is down', () => databases.of(fay).gate.isAway())
  t.throws(() => pools.of(fay), notExecuted)
  t.equal(pools.of(ann), databases.home.pool)
  // Its last ten bits name shard 1023.
  const id = '01a3185c-5000-7000-8000-0000000003ff'
  await t.rejects(
    pools.findById(id, async () => null),
    notExecuted,
  )
  way.open()
  await until('it is back', () => !databases.of(fay).gate.isAway())
  t.equal(pools.of(fay), databases.of(fay).pool)
})

t.test('a database that carries other shards than configured is not used', async t => {
  const faults: string[] = []
  const swapped = openLedgerDatabases(
    {
      ...config,
      databaseShards: [
        { first: 0, last: 600, address: null },
        { first: 601, last: 1023, address: way.url },
      ],
    } as unknown as Config,
    redis,
    { ...around, onFault: error => faults.push((error as Error).message) },
  )
  await Promise.all(swapped.all.map(({ gate }) => gate.watch({ restart() {} })))
  t.ok(swapped.all.every(({ gate }) => gate.isClosed()))
  for (const { gate } of swapped.all) gate.close()
  await closeLedgerDatabases(swapped)
  t.match(faults.join(), 'The home database carries the shards 0-511')
  t.match(faults.join(), 'The database of 601-1023 carries the shards 512-1023')
})
