// Rows with a retention time are deleted after it, in small batches that wait for no lock; rounds
// are never deleted.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { makeComingMonths } from '../../src/ledger/archive/months.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import {
  type DeleteOld,
  deleteFreeRows,
  deleteOldAdminSessions,
  deleteOldAnswers,
  deleteOldCallbacks,
  deleteOldGuests,
  deleteOldNotifications,
  deleteOldPushes,
  deleteOldSessions,
  deleteOldWalletChecks,
  deleteOldWalletFailures,
} from '../../src/ledger/retention/old-rows.ts'
import { RETENTION_BATCH_ROWS } from '../../src/limits.ts'
import { startRetentionJob } from '../../src/recovery/retention-job.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { pluck } from '../support/results.ts'
import { insertRow } from '../support/rows.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
const { pool, wallet } = setup
const KEPT_MS = 30 * DAY_MS
const LONG_MS = 3_650 * DAY_MS
/** The test deletes by itself. */
const node = await setup.startNode({
  retention: {
    sessionsMs: LONG_MS,
    answersMs: LONG_MS,
    notificationsMs: LONG_MS,
    guestsMs: LONG_MS,
    callbacksMs: LONG_MS,
  },
})

async function addPlayer(projectId: string, playerId: string, days = 0): Promise<string> {
  const { rows } = await pool.query(
    `INSERT INTO player (project_id, player_id, created_at)
     VALUES ($1, $2, now() - $3 * interval '1 day') RETURNING player_key`,
    [projectId, playerId, days],
  )
  return rows[0].player_key
}

/** Sessions of a new player that expired so many days ago. */
async function addSessions(count: number, days: number): Promise<string[]> {
  const player_key = await addPlayer('casino', randomUUID())
  const expires_at = new Date(Date.now() - days * DAY_MS)
  const add = () => insertRow(pool, 'session', { player_key, expires_at })
  return Promise.all(Array.from({ length: count }, add))
}

const kept = async (ids: readonly string[]) =>
  (await pool.query('SELECT FROM session WHERE session_id = ANY ($1)', [ids])).rows.length

t.test('sessions are deleted a batch at a time, once they expired long enough ago', async t => {
  const old = await addSessions(RETENTION_BATCH_ROWS + 5, 31)
  const young = await addSessions(3, 29)
  t.equal(await deleteOldSessions(pool, KEPT_MS), RETENTION_BATCH_ROWS)
  t.equal(await kept(old), 5)
  t.equal(await deleteOldSessions(pool, KEPT_MS), 5)
  t.equal(await deleteOldSessions(pool, KEPT_MS), 0)
  t.strictSame([await kept(old), await kept(young)], [0, 3])
})

t.test('a locked row is left for later, without waiting', async t => {
  const [held, free] = await addSessions(2, 31)
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM session WHERE session_id = $1 FOR UPDATE', [held])
  t.equal(await deleteOldSessions(pool, KEPT_MS), 1)
  t.strictSame([await kept([held!]), await kept([free!])], [1, 0])
  await client.query('COMMIT')
  client.release()
  t.equal(await deleteOldSessions(pool, KEPT_MS), 1)
})

t.test('a launch continues the session of an open round; the round outlives it', async t => {
  const { client } = await setup.openGame(node, 'ann')
  wallet.rule({ method: 'bet', playerId: 'ann', act: 'http-500-before-apply', times: 1_000_000 })
  const { roundId } = roundOf(await client.spin(BET))
  const aged = `UPDATE session SET expires_at = now() - interval '31 days'
    WHERE session_id = (SELECT session_id FROM round WHERE round_id = $1)`
  await pool.query(aged, [roundId])
  t.equal(await deleteOldSessions(pool, KEPT_MS), 0)
  wallet.behave()
  const again = await setup.openGame(node, 'ann')
  t.match(again.welcome, { type: 'welcome' })
  const stateOf = async () =>
    (await pool.query('SELECT state FROM round WHERE round_id = $1', [roundId])).rows[0].state
  await until('paid', async () => !['debit_pending', 'credit_pending'].includes(await stateOf()))
  if ((await stateOf()) === 'in_progress') await again.client.collect(roundId)
  await pool.query(aged, [roundId])
  t.equal(await deleteOldSessions(pool, KEPT_MS), 1)
  t.equal(await stateOf(), 'settled')
})

t.test('notifications are deleted a batch at a time, once they were owed long enough', async t => {
  await pool.query(
    `INSERT INTO notification (player_key, round_id, project_id, event, next_attempt_at, created_at)
     SELECT 1, gen_random_uuid(), 'casino', 'start', now() + interval '1 hour',
       now() - CASE WHEN n <= 2 THEN interval '29 days' ELSE interval '31 days' END
     FROM generate_series(1, $1) n`,
    [RETENTION_BATCH_ROWS + 7],
  )
  const left = async () => (await pool.query('SELECT FROM notification')).rows.length
  t.equal(await deleteOldNotifications(pool, KEPT_MS), RETENTION_BATCH_ROWS)
  t.equal(await deleteOldNotifications(pool, KEPT_MS), 5)
  t.equal(await deleteOldNotifications(pool, KEPT_MS), 0)
  t.equal(await left(), 2)
})

const HAS_LIMIT = `INSERT INTO player_bet_limit (player_key, provider, currency, min_minor,
  max_minor, updated_at) VALUES ($1, 'provider_a', 'EUR', 1, 100, now())`

t.test('guests of the lobby are deleted when they left no records', async t => {
  await pool.query(
    `INSERT INTO project (project_id, internal, callback_url, api_key_sealed, api_key_sha256)
     VALUES ('demo', true, 'http://127.0.0.1', '', sha256(''))`,
  )
  const names = ['guest-gone', 'guest-young', 'guest-session', 'guest-level', 'regular']
  const keys: string[] = []
  for (const name of names) {
    keys.push(await addPlayer('demo', name, name === 'guest-young' ? 29 : 31))
  }
  await addPlayer('casino', 'guest-elsewhere', 31)
  await insertRow(pool, 'session', { player_key: keys[2]! })
  await pool.query(HAS_LIMIT, [keys[3]])
  t.equal(await deleteOldGuests(pool, KEPT_MS), 1)
  const { rows } = await pool.query(
    `SELECT player_id FROM player WHERE player_id = ANY ($1) ORDER BY player_key`,
    [[...names, 'guest-elsewhere']],
  )
  t.strictSame(pluck(rows, 'player_id'), [...names.slice(1), 'guest-elsewhere'])
})

/** Records that a guest may have left, each enough to stay: by its table. */
const LEFT: Record<string, (player_key: string) => Promise<unknown>> = {
  session: player_key => insertRow(pool, 'session', { player_key }),
  free_spin_grant: player_key =>
    insertRow(pool, 'free_spin_grant', { project_id: 'demo', player_key }),
  target_outcome: player_key =>
    insertRow(pool, 'target_outcome', { project_id: 'demo', player_key }),
  level_journal: leftBy(`INSERT INTO level_journal (player_key, provider, at, change, to_bps, by)
    VALUES ($1, 'provider_a', now(), 'bind', 9000, 'adaptive')`),
  player_level: leftBy(`INSERT INTO player_level (player_key, provider, start_bps, current_bps,
    adjusted_sequence) VALUES ($1, 'provider_a', 9000, 9000, 0)`),
  player_bet_limit: leftBy(HAS_LIMIT),
  player_note: leftBy(`INSERT INTO player_note (player_key, author, body)
    VALUES ($1, 'olga', 'Called twice.')`),
  player_tag: leftBy(`INSERT INTO player_tag (player_key, tag, project_id, player_id)
    SELECT player_key, 'vip', project_id, player_id FROM player WHERE player_key = $1`),
  'a block': leftBy('UPDATE player SET blocked_at = now() WHERE player_key = $1'),
  'a round': leftBy('UPDATE player SET last_sequence = 1 WHERE player_key = $1'),
}
function leftBy(sql: string) {
  return (key: string) => pool.query(sql, [key])
}

t.test('a guest with any record stays, and a deleted guest can return as a new one', async t => {
  for (const [what, leave] of Object.entries(LEFT)) {
    await leave(await addPlayer('demo', `guest-with ${what}`, 31))
  }
  const gone = await ensurePlayer(pool, 'demo', 'guest-back')
  const aged = `UPDATE player SET created_at = now() - interval '31 days' WHERE player_key = $1`
  await pool.query(aged, [gone])
  t.equal(await deleteOldGuests(pool, KEPT_MS), 1)
  const { rows } = await pool.query<{ player_id: string }>(
    `SELECT player_id FROM player WHERE project_id = 'demo' AND player_id = ANY ($1)`,
    [Object.keys(LEFT).map(what => `guest-with ${what}`)],
  )
  t.equal(rows.length, Object.keys(LEFT).length)
  t.not(await ensurePlayer(pool, 'demo', 'guest-back'), gone, 'no record of the name was kept')
})

/**
 * Rows by their age in days by the time that counts, and by each other time. `only`: the node adds
 * rows meanwhile.
 */
const AGED: Record<string, { delete: DeleteOld; add: string; only?: string }> = {
  wallet_failure: {
    delete: deleteOldWalletFailures,
    add: `INSERT INTO wallet_failure (round_id, operation, failures, first_at, last_at, recent)
      SELECT gen_random_uuid(), 'bet', 2, now() - interval '90 days',
        now() - days * interval '1 day', '[]'
      FROM unnest($1::int[]) days`,
  },
  round_push: {
    delete: deleteOldPushes,
    add: `INSERT INTO round_push (push_id, round_id, asked_at, answered_at)
      SELECT gen_random_uuid(), gen_random_uuid(), now() - days * interval '1 day',
        CASE WHEN days < 30 THEN now() - interval '90 days' END
      FROM unnest($1::int[]) days`,
  },
  admin_session: {
    delete: deleteOldAdminSessions,
    add: `WITH account AS (
        INSERT INTO admin_account (account_id, name, role)
          VALUES (gen_random_uuid(), 'olga', 'owner')
        RETURNING account_id)
      INSERT INTO admin_session (session_id, token_sha256, account_id, created_at, seen_at, address,
        user_agent)
      SELECT gen_random_uuid(), sha256(days::text::bytea), account_id,
        now() - days * interval '1 day',
        now() - CASE WHEN days < 30 THEN 90 ELSE 0 END * interval '1 day', '127.0.0.1', ''
      FROM unnest($1::int[]) days, account`,
  },
  wallet_check: {
    delete: deleteOldWalletChecks,
    add: `INSERT INTO wallet_check (check_id, project_id, started_by, started_at, saved_at,
        ended_at, outcome, node, callback_url, player_id, currency, planned)
      SELECT gen_random_uuid(), 'casino', 'owner:olga', now() - days * interval '1 day',
        now() - CASE WHEN days < 30 THEN 90 ELSE 0 END * interval '1 day', now(), 'passed', 'n', '',
        '', 'EUR', 1
      FROM unnest($1::int[]) days`,
  },
  callback_log: {
    delete: deleteOldCallbacks,
    only: "node = 'n'",
    add: `INSERT INTO callback_log (call_id, project_id, method, code, at, latency_ms, node)
      SELECT first_round_id(now() - days * interval '1 day'), 'casino', 'bet', 'OK', now(), 1, 'n'
      FROM unnest($1::int[]) days`,
  },
  idempotency: {
    delete: deleteOldAnswers,
    add: `INSERT INTO idempotency (project_id, method, key, body_sha256, claimed_until, created_at)
      SELECT 'casino', 'm', days::text, '', now() - CASE WHEN days < 30 THEN 90
        ELSE 0 END * interval '1 day',
        now() - days * interval '1 day'
      FROM unnest($1::int[]) days`,
  },
}

for (const [table, { delete: deleteOld, add, only = 'true' }] of Object.entries(AGED)) {
  t.test(`${table}: rows are deleted by their age only`, async t => {
    await pool.query(`DELETE FROM ${table}`)
    await pool.query(add, [[29, 31, 32]])
    t.equal(await deleteOld(pool, KEPT_MS), 2)
    t.equal((await pool.query(`SELECT FROM ${table} WHERE ${only}`)).rowCount, 1)
    t.equal(await deleteOld(pool, KEPT_MS), 0)
    await pool.query(`DELETE FROM ${table}`)
  })
}

t.test('of the rows of rounds only finished and long unchanged ones are deleted', async t => {
  const { client } = await setup.openGame(node, 'rows')
  wallet.rule({ method: 'bet', playerId: 'rows', act: 'http-500-before-apply', times: 1_000_000 })
  const { roundId } = roundOf(await client.spin(BET))
  t.teardown(() => wallet.behave())
  const age = `UPDATE unfinished_round SET touched_at = now() - interval '31 days'`
  await pool.query(`${age} WHERE round_id = $1`, [roundId])
  const rows = async () => (await pool.query('SELECT FROM unfinished_round')).rowCount
  const before = await rows()
  const { rowCount: finished } = await pool.query(`${age} WHERE state = 'finished'`)
  t.ok(finished! >= 1, 'of the test before')
  t.equal(await deleteFreeRows(pool, KEPT_MS), finished)
  t.equal(await rows(), before! - finished!)
  const { rows: left } = await pool.query('SELECT state FROM round WHERE round_id = $1', [roundId])
  t.strictSame(left, [{ state: 'debit_pending' }])
})

t.test('every table that refers to players is covered', async t => {
  const { rows } = await pool.query(
    `SELECT table_name FROM information_schema.columns
     WHERE column_name = 'player_key' AND table_name NOT LIKE 'report%'
       -- Notes of a split are about players who are gone, too.
       AND table_name NOT IN ('player', 'registered_player', 'place_touched')
       -- Rows of rounds, which are looked at themselves.
       AND table_name NOT IN ('unfinished_round', 'ended_round', 'notification')
       AND table_name NOT LIKE 'finished_round%'
       AND table_schema = 'public' AND table_name NOT IN (SELECT table_name
         FROM information_schema.views)
     ORDER BY 1`,
  )
  const tables = Object.keys(LEFT).filter(what => !what.startsWith('a '))
  const hint = 'a new one belongs in LEAVINGS of old-rows.ts'
  t.strictSame(pluck(rows, 'table_name'), tables.sort(), hint)
})

t.test('the job continues while a batch was full, and deletes everything due', async t => {
  const old = await addSessions(2 * RETENTION_BATCH_ROWS + 1, 31)
  await pool.query(
    `INSERT INTO idempotency (project_id, method, key, body_sha256, claimed_until, created_at)
     SELECT 'casino', 'm', 'k' || n, '', now(), now() - interval '2 days'
       FROM generate_series(1, 7) n`,
  )
  const deleted: Record<string, number> = {}
  let finish = () => {}
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  const job = startRetentionJob({
    makeMonths: () => makeComingMonths(pool),
    deletions: {
      sessions: () => deleteOldSessions(pool, KEPT_MS),
      answers: () => deleteOldAnswers(pool, DAY_MS),
    },
    onDeleted(what, rows) {
      deleted[what] = (deleted[what] ?? 0) + rows
      if (what === 'sessions' && rows < RETENTION_BATCH_ROWS) finish()
    },
    underLease: work => work(),
    onFault: error => t.fail(String(error)),
  })
  await finished
  await job.stop()
  t.equal(await kept(old), 0)
  t.strictSame(deleted, { sessions: old.length, answers: 7 })
})
