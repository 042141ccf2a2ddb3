// Which of a player's grants are in play when there are more than the bound: those that expire
// first, and among equals the older ones.

import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { GrantPlace } from '../../src/core/entitlements.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import {
  GRANTS_AHEAD,
  listPlayableGrants,
  storeGrant,
} from '../../src/ledger/entitlements/grants.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { newGrant } from '../support/grant-samples.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject } from '../support/rows.ts'

const { pool } = await openStores(t)
await insertProject(pool, 'casino')
const playerKey = await ensurePlayer(pool, 'casino', 'ann')
const NOW = Date.now()

/** The id of a new grant of the player. */
async function grant(
  expiresAtMs: number,
  playerId = 'ann',
  place: Partial<GrantPlace> = {},
): Promise<string> {
  const grantId = uuidv7()
  const terms = { grantId, playerId, externalId: null, total: 1, createdAtMs: NOW, expiresAtMs }
  const stored = await storeGrant(inOneDatabase(pool), 'casino', newGrant({ ...terms, ...place }))
  if (stored.kind !== 'stored') throw new Error('the grant was not stored')
  return grantId
}

const inPlay = async () =>
  (await listPlayableGrants(pool, playerKey, Date.now())).grants.map(({ grantId }) => grantId)
const more = async () => (await listPlayableGrants(pool, playerKey, Date.now())).moreGrants

t.test('the grants that expire first are in play, among equals the older ones', async t => {
  const late = await grant(NOW + 9 * HOUR_MS)
  const together: string[] = []
  for (let time = 0; time < GRANTS_AHEAD; time++) together.push(await grant(NOW + 2 * HOUR_MS))
  const soon = await grant(NOW + HOUR_MS)
  await grant(NOW + HOUR_MS / 2, 'bob')
  t.strictSame(await inPlay(), [soon, ...together.slice(0, GRANTS_AHEAD - 1)])
  t.strictSame(await more(), [{ gameId: 'lucky-lanterns', currency: 'EUR' }])

  await pool.query(
    `UPDATE free_spin_grant SET status = 'used', finished_at = now() WHERE grant_id = ANY ($1)`,
    [[soon, together[0]]],
  )
  t.strictSame(await inPlay(), [...together.slice(1), late], 'the others follow as these end')
  t.strictSame(await more(), [])
})

t.test('grants of one game or currency never hide those of another', async t => {
  for (let time = 0; time < 2 * GRANTS_AHEAD; time++) await grant(NOW + 3 * HOUR_MS)
  const dollars = await grant(NOW + 20 * HOUR_MS, 'ann', { currency: 'USD' })
  const elsewhere = await grant(NOW + 20 * HOUR_MS, 'ann', { gameId: 'sugar-cascade' })
  const held = await inPlay()
  t.ok(held.includes(dollars) && held.includes(elsewhere))
  t.equal(held.length, GRANTS_AHEAD + 2)
})

t.test('a grant without a spin to play, or past its expiry, is not in play', async t => {
  const [first] = await inPlay()
  await pool.query('UPDATE free_spin_grant SET taken = total WHERE grant_id = $1', [first])
  const [second] = await inPlay()
  t.not(second, first)
  await pool.query(
    `UPDATE free_spin_grant SET created_at = now() - interval '2 hours',
       expires_at = now() - interval '1 second' WHERE grant_id = $1`,
    [second],
  )
  t.notOk((await inPlay()).includes(second!))
})
