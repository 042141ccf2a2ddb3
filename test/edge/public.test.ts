// Public GET endpoints and pages of a running node: shapes, headers, and answers during an outage.

import path from 'node:path'
import zlib from 'node:zlib'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { request } from 'undici'
import { registerDocs } from '../../src/edge/docs.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import {
  Capabilities,
  GamesCatalog,
  GamesHealth,
  Health,
} from '../../src/operator/catalog/schema.ts'
import { printOpenApi } from '../../src/operator/openapi.ts'
import { PAGES_DIR } from '../../src/server/build.ts'
import { alterDatabase } from '../support/database-admin.ts'
import { startEdge } from '../support/edge-server.ts'
import { openSetup } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'
import { until } from '../support/until.ts'

const { setup, node } = await openShared(t)
/** The page of the operator API as it is where the site is not built. */
const plainDocs = await startEdge(t, app =>
  registerDocs(app, path.join(PAGES_DIR, 'docs'), path.join(PAGES_DIR, 'no-site')),
)

async function get(path: string, options: Parameters<typeof request>[1] = {}, at = node.baseUrl) {
  const { statusCode, headers, body } = await request(`${at}${path}`, {
    bodyTimeout: 5_000,
    ...options,
  })
  const bytes = Buffer.from(await body.arrayBuffer())
  return { status: statusCode, headers, bytes, text: bytes.toString() }
}

t.test('every public answer matches its schema', async t => {
  const schemas = {
    '/health': Health,
    '/games/health': GamesHealth,
    '/capabilities': Capabilities,
    '/games/catalog': GamesCatalog,
  }
  for (const [path, schema] of Object.entries(schemas)) {
    const { status, headers, text } = await get(path)
    t.equal(status, 200, path)
    t.match(headers['content-type'], /^application\/json/)
    const [fault] = Compile(schema).Errors(JSON.parse(text))
    t.equal(fault, undefined, `${path} ${fault?.instancePath} ${fault?.message}`)
  }
})

t.test('/capabilities agrees with /games/health and contains nothing of a project', async t => {
  const capabilities = await get('/capabilities')
  t.equal(capabilities.headers['cache-control'], 'no-store')
  const { games, rateLimits } = JSON.parse(capabilities.text)
  const health = JSON.parse((await get('/games/health')).text).games
  t.equal(games.length, GAMES.length)
  for (const [place, { gameId, promoSupported, modes, languages }] of games.entries()) {
    const { game_id, free_spins, languages: all } = health[place]
    t.equal(gameId, game_id)
    t.equal(promoSupported, free_spins)
    t.equal(modes.includes('promo'), free_spins)
    t.strictSame(
      [...languages].sort(),
      ['en', 'ru', 'uk'].filter(language => all.includes(language)),
    )
  }
  t.strictSame(rateLimits.launch, { limit: 1200, per: 'minute' })
  t.strictSame(rateLimits.actions, { limit: 600, per: 'minute' })
  t.strictSame(rateLimits.reports, { limit: 120, per: 'minute' })

  const settings = { callsPerMinute: { launch: 7 }, disabledGames: [GAMES[0]!.id] }
  await setup.pool.query(
    'UPDATE project SET settings = $1, revision = revision + 1 WHERE project_id = $2',
    [settings, setup.project.projectId],
  )
  t.equal((await get('/capabilities')).text, capabilities.text, 'whatever settings a project has')
  for (const word of [setup.project.projectId, setup.project.apiKey, 'callback', 'demo']) {
    t.notOk(capabilities.text.includes(word), `nothing of "${word}"`)
  }
  await setup.pool.query(
    "UPDATE project SET settings = '{}', revision = revision + 1 WHERE project_id = $1",
    [setup.project.projectId],
  )
})

t.test(
  '/games/catalog gives the published figures, real bets and a picture of every game',
  async t => {
    const { games } = JSON.parse((await get('/games/catalog')).text)
    t.strictSame(
      games.map((game: { id: string }) => game.id),
      GAMES.map(game => game.id),
    )
    for (const [place, game] of GAMES.entries()) {
      const row = games[place]
      for (const [at, { id, priceBets }] of game.modes.entries()) {
        const { rtp, basis } = game.figures[id]!.natural
        t.match(row.modes[at], { id, priceBets, basis: basis === 'exact' ? basis : 'simulation' })
        t.ok(Math.abs(row.modes[at].rtpPercent / 100 - rtp) < 1e-6, `${game.id} ${id}`)
      }
      const bets = row.bets.EUR.map(Number)
      t.strictSame(
        bets,
        [...new Set(bets)].sort((one, other) => Number(one) - Number(other)),
      )
      const { status, headers } = await get(new URL(row.picture).pathname)
      t.equal(status, 200, row.picture)
      t.equal(headers['content-type'], 'image/svg+xml')
    }
  },
)

t.test('/games/catalog may be cached for five minutes and is not sent again unchanged', async t => {
  const { headers } = await get('/games/catalog')
  t.match(headers, { 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
  const etag = String(headers.etag)
  for (const known of [etag, `"old", ${etag}`, etag.replace('W/', ''), '*']) {
    const again = await get('/games/catalog', { headers: { 'if-none-match': known } })
    t.equal(again.status, 304, known)
    t.equal(again.bytes.length, 0)
    t.match(again.headers, { etag, 'cache-control': 'public, max-age=300' })
    t.equal(again.headers['content-length'], undefined)
  }
  for (const unknown of ['"old"', 'W/"old"', '']) {
    const again = await get('/games/catalog', { headers: { 'if-none-match': unknown } })
    t.equal(again.status, 200, unknown)
  }
})

t.test('large answers are compressed on request', async t => {
  const unpack = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }
  const paths = {
    '/games/catalog': node.baseUrl,
    '/docs/openapi.json': node.baseUrl,
    '/docs/api/': plainDocs,
  }
  for (const [path, at] of Object.entries(paths)) {
    const plain = await get(path, {}, at)
    t.equal(plain.headers['content-encoding'], undefined)
    const asked = { 'br, gzip': 'br', gzip: 'gzip', 'br;q=0, gzip;q=0.5': 'gzip' } as const
    for (const [accepted, coding] of Object.entries(asked)) {
      const packed = await get(path, { headers: { 'accept-encoding': accepted } }, at)
      t.equal(packed.headers['content-encoding'], coding, `${path} ${accepted}`)
      t.ok(packed.bytes.length < plain.bytes.length / 2)
      t.equal(unpack[coding](packed.bytes).toString(), plain.text)
    }
    const refused = await get(path, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } }, at)
    t.equal(refused.headers['content-encoding'], undefined)
  }
})

t.test('/docs/openapi.json is the document of the schemas', async t => {
  const { status, headers, text } = await get('/docs/openapi.json')
  t.equal(status, 200)
  t.match(headers, { 'content-type': /^application\/json/, 'cache-control': 'no-store' })
  t.strictSame(JSON.parse(text), JSON.parse(printOpenApi()))
})

t.test('/docs/api/ loads only assets of this node, and no script', async t => {
  const { status, headers, text } = await get('/docs/api/', {}, plainDocs)
  t.equal(status, 200)
  const policy = String(headers['content-security-policy'])
  t.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'; /)
  t.match(policy, /connect-src 'self'.*frame-ancestors 'none'/)
  t.notMatch(policy, /unsafe|https?:/)
  t.notMatch(text, /<script|<style|style=|src=/)
  const loaded = [...text.matchAll(/href="([^#"][^"]*)"/g)].map(([, url]) => url!)
  t.ok(loaded.some(url => /^\/assets\/docs-\w+\.css$/.test(url)))
  for (const url of loaded) {
    const asset = await get(url)
    // The first page of the site that is not built leads here.
    if (url === '/docs/') continue
    t.equal(asset.status, 200, url)
    t.notMatch(asset.headers['content-type'], /octet-stream/, url)
  }
})

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
      const { meta } = await setup.launch(node, { symbol: game.game_id, lang })
      t.equal(meta.language, lang)
    }
  }
})

t.test('other verbs and paths answer in the error shape', async t => {
  const getOnly = ['/health', '/games/health', '/games/catalog', '/capabilities']
  for (const path of [...getOnly, '/docs', '/docs/openapi.json']) {
    const { status, headers, text } = await get(path, { method: 'POST', body: '{}' })
    t.equal(status, 405, path)
    t.equal(headers.allow, 'GET')
    t.strictSame(JSON.parse(text), { status: 'error', message: 'METHOD_NOT_ALLOWED' })
  }
  for (const path of [
    '/nowhere',
    '/metrics',
    '/wallet/demo/EUR',
    '/play/',
    '/assets/',
    '/assets/../package.json',
    '/%2e%2e/x',
  ]) {
    const { status, text } = await get(path)
    t.equal(status, 404, path)
    t.strictSame(JSON.parse(text), { status: 'error', message: 'NOT_FOUND' })
  }
})

t.test('the address of a launch serves the game client under a strict policy', async t => {
  const { link } = await setup.launch(node)
  const { status, headers, text } = await get(new URL(link).pathname)
  t.equal(status, 200)
  t.match(text, /<!doctype html>/i)
  t.match(headers['content-security-policy'], /default-src 'none'.*frame-ancestors 'none'/)
  t.notMatch(headers['content-security-policy'], /unsafe/)
  t.match(headers, { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
})

const own = await openSetup(t)
const ownNode = await own.startNode({ securityContact: 'mailto:security@example.com' })
const getOwn = (path: string) => get(path, {}, ownNode.baseUrl)

t.test('/metrics has counts by game and project, never by player', async t => {
  const { client } = await own.openGame(ownNode, 'a-player-of-ours')
  await client.send({ type: 'spin', bet: { level: 1 }, mode: 'base' })
  const { status, text } = await get('/metrics', {}, ownNode.internalUrl)
  t.equal(status, 200)
  t.match(text, /reelhouse_wallet_call_seconds_count\{[^}]*project="casino"/)
  t.match(text, /reelhouse_play_messages_total\{[^}]*type="spin"/)
  t.notMatch(text, /a-player-of-ours/)
})

t.test('/health is 503 while the ledger cannot be reached, and recovers', async t => {
  const { databaseUrl } = own.stores
  await alterDatabase(databaseUrl, 'ALLOW_CONNECTIONS false')
  await until('/health is 503', async () => (await getOwn('/health')).status === 503)
  const away = await getOwn('/health')
  await alterDatabase(databaseUrl, 'ALLOW_CONNECTIONS true')
  t.equal(away.status, 503)
  t.strictSame(JSON.parse(away.text), { status: 'error', message: 'DATABASE_UNAVAILABLE' })
  await until('/health is 200', async () => (await getOwn('/health')).status === 200)
})

t.test('security.txt has the contact of a node that is configured with one', async t => {
  t.equal((await get('/.well-known/security.txt')).status, 404)
  const { status, text } = await getOwn('/.well-known/security.txt')
  t.equal(status, 200)
  t.match(text, /^Contact: mailto:security@example\.com\nExpires: \d{4}-\d\d-\d\dT/)
})
