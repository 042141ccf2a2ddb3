// Which of a player's grants take part in play when there are more of them than may at once: those that
// expire first, and of those that expire together the older ones.

import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { createGrant } from '../../src/core/grant.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { listActiveGrants, storeGrant } from '../../src/ledger/entitlements/grants.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { GRANTS_IN_PLAY } from '../../src/limits.ts'
import { openStores } from '../support/real-stores.ts'

const { pool } = await openStores(t)
await pool.query(
  `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
   VALUES ('casino', 'https://wallet.example', '', sha256(''))`,
)
const playerKey = await ensurePlayer(pool, 'casino', 'ann')
const NOW = Date.now()

/** The id of a new grant of the player. */
async function grant(expiresAtMs: number, playerId = 'ann'): Promise<string> {
  const grantId = uuidv7()
  const stored = await storeGrant(
    pool,
    'casino',
    createGrant({
      grantId,
      playerId,
      externalId: null,
      currency: 'EUR',
      gameId: 'lucky-lanterns',
      provider: 'provider_a',
      betMinor: 100n,
      betTerms: '{}',
      metaJson: null,
      total: 1,
      createdAtMs: NOW,
      expiresAtMs,
    }),
  )
  if (stored.kind !== 'stored') throw new Error('the grant was not stored')
  return grantId
}

const inPlay = async () => (await listActiveGrants(pool, playerKey)).map(({ grantId }) => grantId)

t.test('those that expire first are in play, of those that expire together the older', async t => {
  const late = await grant(NOW + 9 * HOUR_MS)
  const together: string[] = []
  for (let i = 0; i < GRANTS_IN_PLAY; i++) together.push(await grant(NOW + 2 * HOUR_MS))
  const soon = await grant(NOW + HOUR_MS)
  await grant(NOW + HOUR_MS / 2, 'bob')
  t.strictSame(await inPlay(), [soon, ...together.slice(0, GRANTS_IN_PLAY - 1)])

  await pool.query(
    `UPDATE free_spin_grant SET status = 'used', finished_at = now() WHERE grant_id = ANY ($1)`,
    [[soon, together[0]]],
  )
  t.strictSame(await inPlay(), [...together.slice(1), late], 'the others follow as these end')
})
