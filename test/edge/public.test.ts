// Public GET endpoints and pages of a running node: shapes, headers, and what an outage says.

import pg from 'pg'
import t from 'tap'
import { request } from 'undici'
import { withDatabase } from '../../src/embedded/postgres.ts'
import { GAMES } from '../../src/games/catalogue.ts'
import { openWorld } from '../guarantees/operator-world.ts'

const world = await openWorld(t)
const node = await world.startNode()

async function get(path: string, options: Parameters<typeof request>[1] = {}) {
  const { statusCode, headers, body } = await request(`${node.baseUrl}${path}`, options)
  return { status: statusCode, headers, text: await body.text() }
}

t.test('/health says ok and TEST_ONLY', async t => {
  const { status, headers, text } = await get('/health')
  t.equal(status, 200)
  t.equal(headers['cache-control'], 'no-store')
  t.match(JSON.parse(text), { status: 'ok', mode: 'TEST_ONLY' })
})

t.test('/games/health lists every game with the languages a launch accepts', async t => {
  const { text } = await get('/games/health')
  const { status, games } = JSON.parse(text)
  t.equal(status, 'ok')
  t.strictSame(
    games.map((game: { game_id: string }) => game.game_id),
    GAMES.map(game => game.id),
  )
  for (const game of games) {
    t.type(game.free_spins, 'boolean')
    t.type(game.target_outcomes, 'boolean')
    for (const lang of game.languages) {
      const { meta } = await world.launch(node, { symbol: game.game_id, lang })
      t.equal(meta.language, lang)
    }
  }
})

t.test('other verbs and paths answer in the error shape', async t => {
  for (const path of ['/health', '/games/health', '/metrics']) {
    const { status, headers, text } = await get(path, { method: 'POST', body: '{}' })
    t.equal(status, 405, path)
    t.equal(headers.allow, 'GET')
    t.strictSame(JSON.parse(text), { status: 'error', message: 'METHOD_NOT_ALLOWED' })
  }
  for (const path of ['/nowhere', '/play/', '/assets/', '/assets/../package.json', '/%2e%2e/x']) {
    const { status, text } = await get(path)
    t.equal(status, 404, path)
    t.strictSame(JSON.parse(text), { status: 'error', message: 'NOT_FOUND' })
  }
})

t.test('the address of a launch serves the game client under a strict policy', async t => {
  const { link } = await world.launch(node)
  const { status, headers, text } = await get(new URL(link).pathname)
  t.equal(status, 200)
  t.match(text, /<!doctype html>/i)
  t.match(headers['content-security-policy'], /default-src 'none'.*frame-ancestors 'none'/)
  t.notMatch(headers['content-security-policy'], /unsafe/)
  t.match(headers, { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
})

t.test('/metrics counts what happened, by game and project, never by player', async t => {
  const { client } = await world.seat(node, 'a-player-of-ours')
  await client.send({ type: 'spin', bet: { level: 1 }, mode: 'base' })
  const { status, text } = await get('/metrics')
  t.equal(status, 200)
  t.match(text, /reelhouse_wallet_call_seconds_count\{[^}]*project="casino"/)
  t.match(text, /reelhouse_play_messages_total\{[^}]*type="spin"/)
  t.notMatch(text, /a-player-of-ours/)
})

t.test('/health is 503 while the ledger can not be reached, and recovers', async t => {
  const { databaseUrl } = world.stores
  const admin = new pg.Client({ connectionString: withDatabase(databaseUrl, 'postgres') })
  await admin.connect()
  t.teardown(() => admin.end())
  const database = new URL(databaseUrl).pathname.slice(1)
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    database,
  ])
  const away = await get('/health')
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
  t.equal(away.status, 503)
  t.strictSame(JSON.parse(away.text), { status: 'error', message: 'DATABASE_UNAVAILABLE' })
  t.equal((await get('/health')).status, 200)
})
