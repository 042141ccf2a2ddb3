// Sessions in the ledger: a launch that continues a session prolongs it only when it has expired,
// and only then ends its earlier links. The test moves the stored expiry instead of waiting.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { Currency } from '../../src/core/money.ts'
import {
  continueSession,
  createSession,
  findLastBalance,
  findSession,
  type NewSession,
} from '../../src/ledger/players/sessions.ts'
import { SESSION_LIFETIME_MS } from '../../src/limits.ts'
import { openStores } from '../support/real-stores.ts'
import { letRoundsBeWritten } from '../support/written-rounds.ts'

const { pool } = await openStores(t)
await pool.query(
  `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
   VALUES ('casino', 'https://wallet.example', '', sha256(''))`,
)

const newSession = (): NewSession => ({
  sessionId: randomUUID(),
  projectId: 'casino',
  playerId: 'ann',
  gameId: 'lucky-lanterns',
  currency: 'EUR',
  language: 'en',
  clientPlatform: 'desktop',
  balanceMinor: 100n,
})

/** Makes the session expire so many milliseconds from now. */
const expireIn = (sessionId: string, ms: number) =>
  pool.query(
    `UPDATE session SET expires_at = now() + $2 * interval '1 millisecond' WHERE session_id = $1`,
    [sessionId, ms],
  )

t.test('a new session lasts two hours', async t => {
  const before = Date.now()
  const { expiresAtMs, tokenVersion } = await createSession(pool, newSession())
  t.ok(expiresAtMs >= before + SESSION_LIFETIME_MS - 1)
  t.ok(expiresAtMs <= Date.now() + SESSION_LIFETIME_MS + 1)
  t.equal(SESSION_LIFETIME_MS, 2 * 60 * 60 * 1000)
  t.equal(tokenVersion, 1)
})

t.test('no launch prolongs a session that has not expired, nor ends its links', async t => {
  const { sessionId } = await createSession(pool, newSession())
  await expireIn(sessionId, 60_000)
  const stored = (await findSession(pool, sessionId))!
  for (const language of ['de', 'uk', 'de']) {
    const continued = await continueSession(pool, sessionId, language, 'mobile', 90n)
    t.strictSame(continued, { ...stored, language, clientPlatform: 'mobile' })
    t.strictSame(await findSession(pool, sessionId), continued)
  }
})

t.test('a launch gives an expired session two more hours, once, and ends its links', async t => {
  const { sessionId } = await createSession(pool, newSession())
  const other = await createSession(pool, newSession())
  await expireIn(sessionId, -1_000)
  const before = Date.now()
  const revived = await continueSession(pool, sessionId, 'en', 'desktop', 90n)
  t.equal(revived.tokenVersion, 2)
  t.ok(revived.expiresAtMs >= before + SESSION_LIFETIME_MS - 1)
  t.ok(revived.expiresAtMs <= Date.now() + SESSION_LIFETIME_MS + 1)
  t.strictSame(await continueSession(pool, sessionId, 'en', 'desktop', 90n), revived)
  t.strictSame(await findSession(pool, other.sessionId), other, 'another session is not changed')
})

t.test(
  'the last balance is that of the launch, or of a later round in the same currency',
  async t => {
    const session = newSession()
    await createSession(pool, session)
    const { rows } = await pool.query(
      `SELECT player_key FROM player WHERE project_id = 'casino' AND player_id = 'ann'`,
    )
    const playerKey = rows[0].player_key as string
    const last = async (currency: Currency = 'EUR') =>
      (await findLastBalance(pool, playerKey, { ...session, currency }))?.balanceMinor ?? null
    t.equal(await last(), 100n)
    t.equal(await last('USD'), null)
    await letRoundsBeWritten(pool)
    let sequence = 0
    const play = (currency: Currency, balance: bigint | null, at: string) =>
      pool.query(
        `INSERT INTO round (round_id, project_id, player_key, sequence, request_id, session_id, game_id,
         game_version, game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, awaiting,
         win_units, win_minor, state, bet_status, balance_after_minor, created_at, bet_confirmed_at)
       VALUES (gen_random_uuid(), 'casino', $1, $2, $3, $4, $3, '1', 'base', $5, '{}', 1, 1,
         sha256(''), false, 0, 0, 'settled', 'confirmed', $6, now(), now() + $7::interval)`,
        [playerKey, ++sequence, `r-${sequence}`, session.sessionId, currency, balance, at],
      )
    await play('EUR', 50n, '-1 hour')
    t.equal(await last(), 100n, 'the launch came later')
    await play('EUR', 70n, '1 second')
    t.equal(await last(), 70n)
    await play('EUR', null, '2 seconds')
    await play('USD', 5n, '3 seconds')
    t.equal(await last(), 70n, 'a round without an answer has no balance')
    t.equal(await last('USD'), 5n)
    await pool.query(
      `UPDATE session SET balance_at = now() + interval '1 minute' WHERE session_id = $1`,
      [session.sessionId],
    )
    t.equal(await last(), 100n, 'launched again')
  },
)
