// External ids over two databases: a project uses one once, for any player, and a call that failed
// between the two databases blocks the id for no one.

import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { inShardOf, shardOf } from '../../src/core/shard.ts'
import { openDatabases } from '../../src/ledger/database/player-databases.ts'
import { mapShards } from '../../src/ledger/database/shard-map.ts'
import { EXTERNAL_ID_CLAIM_MS, findReferred } from '../../src/ledger/entitlements/external-ids.ts'
import { findGrant, storeGrant } from '../../src/ledger/entitlements/grants.ts'
import { newGrant } from '../support/grant-samples.ts'
import { openStores } from '../support/real-stores.ts'

const home = await openStores(t)
const other = await openStores(t)
const pools = openDatabases(
  mapShards('home', [
    { first: 0, last: 511, address: null },
    { first: 512, last: 1023, address: 'other' },
  ]),
  ({ isHome }) => (isHome ? home.pool : other.pool),
)
const names = Array.from({ length: 20 }, (_, number) => `player-${number}`)
const isHere = (playerId: string) => shardOf({ projectId: 'casino', playerId }) < 512
const [ann, fay] = [names.find(isHere)!, names.find(name => !isHere(name))!]

function grantFor(playerId: string, externalId: string | null) {
  const nowMs = Date.now()
  return newGrant({
    grantId: inShardOf({ projectId: 'casino', playerId }, uuidv7()),
    externalId,
    playerId,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 60_000,
  })
}

const give = (playerId: string, externalId: string | null) =>
  storeGrant(pools, 'casino', grantFor(playerId, externalId))

const ownerOf = async (externalId: string) => {
  const find = (pool: typeof home.pool, id: string) => findGrant(pool, 'casino', id)
  const grant = await findReferred(pools, 'casino', 'grant', { externalId }, find)
  return grant?.playerId ?? null
}

/** The state after a call that ended before it stored anything. */
async function takeInVain(playerId: string, externalId: string): Promise<string> {
  const { grantId } = grantFor(playerId, externalId)
  await home.pool.query(
    `INSERT INTO external_id (project_id, subject, external_id, id, player_id)
     VALUES ('casino', 'grant', $1, $2, $3)`,
    [externalId, grantId, playerId],
  )
  return grantId
}

const USED = { kind: 'refused', cause: 'duplicate-external-id' }

t.test('an id is used once over all databases', async t => {
  t.match(await give(fay, 'gift-1'), { kind: 'stored' })
  t.strictSame(await give(ann, 'gift-1'), USED)
  t.strictSame(await give(fay, 'gift-1'), USED)
  t.equal(await ownerOf('gift-1'), fay)
  const { rows } = await other.pool.query('SELECT FROM free_spin_grant')
  t.equal(rows.length, 1)
})

t.test('an id used long ago stays used', async t => {
  await home.pool.query(
    `UPDATE external_id SET claimed_at = now() - interval '1 year' WHERE external_id = 'gift-1'`,
  )
  t.strictSame(await give(ann, 'gift-1'), USED)
  t.equal(await ownerOf('gift-1'), fay)
})

t.test('without an external id nothing is reserved', async t => {
  t.match(await give(fay, null), { kind: 'stored' })
  t.match(await give(fay, null), { kind: 'stored' })
})

t.test('of calls at the same time one stores', async t => {
  const results = await Promise.all([ann, fay, ann, fay].map(name => give(name, 'gift-2')))
  t.equal(results.filter(({ kind }) => kind === 'stored').length, 1)
  t.ok(await ownerOf('gift-2'))
})

t.test('an id reserved by a failed call goes to the same player, once', async t => {
  const grantId = await takeInVain(fay, 'gift-3')
  t.equal(await ownerOf('gift-3'), null)
  const results = await Promise.all([give(fay, 'gift-3'), give(fay, 'gift-3')])
  t.strictSame(
    results.filter(({ kind }) => kind === 'stored'),
    [{ kind: 'stored', id: grantId }],
  )
  t.equal(await ownerOf('gift-3'), fay)
})

t.test('another player gets it once the call must have ended', async t => {
  await takeInVain(fay, 'gift-4')
  t.strictSame(await give(ann, 'gift-4'), USED)
  await home.pool.query(
    `UPDATE external_id SET claimed_at = now() - $1 * interval '1 millisecond'
     WHERE external_id = 'gift-4'`,
    [EXTERNAL_ID_CLAIM_MS + 1000],
  )
  t.match(await give(ann, 'gift-4'), { kind: 'stored' })
  t.equal(await ownerOf('gift-4'), ann)
  t.strictSame(await give(fay, 'gift-4'), USED)
})
