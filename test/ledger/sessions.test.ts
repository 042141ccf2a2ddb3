// Sessions in the ledger: a launch that continues a session prolongs it only when it has expired,
// and only then ends its earlier links. The test moves the stored expiry instead of waiting.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { Currency } from '../../src/core/money.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import {
  continueSession,
  createSession,
  findLastBalance,
  findSession,
  type NewSession,
} from '../../src/ledger/players/sessions.ts'
import { SESSION_LIFETIME_MS } from '../../src/limits.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject, insertRow } from '../support/rows.ts'

const { pool } = await openStores(t)
await insertProject(pool, 'casino')

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

const toLaunch = (language = 'en', clientPlatform: 'desktop' | 'mobile' = 'desktop') => ({
  ...{ language, clientPlatform },
  balanceMinor: 90n,
})
const continued = (sessionId: string, launch = toLaunch()) =>
  continueSession(pool, sessionId, launch, Date.now())

t.test('a new session lasts two hours', async t => {
  const before = Date.now()
  const { expiresAtMs, tokenVersion } = await createSession(pool, newSession(), Date.now())
  t.ok(expiresAtMs >= before + SESSION_LIFETIME_MS - 1)
  t.ok(expiresAtMs <= Date.now() + SESSION_LIFETIME_MS + 1)
  t.equal(SESSION_LIFETIME_MS, 2 * 60 * 60 * 1000)
  t.equal(tokenVersion, 1)
})

t.test('no launch prolongs a session that has not expired, nor ends its links', async t => {
  const { sessionId } = await createSession(pool, newSession(), Date.now())
  await expireIn(sessionId, 60_000)
  const stored = (await findSession(pool, sessionId))!
  for (const language of ['de', 'uk', 'de']) {
    const session = await continued(sessionId, toLaunch(language, 'mobile'))
    t.strictSame(session, { ...stored, language, clientPlatform: 'mobile' })
    t.strictSame(await findSession(pool, sessionId), session)
  }
})

t.test('a launch gives an expired session two more hours, once, and ends its links', async t => {
  const { sessionId } = await createSession(pool, newSession(), Date.now())
  const other = await createSession(pool, newSession(), Date.now())
  await expireIn(sessionId, -1_000)
  const before = Date.now()
  const revived = await continued(sessionId)
  t.equal(revived.tokenVersion, 2)
  t.ok(revived.expiresAtMs >= before + SESSION_LIFETIME_MS - 1)
  t.ok(revived.expiresAtMs <= Date.now() + SESSION_LIFETIME_MS + 1)
  t.strictSame(await continued(sessionId), revived)
  t.strictSame(await findSession(pool, other.sessionId), other, 'another session is not changed')
})

t.test('the last balance is that of the launch, or of a later round in its currency', async t => {
  const session = newSession()
  await createSession(pool, session, Date.now())
  const playerKey = await ensurePlayer(pool, 'casino', 'ann')
  const last = async (currency: Currency = 'EUR') => {
    const found = await findLastBalance(pool, playerKey, { ...session, currency }, Date.now())
    return found?.balanceMinor ?? null
  }
  t.equal(await last(), 100n)
  t.equal(await last('USD'), null)
  let sequence = 0
  const play = (currency: Currency, balance: bigint | null, afterMs: number) =>
    insertRow(pool, 'round', {
      player_key: playerKey,
      sequence: ++sequence,
      game_id: `r-${sequence}`,
      currency,
      session_id: session.sessionId,
      balance_after_minor: balance,
      bet_confirmed_at: new Date(Date.now() + afterMs),
    })
  await play('EUR', 50n, -HOUR_MS)
  t.equal(await last(), 100n, 'the launch came later')
  await play('EUR', 70n, 1_000)
  t.equal(await last(), 70n)
  await play('EUR', null, 2_000)
  await play('USD', 5n, 3_000)
  t.equal(await last(), 70n, 'a round without an answer has no balance')
  t.equal(await last('USD'), 5n)
  const later = `UPDATE session SET balance_at = now() + interval '1 minute' WHERE session_id = $1`
  await pool.query(later, [session.sessionId])
  t.equal(await last(), 100n, 'launched again')
})
