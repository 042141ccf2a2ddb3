// Sessions in the ledger: a launch that continues a session prolongs it only when it has expired,
// and only then ends its earlier links. The test moves the stored expiry instead of waiting.

import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import t from 'tap'
import type { Currency } from '../../src/core/money.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import {
  findSession,
  groupLastBalances,
  groupLaunches,
  groupSessionReads,
  type NewSession,
} from '../../src/ledger/players/sessions.ts'
import { SESSION_LIFETIME_MS } from '../../src/limits.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { insertProject, insertRow } from '../support/rows.ts'

const { pool } = await openStores(t)
await insertProject(pool, 'casino')
const launches = groupLaunches(pool)
const findLastBalance = groupLastBalances(pool)

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
  launches.continue(sessionId, launch, Date.now())

t.test('a new session lasts two hours', async t => {
  const before = Date.now()
  const { expiresAtMs, tokenVersion } = await launches.create(newSession(), Date.now())
  t.ok(expiresAtMs >= before + SESSION_LIFETIME_MS - 1)
  t.ok(expiresAtMs <= Date.now() + SESSION_LIFETIME_MS + 1)
  t.equal(SESSION_LIFETIME_MS, 2 * 60 * 60 * 1000)
  t.equal(tokenVersion, 1)
})

t.test('no launch prolongs a session that has not expired, nor ends its links', async t => {
  const { sessionId } = await launches.create(newSession(), Date.now())
  await expireIn(sessionId, 60_000)
  const stored = (await findSession(pool, sessionId))!
  for (const language of ['de', 'uk', 'de']) {
    const session = await continued(sessionId, toLaunch(language, 'mobile'))
    t.strictSame(session, { ...stored, language, clientPlatform: 'mobile' })
    t.strictSame(await findSession(pool, sessionId), session)
  }
})

t.test('a launch gives an expired session two more hours, once, and ends its links', async t => {
  const { sessionId } = await launches.create(newSession(), Date.now())
  const other = await launches.create(newSession(), Date.now())
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
  await launches.create(session, Date.now())
  const playerKey = await ensurePlayer(pool, 'casino', 'ann')
  const last = async (currency: Currency = 'EUR') => {
    const found = await findLastBalance(playerKey, { ...session, currency }, Date.now())
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

t.test('launches of one moment share statements, and each gets its own session', async t => {
  const asked: string[] = []
  const counted = {
    query(query: { name: string }) {
      asked.push(query.name)
      return pool.query(query as never)
    },
  } as unknown as Pool
  const { create, lookUp } = groupLaunches(counted)
  const players = Array.from({ length: 20 }, (_, n) => `one of "twenty" ${n}, {}\\`)
  const sessions = players.map(playerId => ({ ...newSession(), playerId }))
  const created = await Promise.all(sessions.map(session => create(session, Date.now())))
  t.strictSame(asked, ['create-sessions'])
  for (const [n, session] of created.entries()) {
    t.match(session, { playerId: players[n], sessionId: sessions[n]!.sessionId, tokenVersion: 1 })
  }
  const find = groupSessionReads(counted)
  const ids = [...sessions.map(({ sessionId }) => sessionId), randomUUID()]
  t.strictSame(await Promise.all(ids.map(find)), [...created, null])
  t.strictSame(asked, ['create-sessions', 'find-sessions'])
  const known = await Promise.all(created.map(session => lookUp(session)))
  t.strictSame(
    pluck(
      known.map(each => each!),
      'unfinished',
    ),
    players.map(() => null),
  )
  t.equal(await lookUp({ ...created[0]!, playerId: 'not launched yet' }), null)
  t.equal(asked.length, 4)
})

t.test('two launches of a new player at one moment store one player', async t => {
  const twice = [newSession(), newSession()].map(session => ({ ...session, playerId: 'twice' }))
  await Promise.all(twice.map(session => launches.create(session, Date.now())))
  const both = groupLaunches(pool)
  const again = [launches, both].map(({ create }) =>
    create({ ...newSession(), playerId: 'of two nodes' }, Date.now()),
  )
  await Promise.all(again)
  const { rows } = await pool.query(
    `SELECT player_id, count(DISTINCT p.player_key)::int AS players, count(*)::int AS sessions
     FROM player p JOIN session USING (player_key) WHERE player_id IN ('twice', 'of two nodes')
     GROUP BY 1 ORDER BY 1`,
  )
  t.strictSame(rows, [
    { player_id: 'of two nodes', players: 1, sessions: 2 },
    { player_id: 'twice', players: 1, sessions: 2 },
  ])
})

t.test('a session that the ledger refuses fails alone', async t => {
  const [good, bad] = [newSession(), { ...newSession(), currency: 'NONE' as Currency }]
  const [first, second] = await Promise.allSettled([
    launches.create({ ...good, playerId: 'good' }, Date.now()),
    launches.create({ ...bad, playerId: 'bad' }, Date.now()),
  ])
  t.match(first, { status: 'fulfilled', value: { sessionId: good.sessionId } })
  t.match(second, { status: 'rejected', reason: { code: /^2[23]/ } })
})
