// Played by npm run prove: it runs two Postgres servers; place-splits.test.ts closes places too.
//
// A place moves to another Postgres server while its players play: nothing acknowledged is lost,
// the books agree, and what it left accepts no more writes. Two real servers, two nodes.

import type pg from 'pg'
import t from 'tap'
import { inSchema } from '../../src/ledger/database/address.ts'
import { openPool } from '../../src/ledger/database/pool.ts'
import { openBooks } from '../support/agreeing-books.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import type { PlayClient } from '../support/play-client.ts'
import { playOn } from '../support/play-on.ts'
import { openMigrated, openStores } from '../support/real-stores.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import { openCommandLine, start } from '../support/start-reelhouse.ts'
import { playersIn } from '../support/two-databases.ts'
import { until } from '../support/until.ts'

t.setTimeout(240_000)
/**
 * Between two rounds of a player. All rounds are read again after each move, which takes longer
 * than to play them.
 */
const PAUSE_MS = sized(150, 0)
const LOGICAL = { wal_level: 'logical' }
const first = await startOwnPostgres(t, LOGICAL)
const second = await startOwnPostgres(t, LOGICAL)
const stores = {
  ...(await openStores(t)),
  databaseUrl: first.url,
  pool: await openMigrated(t, first.url),
}
const there = await openMigrated(t, second.url)
// The move makes its schema.
const eastThere = openPool(inSchema(second.url, 'east'), 2, () => {})
t.teardown(() => eastThere.end())
const setup = await openSetup(t, stores)
const { wallet } = setup
const east = inSchema(first.url, 'east')
const settings = {
  databaseServers: { big: second.url },
  databaseShards: [
    { first: 0, last: 511, address: null },
    { first: 512, last: 1023, address: east },
  ],
}
// Before the nodes, which play on nothing that is not migrated.
/** Where each place is. */
const at = { home: stores.pool, '512-1023': await openMigrated(t, east) }
type Place = keyof typeof at
const nodes = [await setup.startNode(settings), await setup.startNode(settings)] as const
const { act } = createOperator(setup, nodes[0])

const players = {
  home: playersIn('home', setup.project.projectId, 3),
  '512-1023': playersIn('other', setup.project.projectId, 2),
}
const late = players.home.pop()!
const clients = new Map<string, PlayClient>()
for (const [number, playerId] of Object.values(players).flat().entries()) {
  clients.set(playerId, (await setup.openGame(nodes[number % 2]!, playerId)).client)
}
const books = openBooks(wallet, act, clients, () => Object.values(at))

const env = {
  DATABASE_URL: first.url,
  DATABASE_SHARDS: '0-511=home,512-1023=home#east',
  DATABASE_SERVERS: `big=${second.url}`,
  MASTER_KEY: setup.masterKey.toString('hex'),
}
const run = openCommandLine(t)

async function ask(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(['places', ...args, '--json'], env)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

async function settle(): Promise<void> {
  await until('no round owes anything', async () => (await books.unfinished()) === 0)
}

const countRounds = async (at: pg.Pool) =>
  Number((await at.query('SELECT count(*) FROM round')).rows[0].count)

const move = (place: Place, server: string) => ask('move', place, '--to', server)

/** A move that is killed, taken back, begun again, killed again, and goes on. */
async function moveInPieces(place: Place, server: string) {
  await killAt('copying', place, server)
  const back = await ask('move', place, '--to', server, '--back')
  if (back.closed_ms !== null) throw new Error('it was closed')
  const { rows } = await at[place].query(
    'SELECT FROM pg_replication_slots UNION ALL SELECT FROM pg_publication',
  )
  if (rows.length > 0) throw new Error('something is left at the source')
  await killAt('following', place, server)
  return move(place, server)
}

async function killAt(step: string, place: Place, server: string): Promise<void> {
  const running = start(['places', 'move', place, '--to', server], env)
  await new Promise<void>(resolve => {
    let said = ''
    running.child.stderr.on('data', text => {
      said += text
      if (said.includes(step)) resolve()
    })
  })
  running.child.kill('SIGKILL')
  await running.ended
}

/** @returns `former`: what the place left */
async function moveTo(place: Place, server: string, next: pg.Pool, work = move) {
  const stop = playOn(clients, PAUSE_MS)
  const before = await countRounds(at[place])
  await until('players play', async () => (await countRounds(at[place])) > before + 20)
  const moved = await work(place, server)
  const former = at[place]
  at[place] = next
  const after = await countRounds(next)
  await until('players play on', async () => (await countRounds(next)) > after + 20)
  return { moved, former, ...(await stop()) }
}

t.test('a place needs a server that keeps its log for others, and nodes that know it', async t => {
  const { databaseShards } = settings
  const unknown = await setup.startNode({ databaseShards })
  await until('it is known', async () => {
    const { rowCount } = await at.home.query('SELECT FROM node_state')
    return rowCount === 3
  })
  await t.rejects(ask('move', 'home', '--to', 'big'), /do not know the server big: test:\d+\./)
  await unknown.drain()
  await t.rejects(ask('move', 'home', '--to', 'elsewhere'), /There is no server elsewhere/)
  await t.rejects(
    ask('move', 'attic', '--to', 'big'),
    /There is no place attic: they are home, 512-1023/,
  )
  t.strictSame((await at.home.query('SELECT FROM place_move')).rowCount, 0)
})

t.test('the players of one place play on while it moves, and others notice nothing', async t => {
  const { moved, former, codes, refused } = await moveTo('512-1023', 'big', eastThere)
  t.match(moved, { place: '512-1023', server: 'big' })
  t.ok(codes.every(code => code === 'BUSY true'))
  t.strictSame(
    refused.filter(playerId => players.home.includes(playerId)),
    [],
  )
  await settle()
  await books.check(t)
  await t.rejects(former.query('DELETE FROM session'), { code: 'RH001' })
})

t.test('the home place moves with everything in it, and the books agree', onlyFullSize, async t => {
  const { moved, former, rounds, codes } = await moveTo('home', 'big', there)
  t.match(moved, { place: 'home', server: 'big' })
  t.ok(rounds > 40)
  t.strictSame(
    codes.filter(code => code !== 'BUSY true'),
    [],
    'a command in the meantime is refused, to be repeated',
  )
  await settle()
  await books.check(t)
  const left = await countRounds(former)
  t.ok((await countRounds(at.home)) > left)
  for (const statement of [
    'UPDATE player SET last_sequence = last_sequence + 1',
    'DELETE FROM session',
    `INSERT INTO notification (round_id, event) SELECT round_id, 'start' FROM finished_round`,
    'TRUNCATE unfinished_round',
  ]) {
    await t.rejects(former.query(statement), { code: 'RH001' }, 'the former server')
  }
  t.equal(await countRounds(former), left)
})

t.test(
  'everything that identifies rows goes on, and the audit log is whole',
  onlyFullSize,
  async t => {
    const keys = 'SELECT player_key FROM player ORDER BY player_key'
    const before = (await at.home.query<{ player_key: string }>(keys)).rows
    clients.set(late, (await setup.openGame(nodes[0], late)).client)
    const after = (await at.home.query<{ player_key: string }>(keys)).rows
    t.ok(BigInt(after.at(-1)!.player_key) > BigInt(before.at(-1)!.player_key))
    const verified = await run(['audit', 'verify', '--json'], env)
    t.equal(verified.code, 0)
    const { rows } = await at.home.query(
      `SELECT action FROM audit WHERE subject = 'place home' ORDER BY sequence`,
    )
    t.strictSame(
      rows.map(({ action }) => action),
      ['place.move-begun', 'place.moved'],
    )
  },
)

t.test(
  'a node that starts finds the place, or names the setting that it lacks',
  onlyFullSize,
  async t => {
    await t.rejects(setup.startNode({}), /the place home is on the server big, which DATABASE_SERV/)
    const node = await setup.startNode(settings)
    const { client } = await setup.openGame(node, players.home[0]!)
    t.equal((await client.spin(BET)).type, 'round')
    await settle()
    await node.drain()
  },
)

t.test('the former copy is dropped, and the place can move back', onlyFullSize, async t => {
  const refused = ask('move', 'home', '--to', 'home')
  await t.rejects(refused, /The target has players or projects already/)
  t.match(await ask('drop', 'home'), { place: 'home', dropped: true })
  t.equal(await countRounds(stores.pool), 0)
  const { rounds } = await moveTo('home', 'home', stores.pool)
  t.ok(rounds > 40)
  await settle()
  await books.check(t)
  await t.rejects(there.query('DELETE FROM session'), { code: 'RH001' })
  const listed = await ask('list')
  t.match(listed.places, [
    { place: 'home', shards: '0-511', server: null, move: { to: 'home', step: 'moved' } },
    { place: '512-1023', server: 'big', move: { to: 'big', step: 'moved' } },
  ])
})

t.test('a move that was stopped goes on when called again, or back', onlyFullSize, async t => {
  await ask('drop', 'home')
  const { moved } = await moveTo('home', 'big', there, moveInPieces)
  t.match(moved, { server: 'big' })
  await settle()
  await books.check(t)
})
