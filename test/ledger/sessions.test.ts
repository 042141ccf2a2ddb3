// Sessions in the ledger: a launch that continues one prolongs it only when it has expired, and only then
// ends its earlier links. The test moves the stored expiry instead of waiting.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import {
  continueSession,
  createSession,
  findSession,
  type NewSession,
} from '../../src/ledger/players/sessions.ts'
import { SESSION_LIFETIME_MS } from '../../src/limits.ts'
import { openStores } from '../support/real-stores.ts'

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
    const continued = await continueSession(pool, sessionId, language, 'mobile')
    t.strictSame(continued, { ...stored, language, clientPlatform: 'mobile' })
    t.strictSame(await findSession(pool, sessionId), continued)
  }
})

t.test('a launch gives an expired session two hours more, once, and ends its links', async t => {
  const { sessionId } = await createSession(pool, newSession())
  const other = await createSession(pool, newSession())
  await expireIn(sessionId, -1_000)
  const before = Date.now()
  const revived = await continueSession(pool, sessionId, 'en', 'desktop')
  t.equal(revived.tokenVersion, 2)
  t.ok(revived.expiresAtMs >= before + SESSION_LIFETIME_MS - 1)
  t.ok(revived.expiresAtMs <= Date.now() + SESSION_LIFETIME_MS + 1)
  t.strictSame(await continueSession(pool, sessionId, 'en', 'desktop'), revived)
  t.strictSame(await findSession(pool, other.sessionId), other, 'another session is left alone')
})
