// Fills an empty database with a year of made-up rounds, the sums behind the reports and the
// callback log, for measurements that read them. Writes directly into the tables: these rounds were
// never played.

import type pg from 'pg'
import { createCommand, defineCommand, say } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { DAY_MS } from '../src/core/time.ts'
import { GAMES } from '../src/games/catalogue/games.ts'
import { withClient } from '../src/ledger/database/client.ts'
import { migrate } from '../src/ledger/database/migrations.ts'
import { openReportPool } from '../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../src/ledger/reports/report-sums.ts'
import { listEnded } from '../src/ledger/rounds/round-lists.ts'
import { CALLBACK_LOG_KEPT_MS } from '../src/server/settings/retention.ts'
import { printFigures } from './printing.ts'

export const command = defineCommand(
  createCommand(
    'npm run bench -- fill',
    `Fills a database with rounds over 366 days, of four projects, with the sums behind the reports
    and the log of wallet calls. 1m rounds take two minutes and 700 MB.`,
  )
    .requiredOption('--database-url <url>', 'an empty database; it is migrated first')
    .option('--rounds <count>', 'how many, like 200000, 200k or 10m', countUpTo(1e9), 1_000_000)
    .option('--callbacks <count>', 'wallet calls in the log', countUpTo(1e8), 200_000)
    .option('--json', 'one line on stdout'),
  async ({ databaseUrl, rounds, callbacks, json }) => {
    const seconds = await fillDatabase(databaseUrl, rounds, callbacks)
    printFigures(json, { rounds, callbacks, seconds }, () => [
      `${rounds} rounds and ${callbacks} wallet calls in ${seconds.toFixed(0)} s`,
    ])
    return 0
  },
)

/** Returns how many seconds it took. */
async function fillDatabase(
  databaseUrl: string,
  rounds: number,
  callbacks: number,
): Promise<number> {
  const startedMs = performance.now()
  const migrated = await migrate(databaseUrl)
  if (!migrated.ok) throw new Error(migrated.problem)
  await withClient(databaseUrl, 'bench', async client => {
    await fillRounds(client, rounds, Date.now() - DAYS * DAY_MS)
    await fillCallbacks(client, Math.min(callbacks, rounds))
    await fillPlayers(client)
    await rollUp(databaseUrl)
    await client.query(
      `VACUUM (ANALYZE) report_month, report_day, report_return, report_return_month, report_aside,
       report_progress, player`,
    )
  })
  return (performance.now() - startedMs) / 1000
}

async function rollUp(databaseUrl: string): Promise<void> {
  const pool = openReportPool(databaseUrl, () => {})
  try {
    const sums = createReportSums(pool)
    while (!(await sums.rollUp())) say('rolling up ...')
  } finally {
    await pool.end()
  }
}

/** How many days the rounds cover, up to now. */
export const DAYS = 366
const CHUNK_ROUNDS = 250_000
const ROUNDS_A_PLAYER = 200
/** The project for which the reports are made; one of four. */
export const PROJECT = 'bench-0'
const PROJECTS = 4

const COLUMNS = `project_id, round_id, player_key, sequence, request_id, session_id, game_id,
  game_version, game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, awaiting,
  win_units, win_minor, state, bet_status, win_status, refund_status, cancel_reason, created_at,
  win_planned_at, refund_planned_at, bet_confirmed_at, win_confirmed_at, refund_confirmed_at,
  settled_at, grant_id, grant_remaining, attempts, version, start_notified, finish_notified,
  level_bps, level_source`

/** A UUID of version 7, as SQL: Postgres makes them from version 18 on only. */
function uuidAt(time: string): string {
  const hex = `lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0')`
  return `overlay(overlay(gen_random_uuid()::text PLACING left(${hex}, 8) FROM 1)
    PLACING right(${hex}, 4) || '-7' FROM 10)::uuid`
}

/**
 * In the order in which they started, as in reality. Three of ten win 3.2 bets; every 20,000th
 * never finished.
 */
const FILL = `
WITH made AS (
SELECT 'bench-' || player % ${PROJECTS} AS project_id, ${uuidAt('at')} AS round_id,
  player + 1 AS player_key,
  n AS sequence, 'r' || n AS request_id, gen_random_uuid() AS session_id,
  ($6::text[])[1 + n % cardinality($6::text[])] AS game_id,
    ($7::text[])[1 + n % cardinality($6::text[])] AS game_version,
  'base' AS game_mode, CASE WHEN player % 3 = 0 THEN 9450 END AS level_bps,
    CASE WHEN player % 3 = 0 THEN 'manual' END AS level_source,
  (ARRAY['EUR', 'USD', 'UAH', 'RUB'])[1 + player / 7 % 4] AS currency, '{}'::json AS bet_terms,
  stake AS base_stake_minor, stake AS stake_minor, decode(repeat('07', 32), 'hex') AS seed,
    end_ = 'open' AS awaiting,
  CASE WHEN wins THEN 16 * ($8::int[])[1 + n % cardinality($6::text[])] / 5 ELSE 0 END AS win_units,
  CASE WHEN wins THEN stake * 16 / 5 ELSE 0 END AS win_minor,
  CASE end_ WHEN 'open' THEN 'in_progress' ELSE end_ END AS state,
  CASE end_ WHEN 'rejected' THEN 'rejected' ELSE 'confirmed' END AS bet_status,
  CASE WHEN wins THEN 'confirmed' END AS win_status,
    CASE end_ WHEN 'cancelled' THEN 'confirmed' END AS refund_status,
  CASE end_ WHEN 'cancelled' THEN 'operator_cancel' END AS cancel_reason, at AS created_at,
  CASE WHEN wins THEN at END AS win_planned_at,
    CASE end_ WHEN 'cancelled' THEN at END AS refund_planned_at,
  CASE WHEN end_ <> 'rejected' THEN at + interval '5 ms' END AS bet_confirmed_at,
  CASE WHEN wins THEN at + interval '9 ms' END AS win_confirmed_at,
  CASE end_ WHEN 'cancelled' THEN at + interval '1 minute' END AS refund_confirmed_at,
  CASE end_ WHEN 'settled' THEN at + interval '12 ms' END AS settled_at,
  CASE WHEN n % 40 = 7 THEN gen_random_uuid() END AS grant_id,
    CASE WHEN n % 40 = 7 THEN 3 END AS grant_remaining,
  0 AS attempts, 2 AS version, true AS start_notified, end_ <> 'open' AS finish_notified
FROM (
  SELECT n, at, stake, end_, end_ = 'settled' AND n % 10 < 3 AS wins,
    CASE end_ WHEN 'open' THEN n / 20000 ELSE (hashint8(n)::bigint & 1073741823) % $4 END AS player
  FROM (
    SELECT n, $5::timestamptz + (n / $3::float8) * interval '${DAYS} days' AS at,
      100 * (1 + n % 50) AS stake,
      CASE WHEN n % 20000 = 1 THEN 'open' WHEN n % 100 = 13 THEN 'cancelled'
        WHEN n % 100 = 77 THEN 'rejected' ELSE 'settled' END AS end_
    FROM generate_series($1::bigint, $2::bigint) n) drawn) rounds),
unfinished AS (
  INSERT INTO unfinished_round (${COLUMNS}) SELECT ${COLUMNS} FROM made
    WHERE state = 'in_progress'),
ended AS (${listEnded('made')})
INSERT INTO finished_round (${COLUMNS}) SELECT ${COLUMNS} FROM made WHERE state <> 'in_progress'`

export async function fillRounds(
  client: pg.Client,
  rounds: number,
  startMs: number,
): Promise<void> {
  const players = Math.ceil(rounds / ROUNDS_A_PLAYER)
  await client.query(`INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
    SELECT 'bench-' || n, 'https://wallet.example.com', '', decode(repeat('07', 32), 'hex')
    FROM generate_series(0, ${PROJECTS - 1}) n`)
  await client.query(
    `INSERT INTO player (project_id, player_id) SELECT 'bench-' || n % ${PROJECTS},
      'player-' || md5(n::text)
     FROM generate_series(0, $1::int - 1) n`,
    [players],
  )
  const rebuildIndexes = await dropIndexes(client)
  // Older than rounds ever are when they are stored, which is what the trigger looks for.
  await client.query('ALTER TABLE unfinished_round DISABLE TRIGGER unfinished_round_late')
  const start = new Date(startMs).toISOString()
  const games = [
    GAMES.map(({ id }) => id),
    GAMES.map(({ version }) => version),
    GAMES.map(({ unitsPerBet }) => unitsPerBet),
  ]
  await client.query('SELECT make_round_months($1::timestamptz, now())', [start])
  for (let done = 0; done < rounds; done += CHUNK_ROUNDS) {
    const last = Math.min(done + CHUNK_ROUNDS, rounds)
    await client.query(FILL, [done + 1, last, rounds, players, start, ...games])
    say(`${last} rounds`)
  }
  await client.query('ALTER TABLE unfinished_round ENABLE TRIGGER unfinished_round_late')
  await client.query(`UPDATE player p SET last_sequence = last
    FROM (SELECT player_key, max(sequence) AS last FROM round GROUP BY 1) r
      WHERE r.player_key = p.player_key`)
  say('indexes ...')
  await rebuildIndexes()
  await client.query('VACUUM (ANALYZE) unfinished_round, finished_round')
  await client.query('ANALYZE player')
}

/** All but the primary key's: building one over filled rows takes a tenth of the time. */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    SELECT CASE WHEN c.conname IS NULL THEN 'DROP INDEX ' || i.indexrelid::regclass
             ELSE 'ALTER TABLE finished_round DROP CONSTRAINT ' || c.conname END AS drop,
      CASE WHEN c.conname IS NULL THEN pg_get_indexdef(i.indexrelid)
        ELSE 'ALTER TABLE finished_round ADD CONSTRAINT ' || c.conname || ' ' ||
          pg_get_constraintdef(c.oid)
        END AS make
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
      AND c.conrelid = i.indrelid
    WHERE i.indrelid = 'finished_round'::regclass AND NOT i.indisprimary`)
  for (const { drop } of rows) await client.query(drop)
  return async () => {
    await client.query(`SET maintenance_work_mem = '512MB'`)
    // Postgres prints the index of a partitioned table as one that its partitions do not have.
    for (const { make } of rows) await client.query(make.replace(' ON ONLY ', ' ON '))
  }
}

const LOGGED_DAYS = CALLBACK_LOG_KEPT_MS / DAY_MS

/** Calls of existing rounds; one in eight failed. */
const FILL_CALLS = `
INSERT INTO callback_log (call_id, project_id, method, code, detail, player_id, session_id,
  round_id, transaction_id,
  currency, attempt, at, latency_ms, http_status, request_body, answer_body, answer_bytes, node)
SELECT (left(first_round_id(at)::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
  project_id, method, code,
  CASE WHEN code LIKE 'C%' THEN 'HTTP 502' END, player_id, session_id, round_id,
    method || '-' || round_id, currency, 1, at,
  n % 1500, CASE code WHEN 'TIMEOUT' THEN NULL WHEN 'CALLBACK_HTTP_ERROR' THEN 502 ELSE 200 END,
  '{"method":"' || method || '","api_key":"***","player_id":"' || player_id || '"}',
  CASE WHEN code <> 'TIMEOUT' THEN '{"status":"ok","balance":100.00,"currency":"' || currency ||
    '"}' END, 52, 'bench'
FROM (
  SELECT n, now() - (n / $1::float8) * interval '${LOGGED_DAYS} days' AS at,
    (ARRAY['bet', 'win', 'round_info', 'refund', 'session_info'])[1 + n % 5] AS method,
    (ARRAY['OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'OK', 'CALLBACK_HTTP_ERROR', 'OK', 'OK', 'OK', 'OK',
      'INSUFFICIENT_FUNDS',
      'TIMEOUT', 'OK', 'INVALID_CALLBACK_RESPONSE'])[1 + n / 5 % 16] AS code,
    project_id, player_id, session_id, round_id, currency
  FROM (SELECT row_number() OVER () AS n, f.project_id, p.player_id, f.session_id, f.round_id,
    f.currency
        FROM finished_round f JOIN player p USING (player_key) LIMIT $1) r) made`

async function fillCallbacks(client: pg.Client, calls: number): Promise<void> {
  await client.query(FILL_CALLS, [calls])
  await client.query('VACUUM (ANALYZE) callback_log')
}

/** What support sees of a player besides rounds: a session, a grant, notes, tags. */
const FILL_PLAYERS = [
  `INSERT INTO session (session_id, player_key, game_id, currency, language, client_platform,
     expires_at, balance_minor, balance_at)
   SELECT ${uuidAt('now()')}, player_key, 'lucky-lanterns', 'EUR', 'en', 'desktop', now(), 12345,
     now()
   FROM player`,
  `WITH given AS (
     INSERT INTO free_spin_grant (grant_id, project_id, player_key, external_id, game_id, provider,
       currency, total, bet_minor, bet_terms, created_at, expires_at)
     SELECT ${uuidAt('now()')}, project_id, player_key, 'welcome-' || player_key, 'lucky-lanterns',
       'provider_a', 'EUR', 10, 100, '{}', now(), now() + interval '7 days'
     FROM player RETURNING *)
   INSERT INTO external_id (project_id, subject, external_id, id, player_id)
   SELECT g.project_id, 'grant', external_id, grant_id, player_id
   FROM given g JOIN player USING (player_key)`,
  `INSERT INTO player_note (player_key, author, body)
   SELECT player_key, 'owner:bench', 'note ' || n FROM player, generate_series(1, 5) n`,
  `INSERT INTO player_tag (player_key, tag, project_id, player_id)
   SELECT player_key, CASE WHEN player_key % 10 = 0 THEN 'vip' ELSE 'usual' END, project_id,
     player_id FROM player`,
  'VACUUM (ANALYZE) session, free_spin_grant, external_id, player_note, player_tag',
]

async function fillPlayers(client: pg.Client): Promise<void> {
  for (const sql of FILL_PLAYERS) await client.query(sql)
}
