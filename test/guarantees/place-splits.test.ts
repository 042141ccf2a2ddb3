// A place is split into several while its players play: nothing acknowledged is lost, every row is
// in one part, the books agree, and what the place left accepts no more writes. Two nodes.

import type pg from 'pg'
import t, { type Test } from 'tap'
import { shardOf } from '../../src/core/shard.ts'
import { inSchema } from '../../src/ledger/database/address.ts'
import { tablesWith } from '../../src/ledger/places/split-tables.ts'
import { openBooks } from '../support/agreeing-books.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import type { PlayClient } from '../support/play-client.ts'
import { playOn } from '../support/play-on.ts'
import { openPool, openStores } from '../support/real-stores.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import { openCommandLine } from '../support/start-reelhouse.ts'
import { until } from '../support/until.ts'

t.setTimeout(480_000)
/** All rounds are read again after each split, which takes longer than to play them. */
const PAUSE_MS = sized(100, 20)
const PLAYERS = 12
const PARTS = ['0-255', '256-511', '512-767', '768-1023']

const stores = await openStores(t)
const home = stores.pool
const setup = await openSetup(t, stores)
/** Before the split one is enough: it knows no parts. */
const first = await setup.startNode()
let nodes = [first, first] as const
const links = new Map<string, string>()
const clients = new Map<string, PlayClient>()
for (let n = 0; n < PLAYERS; n++) {
  const playerId = `player-${n}`
  const { client, link } = await setup.openGame(nodes[n % 2]!, playerId)
  clients.set(playerId, client)
  links.set(playerId, link)
}
const operator = { act: createOperator(setup, nodes[0]).act }
let places: pg.Pool[] = [home]
const books = openBooks(
  setup.wallet,
  (...asked) => operator.act(...asked),
  clients,
  () => places,
)
const run = openCommandLine(t)

async function ask(...args: string[]): Promise<Record<string, unknown>> {
  const env = { DATABASE_URL: stores.databaseUrl, MASTER_KEY: setup.masterKey.toString('hex') }
  const { code, stdout, stderr } = await run(['places', ...args, '--json'], env)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

const schemaOf = (shards: string) => `shards_${shards.replace('-', '_')}`
const poolOf = (shards: string) => openPool(t, inSchema(stores.databaseUrl, schemaOf(shards)), 2)

/** One node after the other; its players come back. */
async function restartNodes(): Promise<void> {
  for (const former of nodes) await former.drain()
  nodes = [await setup.startNode(), await setup.startNode()]
  operator.act = createOperator(setup, nodes[0]).act
  let n = 0
  for (const [playerId, link] of links) {
    clients.get(playerId)!.close()
    clients.set(playerId, await setup.openAgain(nodes[n++ % 2]!, link))
  }
}

async function check(t: Test): Promise<void> {
  await until('no round owes anything', async () => (await books.unfinished()) === 0)
  await books.check(t)
}

const countRounds = async () => {
  const counts = places.map(async pool =>
    Number((await pool.query('SELECT count(*) FROM round')).rows[0].count),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** @returns what the players met meanwhile */
async function splitWhilePlaying(place: string, parts: readonly string[], made: pg.Pool[]) {
  const stop = playOn(clients, PAUSE_MS)
  const before = await countRounds()
  await until('players play', async () => (await countRounds()) > before + 20)
  const split = await ask('split', place, '--into', String(parts.length))
  places = made
  const after = await countRounds()
  await until('players play on', async () => (await countRounds()) > after + 20)
  return { split, ...(await stop()) }
}

/** Of the copy that was left, every row is in one part, and in the right one. */
async function checkRows(t: Test, left: pg.Pool, parts: readonly pg.Pool[]): Promise<void> {
  for (const table of tablesWith('player', 'named', 'ended')) {
    const keys = table.endsWith('_round') ? 'player_key, sequence' : 'player_key'
    const sql = `SELECT ${keys}, count(*)::int FROM ${table} GROUP BY ${keys} ORDER BY ${keys}`
    const rows = (await left.query(sql)).rows
    const found = (await Promise.all(parts.map(part => part.query(sql)))).flatMap(
      ({ rows }) => rows,
    )
    const known = new Set(found.map(row => JSON.stringify(row)))
    t.equal(known.size, found.length, `${table}: no row is in two parts`)
    if (table === 'unfinished_round' || table === 'report_month') continue
    const lost = rows.filter(row => !known.has(JSON.stringify(row)))
    t.strictSame(lost, [], `${table}: no row is lost`)
  }
  for (const [at, part] of parts.entries()) {
    const { rows } = await part.query(
      'SELECT project_id AS "projectId", player_id AS "playerId" FROM player',
    )
    const shards = PARTS[at]!.split('-').map(Number)
    t.ok(
      rows.length > 0 &&
        rows.every(row => shardOf(row) >= shards[0]! && shardOf(row) <= shards[1]!),
    )
  }
}

t.test('a place is split once every node knows its parts', async t => {
  await t.rejects(ask('split', 'home', '--into', '4'), /these nodes do not know them yet: test:/)
  await t.rejects(ask('split', 'home', '--into', '3'), /is being split into 4/)
  await t.rejects(ask('move', 'home', '--to', 'home'), /home is there|is being split/)
  t.match(await ask('list'), { places: [{ place: 'home', move: { into: 4, step: 'preparing' } }] })
  await restartNodes()
  const stop = playOn(clients, PAUSE_MS)
  await until('players play', async () => (await countRounds()) > 20)
  await stop()
  await check(t)
})

t.test('a split that was taken back leaves the place as it was', async t => {
  t.match(await ask('split', 'home', '--into', '4', '--back'), { parts: [] })
  await t.rejects(ask('split', 'home', '--into', '4', '--back'), /No split of the place is under/)
  const { rows } = await home.query('SELECT FROM place')
  t.equal(rows.length, 0)
  const stop = playOn(clients, PAUSE_MS)
  const before = await countRounds()
  await until('players play', async () => (await countRounds()) > before + 20)
  await stop()
  const { rowCount } = await home.query('SELECT FROM place_touched')
  t.equal(rowCount, 0)
  await check(t)
})

t.test('its players play on in the parts, and notice nothing but BUSY', async t => {
  const parts = PARTS.map(poolOf)
  const { split, rounds, codes, refusedMs } = await splitWhilePlaying('home', PARTS, parts)
  t.match(split, { place: 'home', parts: PARTS })
  t.comment(`closed for ${split.closed_ms} ms; refused for ${refusedMs.map(Math.round)} ms`)
  t.ok(rounds > 40)
  t.strictSame(
    codes.filter(code => code !== 'BUSY true'),
    [],
  )
  await check(t)
  await checkRows(t, home, parts)
})

t.test(
  'what the place left refuses every write, and what is the home database does not',
  async t => {
    const left = Number((await home.query('SELECT count(*) FROM round')).rows[0].count)
    for (const statement of [
      'UPDATE player SET last_sequence = last_sequence + 1',
      'DELETE FROM session',
      'TRUNCATE unfinished_round',
      'DELETE FROM report_day',
    ]) {
      await t.rejects(home.query(statement), { code: 'RH001' }, statement)
    }
    t.equal(Number((await home.query('SELECT count(*) FROM round')).rows[0].count), left)
    await home.query('UPDATE project SET updated_at = now()')
    const { rows } = await home.query(
      `SELECT action FROM audit WHERE subject = 'place home' ORDER BY sequence`,
    )
    t.strictSame(
      rows.map(({ action }) => action),
      ['place.split-begun', 'place.split-taken-back', 'place.split-begun', 'place.split'],
    )
  },
)

t.test('a node that starts later, and new players, find their part', async t => {
  const node = await setup.startNode()
  const { client, link } = await setup.openGame(node, 'late')
  clients.set('late', client)
  links.set('late', link)
  t.equal((await client.spin(BET)).type, 'round')
  await check(t)
  const shard = shardOf({ projectId: setup.project.projectId, playerId: 'late' })
  const { rows } = await places[Math.floor(shard / 256)]!.query(
    `SELECT player_key::int % 1024 AS shard FROM player WHERE player_id = 'late'`,
  )
  t.strictSame(rows, [{ shard }])
  client.close()
  await node.drain()
})

t.test('the copy is dropped, and the books agree without it', async t => {
  t.match(await ask('drop', 'home'), { dropped: true })
  t.equal(Number((await home.query('SELECT count(*) FROM round')).rows[0].count), 0)
  await t.rejects(home.query('DELETE FROM session'), { code: 'RH001' })
  const listed = PARTS.map(place => ({ place, shards: place, server: null, move: null }))
  t.match(await ask('list'), {
    places: [{ place: 'home', shards: '', move: { into: 4, step: 'dropped' } }, ...listed],
  })
  await check(t)
})

t.test('a part is split again', onlyFullSize, async t => {
  await t.rejects(ask('split', '0-255', '--into', '2'), /do not know them yet/)
  await restartNodes()
  const halves = ['0-127', '128-255']
  const made = [...halves.map(poolOf), ...places.slice(1)]
  const { codes } = await splitWhilePlaying('0-255', halves, made)
  t.strictSame(
    codes.filter(code => code !== 'BUSY true'),
    [],
  )
  await check(t)
  t.match(await ask('drop', '0-255'), { dropped: true })
  await check(t)
})
