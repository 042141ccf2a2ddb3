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
async function makeNode(homeCarries = true) {
  const lines: string[] = []
  const gates = { home: { isClosed: false }, other: { isClosed: false } }
  const gateOf = (gate: { isClosed: boolean }) => ({
    isClosed: () => gate.isClosed,
    isReplaced: () => gate.isClosed,
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
      return [async () => ({}), async () => ({})]
    },
  }
  const { start, now: readiness, stop } = createReadiness(parts as unknown as Parts, lanes)
  t.teardown(stop)
  await start()
  await until('every part has answered', () =>
    Object.values(readiness())
      .flat()
      .every(part => part === 'postgres 512-1023'),
  )
  lines.length = 0
  return { readiness, parts, gates, lines, looks }
}

const NOTHING = { obstacles: [], away: [], busy: [] }

t.test('a database that is down stops no other players', async t => {
  const { readiness, lines } = await makeNode()
  t.strictSame(readiness(), NOTHING)
  way.close()
  const lost = { obstacles: [], away: ['postgres 512-1023'], busy: [] }
  await until('it is down', async () => readiness().away.length > 0)
  t.strictSame(readiness(), lost)
  await until('it is logged', () => lines.length > 0)
  t.match(lines, [/^ready, but not for the players of a store that is away .*512-1023/])
  way.open()
  await until('it is back', async () => readiness().away.length === 0)
  await until('it is logged', () => lines.length > 1)
  t.strictSame(lines.slice(1), ['ready again'])
})

t.test('without any database of players a node is not ready', async t => {
  way.close()
  const { readiness } = await makeNode(false)
  t.strictSame(readiness(), {
    obstacles: ['postgres 512-1023'],
    away: ['postgres 512-1023'],
    busy: [],
  })
  way.open()
})

t.test('a database that was replaced is not used yet', async t => {
  const { readiness, gates } = await makeNode()
  gates.other.isClosed = true
  await until('it is noticed', () => readiness().away.length > 0)
  t.strictSame(readiness(), { obstacles: [], away: ['postgres 512-1023'], busy: [] })
})

t.test('a node whose home database was replaced, or that ends, is not ready at once', async t => {
  const { readiness, gates, parts } = await makeNode()
  t.strictSame(readiness(), NOTHING)
  gates.home.isClosed = true
  t.strictSame(readiness(), { obstacles: ['ledger changed'], away: [], busy: [] })
  gates.home.isClosed = false
  for (const stage of ['leaving', 'moving', 'draining']) {
    parts.stage = stage
    t.strictSame(readiness(), { obstacles: ['node'], away: [], busy: [] }, stage)
  }
})

t.test('health checks do no work, and failing parts are logged once', async t => {
  const { readiness, looks, lines, gates } = await makeNode()
  const before = looks.checks
  for (let n = 0; n < 20; n++) readiness()
  t.equal(looks.checks, before)
  gates.other.isClosed = true
  await until('it is noticed', async () => readiness().away.length > 0)
  const seen = looks.checks
  await until('it was checked again, and again', () => looks.checks > seen + 1)
  t.equal(lines.length, 1)
})
