// What a node gives its background jobs: each kind of row has its retention time, expired
// entitlements are dropped from nodes' memory, and nothing is driven while the ledger has been
// replaced.

import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { ADMIN_SESSION_MS, WALLET_CHECK_KEPT_MS } from '../../src/limits/admin.ts'
import { createLiveBounds } from '../../src/limits/live.ts'
import { ATTEMPTS_KEPT_MS } from '../../src/limits.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import type { LedgerDatabase } from '../../src/server/databases/ledger-databases.ts'
import { FREE_ROWS_KEPT_MS, leaseOf, startRecovery, startRetention } from '../../src/server/jobs.ts'
import type { Parts } from '../../src/server/parts.ts'
import { openStores } from '../support/real-stores.ts'
import { makeRound, storeRound } from '../support/report-rounds.ts'
import { insertRow } from '../support/rows.ts'
import { until } from '../support/until.ts'

const { pool, redisUrl, redisPrefix } = await openStores(t)
const redis = await connectRedis(redisUrl, redisPrefix)
t.teardown(() => redis.disconnect())
await pool.query(`INSERT INTO project (project_id, internal, callback_url, api_key_sealed,
  api_key_sha256)
  VALUES ('casino', false, 'https://wallet.example', '', sha256('')),
    ('demo', true, 'http://127.0.0.1', '', sha256('x'))`)
const player = await ensurePlayer(pool, 'casino', 'ann')

const RETENTION = {
  sessionsMs: 10 * DAY_MS,
  answersMs: 20 * DAY_MS,
  notificationsMs: 30 * DAY_MS,
  guestsMs: 40 * DAY_MS,
  callbacksMs: 50 * DAY_MS,
}
/** When rows of a kind are deleted, and how one of an age is added. */
const KINDS: Record<string, { keptMs: number; add: string; count: string }> = {
  sessions: {
    keptMs: RETENTION.sessionsMs,
    add: `INSERT INTO session (session_id, player_key, game_id, currency, language, client_platform,
      expires_at)
      VALUES (gen_random_uuid(), ${player}, 'lucky-lanterns', 'EUR', 'en', 'desktop', $1)`,
    count: 'session',
  },
  answers: {
    keptMs: RETENTION.answersMs,
    add: `INSERT INTO idempotency (project_id, method, key, body_sha256, claimed_until, created_at)
      VALUES ('casino', 'm', gen_random_uuid(), '', now(), $1)`,
    count: 'idempotency',
  },
  notifications: {
    keptMs: RETENTION.notificationsMs,
    add: `INSERT INTO notification (player_key, round_id, project_id, event, created_at,
      next_attempt_at)
      VALUES (${player}, gen_random_uuid(), 'casino', 'start', $1, now() + interval '1 day')`,
    count: 'notification',
  },
  guests: {
    keptMs: RETENTION.guestsMs,
    add: `INSERT INTO player (project_id, player_id, created_at)
      VALUES ('demo', 'guest-' || gen_random_uuid(), $1)`,
    count: `player WHERE project_id = 'demo'`,
  },
  callbacks: {
    keptMs: RETENTION.callbacksMs,
    add: `INSERT INTO callback_log (call_id, project_id, method, code, at, latency_ms, node)
      VALUES (first_round_id($1), 'casino', 'bet', 'OK', now(), 1, 'n')`,
    count: 'callback_log',
  },
  walletFailures: {
    keptMs: ATTEMPTS_KEPT_MS,
    add: `INSERT INTO wallet_failure (round_id, operation, failures, first_at, last_at, recent)
      VALUES (gen_random_uuid(), 'bet', 1, $1, $1, '[]')`,
    count: 'wallet_failure',
  },
  adminSessions: {
    keptMs: ADMIN_SESSION_MS,
    add: `INSERT INTO admin_session (session_id, token_sha256, account_id, created_at, address,
      user_agent)
      SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), account_id, $1, '127.0.0.1',
        ''
      FROM admin_account`,
    count: 'admin_session',
  },
  walletChecks: {
    keptMs: WALLET_CHECK_KEPT_MS,
    add: `INSERT INTO wallet_check (check_id, project_id, started_by, started_at, ended_at, outcome,
      node, callback_url, player_id, currency, planned)
      VALUES (gen_random_uuid(), 'casino', 'owner', $1, now(), 'passed', 'n', '', '', 'EUR', 1)`,
    count: 'wallet_check',
  },
  pushes: {
    keptMs: ATTEMPTS_KEPT_MS,
    add: `INSERT INTO round_push (push_id, round_id, asked_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), $1)`,
    count: 'round_push',
  },
  freeRows: {
    keptMs: FREE_ROWS_KEPT_MS,
    add: `UPDATE unfinished_round SET touched_at = $1, state = 'finished' WHERE round_id = (
      SELECT round_id FROM unfinished_round WHERE state <> 'finished' LIMIT 1)`,
    count: `unfinished_round WHERE state = 'finished'`,
  },
}

/** Rows a little older and a little younger than their retention time. */
async function addRows(kept: Record<string, number> = {}) {
  for (const [what, { keptMs, add }] of Object.entries(KINDS)) {
    for (const more of [30_000, -30_000]) {
      if (what === 'freeRows') {
        await storeRound(
          pool,
          makeRound({ roundId: randomUUID(), playerId: randomUUID(), fate: 'planned' }),
        )
      }
      await pool.query(add, [new Date(Date.now() - (kept[what] ?? keptMs) - more)])
    }
  }
}

/** @param isHomeOnly its players are in the parts that it was split into */
function retain(
  t: Test,
  settings: Record<string, string> = {},
  { isOff = false, isHomeOnly = false } = {},
) {
  const deleted: Record<string, number> = {}
  const asked = { times: 0 }
  const bounds = createLiveBounds()
  bounds.replace(settings)
  const database = { name: 'home', isHome: true, pool }
  const parts = {
    bounds,
    databases: { carriers: isHomeOnly ? [] : [database] },
    config: { retention: RETENTION },
    metrics: {
      rowsDeleted: (what: string, rows: number) => {
        deleted[what] = (deleted[what] ?? 0) + rows
      },
    },
    redis,
    clock: {
      isOff: () => {
        asked.times++
        return isOff
      },
    },
    onFault: (error: unknown) => t.fail(String(error)),
  }
  const job = startRetention(parts as unknown as Parts, database as unknown as LedgerDatabase)
  return { job, deleted, asked }
}

const counted = async () => {
  const counts: Record<string, number> = {}
  for (const [what, { count }] of Object.entries(KINDS)) {
    counts[what] = (await pool.query(`SELECT FROM ${count}`)).rowCount!
  }
  return counts
}
const oneOfEach = Object.fromEntries(Object.keys(KINDS).map(what => [what, 1]))

t.test('every kind of row is deleted after its own time, and counted by kind', async t => {
  await pool.query(
    `INSERT INTO admin_account (account_id, name, role)
      VALUES (gen_random_uuid(), 'olga', 'owner')`,
  )
  await addRows()
  const month = 'SELECT to_regclass($1) IS NOT NULL AS is_there'
  const now = new Date()
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2))
  const table = `finished_round_${next.toISOString().slice(0, 7).replace('-', '_')}`
  await pool.query(`DROP TABLE IF EXISTS ${table}`)
  const { job, deleted } = retain(t)
  await until(
    'all kinds were checked',
    () => Object.keys(deleted).length >= Object.keys(KINDS).length,
  )
  await job.stop()
  t.strictSame(deleted, oneOfEach)
  t.strictSame(await counted(), oneOfEach)
  t.ok((await pool.query(month, [table])).rows[0].is_there, 'the coming months have tables')
})

t.test('a setting of a running node applies to its own kind', async t => {
  for (const what of ['sessions', 'answers', 'notifications', 'guests', 'callbacks']) {
    for (const { count } of Object.values(KINDS)) {
      if (!count.startsWith('unfinished') && !count.startsWith('player')) {
        await pool.query(`DELETE FROM ${count}`)
      }
    }
    await pool.query(`DELETE FROM player WHERE project_id = 'demo'`)
    await pool.query(KINDS[what]!.add, [new Date(Date.now() - 5 * DAY_MS)])
    const { job, deleted } = retain(t, { [`${what}-kept-days`]: '4' })
    await until(`${what} went`, () => deleted[what] === 1)
    await job.stop()
    t.strictSame(deleted, { [what]: 1 })
  }
})

/** The parts of a node that the test uses. */
function recover(t: Test, { isClosed = false, isOff = false } = {}) {
  const seen = { dropped: [] as string[], sent: [] as string[], searches: 0 }
  const gate = { isClosed: () => isClosed, isAway: () => false }
  const database = { name: 'home', isHome: true, pool, reportPool: pool, gate }
  const parts = {
    pool,
    databases: { carriers: [database] },
    redis,
    redisState: {
      dropEntitlements: async ({ playerId }: { playerId: string }) => {
        seen.dropped.push(playerId)
      },
    },
    onFault: (error: unknown) => t.fail(String(error)),
    targetSearch: {
      searchIn: async () => {
        seen.searches++
      },
    },
    wallet: { finishFreeSpins: async () => ({ kind: 'unknown' }) },
    clock: { isOff: () => isOff, nowMs: Date.now },
  }
  const lanes = {
    run: async (_: unknown, task: { kind: string; roundId: string }) => {
      seen.sent.push(`${task.kind} ${task.roundId}`)
    },
  }
  const job = startRecovery(
    parts as unknown as Parts,
    database as unknown as LedgerDatabase,
    lanes as never,
  )
  t.teardown(job.stop)
  return { job, seen }
}

async function addExpired() {
  const owed = makeRound({ fate: 'bet unknown', playerId: randomUUID() })
  await storeRound(pool, owed)
  await pool.query(
    `UPDATE unfinished_round SET touched_at = now() - interval '1 hour' WHERE round_id = $1`,
    [owed.roundId],
  )
  await insertRow(pool, 'free_spin_grant', { player_key: player })
  await insertRow(pool, 'target_outcome', { player_key: player })
  return owed.roundId
}

t.test('a recovery pass expires entitlements, drops them, and sends rounds to lanes', async t => {
  const roundId = await addExpired()
  const { seen } = recover(t)
  await until('the round is sent', () => seen.sent.includes(`resume ${roundId}`))
  t.strictSame(seen.dropped, ['ann'], 'of the grant’s player')
  t.ok(seen.searches >= 1)
  const statusOf = async (table: string) =>
    (await pool.query(`SELECT DISTINCT status FROM ${table}`)).rows.map(({ status }) => status)
  t.strictSame(await statusOf('free_spin_grant'), ['expired'])
  t.strictSame(await statusOf('target_outcome'), ['expired'])
})

t.test('while the ledger has been replaced nothing is driven', async t => {
  await addExpired()
  const { job, seen } = recover(t, { isClosed: true })
  t.equal(await job.run(), 0)
  // By now the pass that began with the job has ended.
  await job.stop()
  t.strictSame([seen.sent, seen.dropped], [[], []])
})

t.test('while the clocks differ too much nothing expires, and rounds are driven', async t => {
  const statusesOf = async (table: string) =>
    (await pool.query(`SELECT status FROM ${table} ORDER BY status`)).rows
  const before = [await statusesOf('free_spin_grant'), await statusesOf('target_outcome')]
  const { job, seen } = recover(t, { isOff: true })
  await until('a round is sent', () => seen.sent.length > 0)
  await job.stop()
  t.strictSame([await statusesOf('free_spin_grant'), await statusesOf('target_outcome')], before)
  t.strictSame(seen.dropped, [])
})

t.test('while the clocks differ too much nothing is deleted', async t => {
  await addRows()
  const before = await counted()
  const { job, deleted, asked } = retain(t, {}, { isOff: true })
  await until('a pass has asked the clock', () => asked.times > 0)
  await job.stop()
  t.strictSame([await counted(), deleted], [before, {}])
})

t.test('a home database that was split keeps what it has of players, unread', async t => {
  const { job, deleted } = retain(t, {}, { isHomeOnly: true })
  await until('the rows of no player went', () => Object.keys(deleted).length === 3)
  await job.stop()
  t.strictSame(deleted, { answers: 1, adminSessions: 1, walletChecks: 1 })
})

t.test('the jobs of each database have a separate lease', t => {
  const home = { name: '0-511', isHome: true }
  const other = { name: '512-1023', isHome: false }
  t.equal(leaseOf('lease:recovery', home), 'lease:recovery')
  t.equal(leaseOf('lease:recovery', other), 'lease:recovery:512-1023')
  t.end()
})
