// How a grant ends in the ledger: at its expiry, however late that is noticed; its summary is owed
// once its last round has ended, and repeated with growing delays until the wallet answers.

import t from 'tap'
import { summaryRetryDelayMs } from '../../src/core/grant.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { expireGrants } from '../../src/ledger/entitlements/grant-moves.ts'
import { claimSummaries, summaryAnswered } from '../../src/ledger/entitlements/grant-summaries.ts'
import { findAnyGrant } from '../../src/ledger/entitlements/grants.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject, insertRow } from '../support/rows.ts'

const { pool } = await openStores(t)
await insertProject(pool, 'casino')

async function grant(playerId: string, expiresAtMs: number, change = 'taken = 0') {
  const grantId = await insertRow(pool, 'free_spin_grant', {
    player_key: await ensurePlayer(pool, 'casino', playerId),
    created_at: new Date(expiresAtMs - DAY_MS),
    expires_at: new Date(expiresAtMs),
  })
  await pool.query(`UPDATE free_spin_grant SET ${change} WHERE grant_id = $1`, [grantId])
  return grantId
}

const FINISHED = `status = 'used', finished_at = now(), summary_next_at = now()`
const claimed = async () => (await claimSummaries(pool)).map(owed => owed.grant.grantId)
const makeDue = (grantId: string) =>
  pool.query('UPDATE free_spin_grant SET summary_next_at = now() WHERE grant_id = $1', [grantId])

t.test('an expired grant is finished at its expiry, however late that is noticed', async t => {
  const nowMs = Date.now()
  const expiresAtMs = nowMs - 5 * HOUR_MS
  const grantId = await grant('late', expiresAtMs)
  const kept = await grant('kept', nowMs + HOUR_MS)
  t.strictSame(await expireGrants(pool, nowMs), [{ projectId: 'casino', playerId: 'late' }])
  t.match(await findAnyGrant(pool, grantId), {
    status: 'expired',
    finishedAtMs: expiresAtMs,
    remaining: 0,
  })
  t.match(await findAnyGrant(pool, kept), { status: 'active', finishedAtMs: null })
  t.strictSame(await expireGrants(pool, nowMs), [], 'once')
  t.strictSame(await claimed(), [grantId], 'its summary is owed')
})

t.test('a summary is owed once the last round of the grant has ended', async t => {
  const grantId = await grant('playing', Date.now(), `${FINISHED}, taken = 3, played = 2`)
  t.strictSame(await claimed(), [])
  await pool.query('UPDATE free_spin_grant SET played = 3 WHERE grant_id = $1', [grantId])
  t.strictSame(await claimed(), [grantId])
})

t.test('a summary is sent again with growing delays until it is answered', async t => {
  const grantId = await grant('unanswered', Date.now(), FINISHED)
  for (const attempts of [0, 1, 2, 3]) {
    t.strictSame(await claimed(), [grantId])
    const { rows } = await pool.query<{ ms: string }>(
      `SELECT round(extract(epoch FROM summary_next_at - now()) * 1000) AS ms FROM free_spin_grant
       WHERE grant_id = $1`,
      [grantId],
    )
    const delayMs = Number(rows[0]!.ms)
    const wantedMs = summaryRetryDelayMs(attempts)
    t.ok(delayMs <= wantedMs && delayMs > wantedMs / 2, `${delayMs} of ${wantedMs} ms are left`)
    t.strictSame(await claimed(), [], 'not before its time')
    await makeDue(grantId)
  }
  await summaryAnswered(pool, grantId)
  await makeDue(grantId)
  t.strictSame(await claimed(), [], 'answered')
})
