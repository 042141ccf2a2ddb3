// The configured databases of the shards: every shard exactly once, refused otherwise, and recorded
// by each database itself.

import t from 'tap'
import { shardOf } from '../../src/core/shard.ts'
import { inSchema } from '../../src/ledger/database/address.ts'
import { checkShards, claimShards } from '../../src/ledger/database/carried-shards.ts'
import { openDatabases } from '../../src/ledger/database/player-databases.ts'
import {
  divideShards,
  findMapProblem,
  listDatabases,
  mapShards,
  placeNumberOf,
  splitRanges,
} from '../../src/ledger/database/shard-map.ts'
import { findPlaced, type PlaceRow } from '../../src/ledger/places/place-map.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { openStores } from '../support/real-stores.ts'

const HOME = 'postgres://home/reelhouse'
const OTHER = 'postgres://other/reelhouse'
const range = (first: number, last: number, address: string | null = null) => ({
  first,
  last,
  address,
})

t.test('without a map everything is in the home database', async t => {
  const map = mapShards(HOME, [])
  t.strictSame(listDatabases(map), [
    { name: 'home', address: HOME, shards: '0-1023', isHome: true },
  ])
  const databases = openDatabases(map, ({ name }) => name)
  t.strictSame(databases.carriers, ['home'])
  t.equal(databases.of({ projectId: 'casino', playerId: 'ann' }), 'home')
})

t.test('a database may carry several ranges, and the home one none', async t => {
  const both = mapShards(HOME, [range(0, 99, OTHER), range(100, 199), range(200, 1023, OTHER)])
  const databases = listDatabases(both).map(({ name, shards }) => `${name} ${shards}`)
  t.strictSame(databases, ['home 100-199', '0-99,200-1023 0-99,200-1023'])
  const none = openDatabases(mapShards(HOME, [range(0, 1023, OTHER)]), ({ name }) => name)
  t.strictSame([none.home, none.carriers, none.all], ['home', ['0-1023'], ['home', '0-1023']])
})

const HALVES = mapShards(HOME, [range(0, 511), range(512, 1023, OTHER)])

t.test("a place's number is its first shard; one place has none", async t => {
  const numbers = (map: ReturnType<typeof mapShards>) =>
    [0, 99, 100, 1023].map(shard => placeNumberOf(map, shard))
  t.strictSame(numbers(mapShards(HOME, [])), [null, null, null, null])
  t.strictSame(numbers(mapShards(HOME, [range(0, 1023, OTHER)])), [null, null, null, null])
  const three = [range(0, 9), range(10, 99, OTHER), range(100, 199), range(200, 1023, OTHER)]
  t.strictSame(numbers(mapShards(HOME, three)), [0, 10, 0, 10])
})

t.test('a player, and an id made for the player, lead to the database of the shard', async t => {
  const databases = openDatabases(HALVES, ({ name }) => ({ name }))
  for (let number = 0; number < 100; number++) {
    const player = { projectId: 'casino', playerId: `player-${number}` }
    const name = shardOf(player) < 512 ? 'home' : '512-1023'
    t.equal(databases.of(player).name, name)
  }
})

t.test('an id that is not in the database of its shard is searched in the others', async t => {
  const { findById } = openDatabases(HALVES, ({ name }) => name)
  const asked: string[] = []
  const findIn = (where: string) => async (name: string) => {
    asked.push(name)
    return name === where ? name : null
  }
  // Its last ten bits name shard 1023.
  const id = '01a3185c-5000-7000-8000-0000000003ff'
  t.equal(await findById(id, findIn('512-1023')), '512-1023')
  t.equal(await findById(id, findIn('home')), 'home')
  t.equal(await findById(id, findIn('nowhere')), null)
  t.strictSame(asked, ['512-1023', '512-1023', 'home', '512-1023', 'home'])
})

t.test('each shard is given once', async t => {
  t.equal(findMapProblem([range(0, 1023)]), null)
  t.equal(findMapProblem([range(512, 1023), range(0, 511)]), null)
  t.equal(findMapProblem([range(0, 511)]), 'no database is given for 512-1023')
  t.equal(findMapProblem([range(1, 1023)]), 'no database is given for 0')
  t.equal(findMapProblem([range(0, 99), range(200, 1023)]), 'no database is given for 100-199')
  t.equal(findMapProblem([range(0, 512), range(512, 1023)]), '512 is given twice')
  t.equal(findMapProblem([range(0, 1023), range(5, 7)]), '5-7 is given twice')
})

t.test('a database keeps its first shards', async t => {
  const { pool } = await openStores(t)
  const half = { name: '512-1023', shards: '512-1023' }
  t.equal(await checkShards(pool, half), null, 'none yet')
  t.equal(await claimShards(pool, half), null)
  t.equal(await claimShards(pool, half), null, 'the next node')
  const other = { name: '0-511', shards: '0-511' }
  for (const check of [claimShards, checkShards]) {
    t.match(await check(pool, other), /carries the shards 512-1023, and DATABASE_SHARDS gives it/)
  }
  await ensurePlayer(pool, 'casino', 'ann')
  t.equal(await claimShards(pool, half), null, 'with players')
})

t.test('players from before shards existed stay in one database', async t => {
  const { pool } = await openStores(t)
  await ensurePlayer(pool, 'casino', 'ann')
  const half = await claimShards(pool, { name: 'home', shards: '0-511' })
  t.match(half, 'The home database has players already, of all shards')
  t.equal(await claimShards(pool, { name: 'home', shards: '0-1023' }), null)
})

t.test('the key of a player has the shard in it, and no two databases give the same', async t => {
  const { pool } = await openStores(t)
  for (const playerId of ['ann', 'bob', 'carl']) {
    const key = Number(await ensurePlayer(pool, 'casino', playerId))
    t.equal(key % 1024, shardOf({ projectId: 'casino', playerId }))
    t.equal(Number(await ensurePlayer(pool, 'casino', playerId)), key, 'it never changes')
  }
})

const BIG = 'postgres://big/reelhouse'
const row = (name: string, server: string | null): PlaceRow => ({
  name,
  server,
  closedFor: null,
  revision: '1',
  partOf: null,
  schema: null,
  isPlanned: false,
})

const part = (name: string, partOf: string, isPlanned = false): PlaceRow => ({
  ...row(name, null),
  partOf,
  schema: `shards_${name.replace('-', '_')}`,
  isPlanned,
})

t.test('places are where they were moved to, and the home place leads to the next', async t => {
  const settings = { map: HALVES, servers: { big: BIG, other: OTHER } }
  const rows: Record<string, PlaceRow[]> = {
    [HOME]: [row('home', 'big'), row('512-1023', null)],
    [BIG]: [row('512-1023', 'home')],
  }
  const read = async (home: unknown) => rows[home as string] ?? []
  const placed = async () => (await findPlaced(settings, read)).placed
  t.strictSame(await placed(), { home: BIG, '512-1023': HOME })
  rows[HOME] = []
  t.strictSame(await placed(), {}, 'as the settings say')
  const moved = mapShards(HOME, [range(0, 511), range(512, 1023, OTHER)], { '512-1023': BIG })
  t.strictSame(
    listDatabases(moved).map(({ name, address }) => [name, address]),
    [
      ['home', HOME],
      ['512-1023', BIG],
    ],
  )
  rows[HOME] = [row('home', 'small')]
  await t.rejects(findPlaced(settings, read), /the place home is on the server small, which/)
  rows[HOME] = [row('home', 'big')]
  rows[BIG] = [row('home', 'home')]
  await t.rejects(findPlaced(settings, read), /lead in a circle/)
})

t.test('a part is in a schema of its place, wherever that is, from the switch on', async t => {
  const given = [range(0, 511), range(512, 1023, OTHER)]
  const settings = { map: HALVES, servers: { big: BIG } }
  const inPart = (url: string, shards: string) => inSchema(url, `shards_${shards}`)
  const listed = async (rows: readonly PlaceRow[]) => {
    const { placed, parts } = await findPlaced(settings, async () => rows)
    const map = mapShards(HOME, splitRanges(HOME, given, parts), placed)
    return listDatabases(map).map(({ name, shards, address }) => [name, shards, address])
  }
  const halves = (isPlanned: boolean) => [
    part('512-767', '512-1023', isPlanned),
    part('768-1023', '512-1023', isPlanned),
  ]
  t.strictSame(
    await listed(halves(true)),
    [
      ['home', '0-511', HOME],
      ['512-767', '512-767', OTHER],
      ['768-1023', '768-1023', OTHER],
    ],
    'planned: still together',
  )
  const parts = [
    ['512-767', '512-767', inPart(OTHER, '512_767')],
    ['768-1023', '768-1023', inPart(OTHER, '768_1023')],
  ]
  t.strictSame(await listed(halves(false)), [['home', '0-511', HOME], ...parts])
  const ofHome = ['0-255', '256-511'].map(name => part(name, 'home'))
  const again = [part('0-99', '0-255'), { ...part('100-255', '0-255'), server: 'big' }]
  t.strictSame(
    await listed([...ofHome, ...again, ...halves(false)]),
    [
      ['home', '', HOME],
      ['0-99', '0-99', inPart(HOME, '0_99')],
      ['100-255', '100-255', inPart(BIG, '100_255')],
      ['256-511', '256-511', inPart(HOME, '256_511')],
      ...parts,
    ],
    'a part of a part, and one that has moved',
  )
})

t.test('shards are divided evenly, and each is in one part', async t => {
  t.strictSame(divideShards('0-1023', 4), ['0-255', '256-511', '512-767', '768-1023'])
  t.strictSame(divideShards('0-3,8,10-12', 3), ['0-1', '2-3,8', '10-12'])
  t.strictSame(divideShards('5-6', 3), ['', '5', '6'])
})
