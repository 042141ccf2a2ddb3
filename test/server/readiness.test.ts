// The health checks: a node is live while its event loop runs, and ready while it can play. Stores
// that answer and take no write, a key that opens nothing and a node that ends are not ready.

import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { Redis } from 'ioredis'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { seal } from '../../src/ledger/projects/seal.ts'
import { BUSY_AFTER_MS } from '../../src/server/readiness-bounds.ts'
import { alterDatabase } from '../support/database-admin.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { startOwnRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
const redisUrl = await startOwnRedis(t)
const node = await setup.startProcess({
  REDIS_URL: redisUrl,
  LANES: '2',
  // When it is asked to end it serves on for longer than the test takes.
  DRAIN_GRACE_S: '300',
  STOPS_ON_SIGUSR2_MS: `${BUSY_AFTER_MS * 2}`,
})
const ALL_LANES = ['lane 0', 'lane 1']

async function get(url: string): Promise<{ status: number; body: unknown }> {
  const { statusCode, body } = await request(url)
  return { status: statusCode, body: await body.json() }
}

const readyz = () => get(`${node.probesUrl}/readyz`)
const untilReady = () => until('ready again', async () => (await readyz()).status === 200)

/** The names of the failing parts, once there are as many as expected. */
async function untilNotReady(count: number): Promise<unknown> {
  const read = async () => ((await readyz()).body as { obstacles?: string[] }).obstacles ?? []
  await until('not ready', async () => (await read()).length >= count)
  return read()
}

/** The node is live all the time, and `/health` follows readiness. */
async function checkNotReady(t: Test, obstacles: string[]): Promise<void> {
  t.strictSame(await untilNotReady(obstacles.length), obstacles)
  t.match(await get(`${node.baseUrl}/health`), {
    status: 503,
    body: { message: 'DATABASE_UNAVAILABLE' },
  })
  t.equal((await get(`${node.internalUrl}/livez`)).status, 200, 'the event loop runs')
}

t.test('a node that can play is live and ready', async t => {
  await untilReady()
  t.strictSame(await readyz(), { status: 200, body: { status: 'ok' } })
  t.strictSame(await get(`${node.internalUrl}/livez`), { status: 200, body: { status: 'ok' } })
  t.match(await get(`${node.baseUrl}/health`), { status: 200, body: { mode: 'TEST_ONLY' } })
})

t.test('a check by HTTP/1.0, without a Host, is answered', async t => {
  const { hostname, port } = new URL(node.internalUrl)
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /readyz HTTP/1.0\r\n\r\n'),
    )
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  t.match(answer, /^HTTP\/1\.[01] 200 OK\r\n/)
})

t.test('the internal listener has three addresses, for reading', async t => {
  t.match(await get(`${node.internalUrl}/nothing`), { status: 404, body: { message: 'NOT_FOUND' } })
  const { statusCode, headers, body } = await request(`${node.internalUrl}/readyz`, {
    method: 'POST',
    body: '{}',
  })
  t.match(await body.json(), { status: 'error', message: 'METHOD_NOT_ALLOWED' })
  t.match({ statusCode, allow: headers.allow }, { statusCode: 405, allow: 'GET, HEAD' })
  const head = await request(`${node.internalUrl}/livez`, { method: 'HEAD' })
  t.equal(await head.body.text(), '')
})

t.test('a node on a Redis that became a replica is not ready', async t => {
  const redis = new Redis(redisUrl)
  t.teardown(() => redis.disconnect())
  await redis.replicaof('127.0.0.1', 1)
  await checkNotReady(t, ['redis', ...ALL_LANES])
  await redis.replicaof('NO', 'ONE')
  await untilReady()
})

t.test('a node on a read-only Postgres is not ready', async t => {
  const { databaseUrl } = setup.stores
  const setReading = (value: string) =>
    alterDatabase(databaseUrl, `SET default_transaction_read_only = ${value}`)
  await setReading('on')
  await checkNotReady(t, ['postgres', ...ALL_LANES])
  await setReading('off')
  await untilReady()
})

t.test('a node whose master key opens nothing is not ready', async t => {
  const { rows } = await setup.pool.query('SELECT name, sealed FROM secret ORDER BY name')
  for (const { name } of rows) {
    const foreign = seal(randomBytes(32), `secret ${name}`, 'foreign')
    await setup.pool.query('UPDATE secret SET sealed = $2 WHERE name = $1', [name, foreign])
  }
  await checkNotReady(t, ['master key'])
  for (const { name, sealed } of rows) {
    await setup.pool.query('UPDATE secret SET sealed = $2 WHERE name = $1', [name, sealed])
  }
  await untilReady()
})

t.test('a node whose main thread is stopped answers its probes, and is busy', async t => {
  node.child.kill('SIGUSR2')
  await until('it is busy', async () => {
    const { status, body } = await readyz()
    t.equal(status, 200)
    return (body as { status: string }).status === 'busy'
  })
  t.match(await readyz(), { status: 200, body: { busy: ['front end'] } })
  await until('it is not busy', async () => {
    return ((await readyz()).body as { status: string }).status === 'ok'
  })
})

t.test('a node that was asked to end is not ready, and serves on', async t => {
  const { client } = await setup.openGame(node, 'stays')
  node.child.kill('SIGTERM')
  await until('not ready', async () => (await readyz()).status === 503)
  t.strictSame(await readyz(), {
    status: 503,
    body: { status: 'not ready', obstacles: ['node'] },
  })
  t.match(await client.spin(BET), { type: 'round' })
  t.match((await setup.openGame(node, 'comes')).welcome, { type: 'welcome' })
})
