// Readiness of a node whose players are in several databases: one that is down stops its own
// players only, and the failing parts are checked once a second and logged once.

import pg from 'pg'
import t from 'tap'
import { connectRedis } from '../../src/redis/connection.ts'
import type { Parts } from '../../src/server/parts.ts'
import { createReadiness } from '../../src/server/readiness.ts'
import { openGate } from '../support/gate.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const home = await openStores(t)
const other = await openStores(t)
const way = await openGate(t, other.databaseUrl)
const away = new pg.Pool({ connectionString: way.url, max: 2 })
away.on('error', () => {})
const redis = await connectRedis(home.redisUrl, home.redisPrefix)
t.teardown(async () => {
  redis.disconnect()
  await away.end()
})

/** @param homeCarries whether the home database has players too */
function makeNode(homeCarries = true) {
  const lines: string[] = []
  const gates = { home: { isClosed: false }, other: { isClosed: false } }
  const gateOf = (gate: { isClosed: boolean }) => ({
    isClosed: () => gate.isClosed,
    isAway: () => false,
    letsPlay: () => true,
  })
  const first = { name: 'home', isHome: true, pool: home.pool, gate: gateOf(gates.home) }
  const second = { name: '512-1023', isHome: false, pool: away, gate: gateOf(gates.other) }
  const looks = { checks: 0 }
  const parts = {
    redis,
    pool: home.pool,
    stage: 'serving',
    clock: { isOff: () => false },
    config: { masterKey: Buffer.alloc(32), previousMasterKey: null },
    log: {
      warn: (fields: object | string, text?: string) =>
        lines.push(text === undefined ? String(fields) : `${text} ${JSON.stringify(fields)}`),
    },
    databases: {
      home: first,
      all: [first, second],
      carriers: homeCarries ? [first, second] : [second],
    },
  }
  const lanes = {
    checkStores() {
      looks.checks++
      return [Promise.resolve(), Promise.resolve()]
    },
  }
  const readiness = createReadiness(parts as unknown as Parts, lanes as never)
  return { readiness, parts, gates, lines, looks }
}

const NOTHING = { obstacles: [], away: [] }

t.test('a database that is down stops no other players', async t => {
  const { readiness, lines } = makeNode()
  t.strictSame(await readiness(), NOTHING)
  way.close()
  const lost = { obstacles: [], away: ['postgres 512-1023'] }
  await until('it is down', async () => (await readiness()).away.length > 0)
  t.strictSame(await readiness(), lost)
  t.match(lines, [/^ready, but not for the players of a database that is away .*512-1023/])
  way.open()
  await until('it is back', async () => (await readiness()).away.length === 0)
  t.strictSame(lines.slice(1), ['ready again'])
})

t.test('without any database of players a node is not ready', async t => {
  const { readiness, lines } = makeNode(false)
  way.close()
  t.strictSame(await readiness(), {
    obstacles: ['postgres 512-1023'],
    away: ['postgres 512-1023'],
  })
  t.match(lines, [/^not ready .*512-1023/])
  way.open()
})

t.test('a database that was replaced is not used yet', async t => {
  const { readiness, gates } = makeNode()
  gates.other.isClosed = true
  t.strictSame(await readiness(), { obstacles: [], away: ['postgres 512-1023'] })
})

t.test('a node whose home database was replaced, or that ends, is not ready at once', async t => {
  const { readiness, gates, parts } = makeNode()
  t.strictSame(await readiness(), NOTHING)
  gates.home.isClosed = true
  t.strictSame(await readiness(), { obstacles: ['ledger changed'], away: [] })
  gates.home.isClosed = false
  for (const stage of ['leaving', 'moving', 'draining']) {
    parts.stage = stage
    t.strictSame(await readiness(), { obstacles: ['node'], away: [] }, stage)
  }
})

t.test('simultaneous health checks share one look, and failing parts are logged once', async t => {
  const { readiness, looks, lines, gates } = makeNode()
  await Promise.all(Array.from({ length: 20 }, readiness))
  t.equal(looks.checks, 1)
  gates.other.isClosed = true
  await until('it is noticed', async () => (await readiness()).away.length > 0)
  const seen = looks.checks
  await until('it was checked again', async () => {
    await readiness()
    return looks.checks > seen
  })
  t.equal(lines.length, 1)
})
