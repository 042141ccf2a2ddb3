// The time at which something expires is the same in core, in SQL and in Lua: one millisecond
// before it nothing has expired, from that instant on it has.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { isPast } from '../../src/core/expiry.ts'
import { pickGrant } from '../../src/core/grant.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { groupLastBalances, groupLaunches } from '../../src/ledger/players/sessions.ts'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import { SESSION_LIFETIME_MS } from '../../src/limits.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createRedisState } from '../../src/redis/player-state.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject, insertRow } from '../support/rows.ts'

const { pool, redisUrl, redisPrefix } = await openStores(t)
const redis = await connectRedis(redisUrl, redisPrefix)
t.teardown(() => redis.quit())
await insertProject(pool, 'casino')

/** Odd milliseconds, so that a rounded time shows. */
const ENDS_MS = Date.UTC(2026, 10, 23, 12) + 333
const TIMES = { before: ENDS_MS - 1, at: ENDS_MS, after: ENDS_MS + 1 } as const
const EXPIRED = { before: false, at: true, after: true }
const MADE_MS = ENDS_MS - HOUR_MS

type Expired = (nowMs: number) => boolean | Promise<boolean>

async function answersOf(expired: Expired): Promise<Record<string, boolean>> {
  const answers: Record<string, boolean> = {}
  for (const [name, nowMs] of Object.entries(TIMES)) answers[name] = await expired(nowMs)
  return answers
}

t.test('core', async t => {
  t.strictSame(await answersOf(nowMs => isPast(ENDS_MS, nowMs)), EXPIRED)
})

t.test('SQL: entitlements of a player', async t => {
  const playerKey = await ensurePlayer(pool, 'casino', 'ann')
  const times = { created_at: new Date(MADE_MS), expires_at: new Date(ENDS_MS) }
  await insertRow(pool, 'free_spin_grant', { player_key: playerKey, ...times })
  const ready = { status: 'ready', found: '[]', found_version: '1', ready_sequence: 0 }
  await insertRow(pool, 'target_outcome', { player_key: playerKey, ...times, ...ready })
  const loadAt = async (nowMs: number) =>
    (await createRoundReader(pool, () => nowMs).loadPlayer('casino', 'ann'))!.entitlements
  t.strictSame(await answersOf(async nowMs => (await loadAt(nowMs)).grants.length === 0), EXPIRED)
  t.strictSame(await answersOf(async nowMs => (await loadAt(nowMs)).targets.length === 0), EXPIRED)
  const { grants } = await loadAt(MADE_MS)
  const isUnpicked = (nowMs: number) => pickGrant(grants, nowMs) === null
  t.strictSame(await answersOf(isUnpicked), EXPIRED, 'core picks the same grant')
})

t.test('SQL: sessions', async t => {
  const madeMs = ENDS_MS - SESSION_LIFETIME_MS
  const launches = groupLaunches(pool)
  const findLastBalance = groupLastBalances(pool)
  const newSession = {
    projectId: 'casino',
    playerId: 'bob',
    sessionId: randomUUID(),
    gameId: 'river',
    currency: 'EUR',
    language: 'en',
    clientPlatform: 'desktop',
    balanceMinor: 7n,
  } as const
  const session = await launches.create(newSession, madeMs)
  t.equal(session.expiresAtMs, ENDS_MS)
  const playerKey = await ensurePlayer(pool, 'casino', 'bob')
  const other = { sessionId: randomUUID(), currency: 'EUR' } as const
  const isUnread = async (nowMs: number) =>
    (await findLastBalance(playerKey, other, nowMs)) === null
  t.strictSame(await answersOf(isUnread), EXPIRED)
  const versionAt = async (nowMs: number) =>
    (await launches.continue(session.sessionId, newSession, nowMs)).tokenVersion
  t.equal(await versionAt(TIMES.before), 1)
  t.equal(await versionAt(TIMES.at), 2, 'it expired, and its links with it')
})

t.test('Lua: the session and the target of a new round', async t => {
  const target = {
    targetOutcomeId: 'one',
    gameId: 'river',
    kind: 'spin',
    spinNumber: 1,
    paidSpinsSince: 0,
    expiresAtMs: ENDS_MS,
    modes: ['base'],
  } as const
  async function openAt(nowMs: number, sessionEndsMs: number) {
    const player = { projectId: 'casino', playerId: randomUUID() }
    const session = { sessionId: randomUUID(), tokenVersion: 1 }
    const state = createRedisState(redis, () => nowMs)
    await state.load(player, {
      sequence: 0n,
      entitlementsRevision: 0n,
      openRounds: [],
      targets: [target],
    })
    await state.putSession(player, session.sessionId, sessionEndsMs, 1)
    return state.openRound(player, session, {
      gameId: 'river',
      roundId: randomUUID(),
      entitlementsRevision: 0n,
      spin: 'base',
      modeId: 'base',
    })
  }
  const isRefused = async (nowMs: number) => (await openAt(nowMs, ENDS_MS)).kind === 'expired'
  t.strictSame(await answersOf(isRefused), EXPIRED, 'the session')
  const isUnapplied = async (nowMs: number) => {
    const opened = await openAt(nowMs, ENDS_MS + HOUR_MS)
    return opened.kind === 'opened' && opened.targetOutcomeId === null
  }
  t.strictSame(await answersOf(isUnapplied), EXPIRED, 'the target')
})
