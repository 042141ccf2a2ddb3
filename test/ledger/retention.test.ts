// What is kept for a time only goes after it, in small batches that wait for nobody; rounds never go.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { makeComingMonths } from '../../src/ledger/archive/coming-months.ts'
import {
  deleteOldAnswers,
  deleteOldGuests,
  deleteOldNotifications,
  deleteOldSessions,
} from '../../src/ledger/retention/old-rows.ts'
import { RETENTION_BATCH_ROWS } from '../../src/limits/retention.ts'
import { startRetentionJob } from '../../src/recovery/retention-job.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
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
  const player = await addPlayer('casino', randomUUID())
  const ids = Array.from({ length: count }, () => randomUUID())
  await pool.query(
    `INSERT INTO session (session_id, player_key, game_id, currency, language, client_platform, expires_at)
     SELECT id, $2, 'lucky-lanterns', 'EUR', 'en', 'desktop', now() - $3 * interval '1 day'
     FROM unnest($1::uuid[]) id`,
    [ids, player, days],
  )
  return ids
}

async function kept(ids: readonly string[]): Promise<number> {
  const { rows } = await pool.query('SELECT FROM session WHERE session_id = ANY ($1)', [ids])
  return rows.length
}

t.test('sessions go a batch at a time, once they expired long enough ago', async t => {
  const old = await addSessions(RETENTION_BATCH_ROWS + 5, 31)
  const young = await addSessions(3, 29)
  t.equal(await deleteOldSessions(pool, KEPT_MS), RETENTION_BATCH_ROWS)
  t.equal(await kept(old), 5)
  t.equal(await deleteOldSessions(pool, KEPT_MS), 5)
  t.equal(await deleteOldSessions(pool, KEPT_MS), 0)
  t.strictSame([await kept(old), await kept(young)], [0, 3])
})

t.test('a row that somebody holds is left for later, and nobody waits', async t => {
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

t.test(
  'the session of an open round stays, and a launch goes on with it; its round stays',
  async t => {
    const { client } = await setup.openGame(node, 'ann')
    wallet.rule({ method: 'bet', playerId: 'ann', act: 'answer 500', times: 1_000_000 })
    const { roundId } = roundOf(await client.spin(BET))
    const age = () =>
      pool.query(
        `UPDATE session SET expires_at = now() - interval '31 days'
    WHERE session_id = (SELECT session_id FROM round WHERE round_id = $1)`,
        [roundId],
      )
    await age()
    t.equal(await deleteOldSessions(pool, KEPT_MS), 0)
    wallet.behave()
    const again = await setup.openGame(node, 'ann')
    t.match(again.welcome, { type: 'welcome' })
    const stateOf = async () =>
      (await pool.query('SELECT state FROM round WHERE round_id = $1', [roundId])).rows[0].state
    await until('paid', async () => !['debit_pending', 'credit_pending'].includes(await stateOf()))
    const ended = await stateOf()
    if (ended === 'in_progress') await again.client.collect(roundId)
    await age()
    t.equal(await deleteOldSessions(pool, KEPT_MS), 1)
    t.equal(await stateOf(), 'settled')
  },
)

t.test('notifications go a batch at a time, once they were owed long enough', async t => {
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

t.test('guests of the lobby go when they left nothing behind', async t => {
  await pool.query(
    `INSERT INTO project (project_id, internal, callback_url, api_key_sealed, api_key_sha256)
     VALUES ('demo', true, 'http://127.0.0.1', '', sha256(''))`,
  )
  const names = ['guest-gone', 'guest-young', 'guest-session', 'guest-level', 'regular']
  const keys: string[] = []
  for (const name of names)
    keys.push(await addPlayer('demo', name, name === 'guest-young' ? 29 : 31))
  await addPlayer('casino', 'guest-elsewhere', 31)
  await pool.query(
    `INSERT INTO session (session_id, player_key, game_id, currency, language, client_platform, expires_at)
     VALUES ($1, $2, 'lucky-lanterns', 'EUR', 'en', 'desktop', now())`,
    [randomUUID(), keys[2]],
  )
  await pool.query(
    `INSERT INTO player_bet_limit (player_key, provider, currency, min_minor, max_minor, updated_at)
     VALUES ($1, 'provider_a', 'EUR', 1, 100, now())`,
    [keys[3]],
  )
  t.equal(await deleteOldGuests(pool, KEPT_MS), 1)
  const { rows } = await pool.query(
    `SELECT player_id FROM player WHERE player_id = ANY ($1) ORDER BY player_key`,
    [[...names, 'guest-elsewhere']],
  )
  t.strictSame(
    rows.map(row => row.player_id),
    [...names.slice(1), 'guest-elsewhere'],
  )
})

t.test('every table that names players is looked at', async t => {
  const { rows } = await pool.query(
    `SELECT table_name FROM information_schema.columns
     WHERE column_name = 'player_key' AND table_name NOT LIKE 'report%'
       AND table_name NOT IN ('player', 'registered_player')
       -- Rows of rounds, which are looked at themselves.
       AND table_name NOT IN ('unfinished_round', 'ended_round', 'notification')
       AND table_name NOT LIKE 'finished_round%'
       AND table_schema = 'public' AND table_name NOT IN (SELECT table_name FROM information_schema.views)
     ORDER BY 1`,
  )
  t.strictSame(
    rows.map(row => row.table_name),
    [
      'free_spin_grant',
      'level_journal',
      'player_bet_limit',
      'player_level',
      'session',
      'target_outcome',
    ],
    'a new one belongs into LEAVINGS of old-rows.ts',
  )
})

t.test('the job goes on while a batch was full, and deletes all there is', async t => {
  const old = await addSessions(2 * RETENTION_BATCH_ROWS + 1, 31)
  await pool.query(
    `INSERT INTO idempotency (project_id, method, key, body_sha256, claimed_until, created_at)
     SELECT 'casino', 'm', 'k' || n, '', now(), now() - interval '2 days' FROM generate_series(1, 7) n`,
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
