// How much faster the reports are than a plain scan of the rounds: fills a fresh database with made-up
// rounds, rolls them up, then times both ways to the same rows. node dist/bench/reports.js --help

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { printJson, printLine, readArguments, refuseUse, say } from '../src/cli/command-line.ts'
import { DAY_MS } from '../src/core/time.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { migrate } from '../src/ledger/database/migrations.ts'
import { openReportPool } from '../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../src/ledger/reports/report-sums.ts'
import { createReports, type Reports } from '../src/ledger/reports/reports.ts'
import { describeMachine } from './stream-report.ts'

const HELP = `
reelhouse bench reports [options]      (node dist/bench/reports.js [options])

Fills a fresh database with rounds over 366 days, builds the sums behind the reports, and times each
report against a plain scan of the same rounds in the same run: medians, and how many times faster.
Exits with 1 when the two differ. 10m rounds need about 8 GB and a quarter of an hour.

  --rounds N      how many, like 200000 or 10m (default 1m)
  --data-dir D    where the database is made (default: the folder for temporary files); not kept
  --scans N       plain scans of each question (default 3)
  --json          one line on stdout
`

const OPTIONS = {
  rounds: { type: 'string' },
  'data-dir': { type: 'string' },
  scans: { type: 'string' },
  json: { type: 'boolean' },
} as const

const DAYS = 366
const CHUNK_ROUNDS = 250_000
const ROUNDS_A_PLAYER = 200
const PROJECT = 'bench-0'
const PROJECTS = 4
const ASKED_TIMES = 15

/** In the order they started, as in life. Every 20,000th never finished. */
const FILL = `
INSERT INTO round (project_id, round_id, player_key, sequence, request_id, session_id, game_id,
  game_version, game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, awaiting,
  win_units, win_minor, state, bet_status, win_status, refund_status, cancel_reason, created_at,
  win_planned_at, refund_planned_at, bet_confirmed_at, win_confirmed_at, refund_confirmed_at,
  settled_at, grant_id, grant_remaining)
SELECT 'bench-' || player % ${PROJECTS}, uuidv7(at - now()), player + 1, n, 'r' || n, gen_random_uuid(),
  (ARRAY['lucky-lanterns', 'river-of-ways', 'vault-keeper', 'cherry-classic', 'scarab-codex',
    'forty-suns', 'sugar-cascade', 'crystal-cluster'])[1 + n % 8], '1', 'base',
  (ARRAY['EUR', 'USD', 'UAH', 'RUB'])[1 + player / 7 % 4], '{}', stake, stake, decode(repeat('07', 32), 'hex'),
  end_ = 'open', CASE WHEN wins THEN 10 ELSE 0 END, CASE WHEN wins THEN stake * 3 ELSE 0 END,
  CASE end_ WHEN 'open' THEN 'in_progress' ELSE end_ END,
  CASE end_ WHEN 'rejected' THEN 'rejected' ELSE 'confirmed' END,
  CASE WHEN wins THEN 'confirmed' END, CASE end_ WHEN 'cancelled' THEN 'confirmed' END,
  CASE end_ WHEN 'cancelled' THEN 'operator_cancel' END, at,
  CASE WHEN wins THEN at END, CASE end_ WHEN 'cancelled' THEN at END,
  CASE WHEN end_ <> 'rejected' THEN at + interval '5 ms' END,
  CASE WHEN wins THEN at + interval '9 ms' END,
  CASE end_ WHEN 'cancelled' THEN at + interval '1 minute' END,
  CASE end_ WHEN 'settled' THEN at + interval '12 ms' END,
  CASE WHEN n % 40 = 7 THEN gen_random_uuid() END, CASE WHEN n % 40 = 7 THEN 3 END
FROM (
  SELECT n, at, stake, end_, end_ = 'settled' AND n % 10 < 3 AS wins,
    CASE end_ WHEN 'open' THEN n / 20000 ELSE (hashint8(n)::bigint & 1073741823) % $4 END AS player
  FROM (
    SELECT n, $5::timestamptz + (n / $3::float8) * interval '${DAYS} days' AS at,
      100 * (1 + n % 50) AS stake,
      CASE WHEN n % 20000 = 1 THEN 'open' WHEN n % 100 = 13 THEN 'cancelled'
        WHEN n % 100 = 77 THEN 'rejected' ELSE 'settled' END AS end_
    FROM generate_series($1::bigint, $2::bigint) n) drawn) made`

async function fill(client: pg.Client, rounds: number, startMs: number): Promise<void> {
  const players = Math.ceil(rounds / ROUNDS_A_PLAYER)
  await client.query(`INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
    SELECT 'bench-' || n, 'https://wallet.example.com', '', decode(repeat('07', 32), 'hex')
    FROM generate_series(0, ${PROJECTS - 1}) n`)
  await client.query(
    `INSERT INTO player (project_id, player_id) SELECT 'bench-' || n % ${PROJECTS}, 'player-' || md5(n::text)
     FROM generate_series(0, $1::int - 1) n`,
    [players],
  )
  const rebuildIndexes = await dropIndexes(client)
  // Older than rounds ever are when they are stored; that is what the trigger is for.
  await client.query('ALTER TABLE round DISABLE TRIGGER round_late')
  await client.query('ALTER TABLE round SET UNLOGGED')
  const start = new Date(startMs).toISOString()
  for (let done = 0; done < rounds; done += CHUNK_ROUNDS) {
    const last = Math.min(done + CHUNK_ROUNDS, rounds)
    await client.query(FILL, [done + 1, last, rounds, players, start])
    say(`${last} rounds`)
  }
  await client.query('ALTER TABLE round ENABLE TRIGGER round_late')
  say('indexes ...')
  await rebuildIndexes()
  await client.query('VACUUM (ANALYZE) round')
  await client.query('ANALYZE player')
}

/** All but the primary key's: one built over filled rows takes a tenth of the time. */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    SELECT CASE WHEN c.conname IS NULL THEN 'DROP INDEX ' || i.indexrelid::regclass
             ELSE 'ALTER TABLE round DROP CONSTRAINT ' || c.conname END AS drop,
      CASE WHEN c.conname IS NULL THEN pg_get_indexdef(i.indexrelid)
        ELSE 'ALTER TABLE round ADD CONSTRAINT ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
        END AS make
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid
    WHERE i.indrelid = 'round'::regclass AND NOT i.indisprimary`)
  for (const { drop } of rows) await client.query(drop)
  return async () => {
    await client.query(`SET maintenance_work_mem = '512MB'`)
    for (const { make } of rows) await client.query(make)
  }
}

interface Question {
  name: string
  /** Resolves to the way from the report's rows to those the plain scan gives. */
  ask(): Promise<() => unknown[]>
  plain: string
  values: unknown[]
}

const MONEY = 'FROM round_money m JOIN player p USING (player_key) WHERE m.project_id = $1'

function roundsQuestions(reports: Reports, middle: string): Question[] {
  const ask = (fields: object) => async () => {
    const open = { playerId: null, gameId: null, currency: null, roundId: null, state: null }
    const query = { projectId: PROJECT, ...open, fromMs: null, toMs: null, after: null, limit: 101 }
    const rows = await reports.rounds({ ...query, ...fields })
    return () => rows.map(row => [row.roundId, row.playerId, `${row.betMinor}`, row.state])
  }
  const plain = (where: string, limit = 101) => `
    SELECT m.round_id, p.player_id, m.bet_minor::text, m.state ${MONEY} AND ${where}
    ORDER BY m.created_at DESC, m.round_id DESC LIMIT ${limit}`
  const question = (name: string, fields: object, where: string, value?: unknown): Question => ({
    name: `report_rounds: ${name}`,
    ask: ask(fields),
    plain: plain(where),
    values: value === undefined ? [PROJECT] : [PROJECT, value],
  })
  const after = { createdAt: middle, roundId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  const player = 'player-cfcd208495d565ef66e7dff9f98764da'
  return [
    question('first page', {}, 'true'),
    question('a page in the middle', { after }, 'm.created_at <= $2::timestamptz', middle),
    question('one player', { playerId: player }, 'p.player_id = $2', player),
    question('one game', { gameId: 'vault-keeper' }, 'm.game_id = $2', 'vault-keeper'),
    question('a game nobody played', { gameId: 'none' }, 'm.game_id = $2', 'none'),
    question('cancelled', { state: 'cancelled' }, 'm.state = $2', 'cancelled'),
    question('pending', { state: 'pending' }, 'm.state = $2', 'in_progress'),
  ]
}

function ggrQuestions(reports: Reports, endMs: number): Question[] {
  const tomorrowMs = Math.ceil(endMs / DAY_MS) * DAY_MS
  const question = (name: string, fromMs: number, toMs: number): Question => ({
    name: `report_ggr: ${name}`,
    ask: async () => {
      const groupBy = ['day', 'symbol', 'currency'] as const
      const query = { projectId: PROJECT, groupBy, gameId: null, currency: null, fromMs, toMs }
      const rows = await reports.ggr(query)
      return () =>
        rows.map(row => [
          row.day,
          row.gameId,
          row.currency,
          ...[row.rounds, row.cancelledRounds, row.freeSpinRounds, row.pending].map(String),
          ...[row.betsMinor, row.winsMinor, row.refundsMinor].map(String),
        ])
    },
    plain: `
      SELECT (m.created_at AT TIME ZONE 'UTC')::date::text, m.game_id, m.currency, count(*)::text,
        count(*) FILTER (WHERE state = 'cancelled')::text, count(*) FILTER (WHERE is_free_spin)::text,
        count(*) FILTER (WHERE bet_pending OR win_pending OR refund_pending)::text,
        coalesce(sum(bet_minor) FILTER (WHERE bet_counts), 0)::text,
        coalesce(sum(win_minor) FILTER (WHERE win_counts), 0)::text,
        coalesce(sum(bet_minor) FILTER (WHERE refund_counts), 0)::text
      FROM round_money m WHERE m.project_id = $1 AND m.created_at >= to_timestamp($2 / 1000.0)
        AND m.created_at < to_timestamp($3 / 1000.0)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    values: [PROJECT, fromMs, toMs],
  })
  return [
    // As operators ask: by dates.
    question('366 days', tomorrowMs - DAYS * DAY_MS, tomorrowMs),
    question('the last 31 days to the second', endMs - 31 * DAY_MS, endMs),
  ]
}

function reconciliationQuestions(reports: Reports, startMs: number, endMs: number): Question[] {
  const question = (
    name: string,
    fromMs: number | null,
    toMs: number | null,
    limit = 201,
    afterPlayer: string | null = null,
  ): Question => ({
    name: `report_reconciliation: ${name}`,
    ask: async () => {
      const query = { projectId: PROJECT, playerId: null, currency: null, fromMs, toMs, limit }
      const after = afterPlayer === null ? null : { playerId: afterPlayer, currency: '' }
      const rows = await reports.reconciliation({ ...query, after })
      return () =>
        rows.map(row => [
          row.playerId,
          row.currency,
          ...[row.betCount, row.winCount, row.refundCount].map(String),
          ...[row.betsMinor, row.winsMinor, row.refundsMinor].map(String),
        ])
    },
    plain: `
      SELECT p.player_id, m.currency, count(*) FILTER (WHERE kind = 'bet')::text,
        count(*) FILTER (WHERE kind = 'win')::text, count(*) FILTER (WHERE kind = 'refund')::text,
        coalesce(sum(amount) FILTER (WHERE kind = 'bet'), 0)::text,
        coalesce(sum(amount) FILTER (WHERE kind = 'win'), 0)::text,
        coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)::text
      FROM round_money m JOIN player p USING (player_key) CROSS JOIN LATERAL (VALUES
        ('bet', bet_counts, bet_at, bet_minor), ('win', win_counts, win_at, win_minor),
        ('refund', refund_counts, refund_at, bet_minor)) o (kind, counts, at, amount)
      WHERE m.project_id = $1 AND o.counts AND o.at >= to_timestamp($2 / 1000.0)
        AND o.at < to_timestamp($3 / 1000.0) AND p.player_id > $4
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${limit}`,
    values: [PROJECT, fromMs ?? startMs - DAY_MS, toMs ?? endMs + DAY_MS, afterPlayer ?? ''],
  })
  return [
    question('first page', null, null),
    question('a page in the middle', null, null, 201, 'player-8'),
    question('1,000 players', null, null, 1_001),
    question('45 days', endMs - 75 * DAY_MS, endMs - 30 * DAY_MS),
    question('one day', endMs - 100 * DAY_MS, endMs - 99 * DAY_MS),
  ]
}

interface Timed {
  question: string
  rows: number
  scanMs: number
  reportMs: number
  timesFaster: number
  isEqual: boolean
}

async function time(question: Question, scanner: pg.Client, scans: number): Promise<Timed> {
  const scan = async () => {
    const { rows } = await scanner.query({
      text: question.plain,
      values: question.values,
      rowMode: 'array',
    })
    return rows
  }
  const plain = await medianMs(scans, scan)
  const report = await medianMs(ASKED_TIMES, question.ask)
  const reported = report.answer()
  return {
    question: question.name,
    rows: reported.length,
    scanMs: plain.ms,
    reportMs: report.ms,
    timesFaster: plain.ms / report.ms,
    isEqual: isDeepStrictEqual(plain.answer, reported),
  }
}

/** The first time warms up and is not counted. */
async function medianMs<Answer>(times: number, work: () => Promise<Answer>) {
  const all: number[] = []
  let answer = await work()
  for (let i = 0; i < times; i++) {
    const startedMs = performance.now()
    answer = await work()
    all.push(performance.now() - startedMs)
  }
  return { answer, ms: all.sort((a, b) => a - b)[Math.floor(all.length / 2)]! }
}

async function measureAll(databaseUrl: string, rounds: number, scans: number) {
  const migrated = await migrate(databaseUrl)
  if (!migrated.ok) throw new Error(migrated.problem)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const pool = openReportPool(databaseUrl, () => {})
  try {
    // Up to now: the newest rounds are in no sum yet.
    const endMs = Date.now()
    const startMs = endMs - DAYS * DAY_MS
    const fillSeconds = await seconds(() => fill(client, rounds, startMs))
    const sums = createReportSums(pool)
    const rollSeconds = await seconds(async () => {
      while (!(await sums.rollUp())) say('rolling up ...')
    })
    await client.query('VACUUM (ANALYZE) report_month, report_day, report_aside, report_progress')
    // A plain scan: as much of the machine as Postgres takes for it, and no index of the rounds.
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
      await client.query(`SET enable_${way} = off`)
    }
    const reports = createReports(pool)
    const middle = new Date((startMs + endMs) / 2).toISOString()
    const timed: Timed[] = []
    for (const question of [
      ...ggrQuestions(reports, endMs),
      ...roundsQuestions(reports, middle),
      ...reconciliationQuestions(reports, startMs, endMs),
    ]) {
      timed.push(await time(question, client, scans))
      say(`${printTimed(timed.at(-1)!)}`)
    }
    return { rounds, fillSeconds, rollSeconds, timed }
  } finally {
    await client.end()
    await pool.end()
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return Math.round(performance.now() - startedMs) / 1000
}

function printTimed({ question, rows, scanMs, reportMs, timesFaster, isEqual }: Timed): string {
  return [
    question.padEnd(46),
    String(rows).padStart(7),
    scanMs.toFixed(0).padStart(9),
    reportMs.toFixed(2).padStart(9),
    timesFaster.toFixed(0).padStart(8),
    isEqual ? '  equal' : '  DIFFERENT',
  ].join('')
}

/** 200000, 200k, 10m; null for anything else. */
function readRounds(text: string): number | null {
  const match = /^([1-9][0-9]{0,8})([km]?)$/.exec(text)
  if (match === null) return null
  return Number(match[1]) * ({ k: 1_000, m: 1_000_000 }[match[2]!] ?? 1)
}

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS)
  if (!parsed.ok) return parsed.exitCode
  const rounds = readRounds(parsed.values.rounds ?? '1m')
  const scans = Number(parsed.values.scans ?? 3)
  if (rounds === null) return refuseUse('--rounds is a number, like 200000, 200k or 10m.').exitCode
  if (!(scans >= 1 && scans <= 100)) return refuseUse('--scans is 1 to 100.').exitCode
  const parent = path.resolve(parsed.values['data-dir'] ?? os.tmpdir())
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, 'reelhouse-reports-'))
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres'), say })
  try {
    const machine = describeMachine()
    const result = await measureAll(postgres.url, rounds, scans)
    if (parsed.values.json === true) printJson({ machine, ...result })
    else {
      printLine(
        [
          `${machine.cpu}, ${machine.cores} cores, ${machine.os}, Node ${machine.node}`,
          `${rounds} rounds filled in ${result.fillSeconds} s, rolled up in ${result.rollSeconds} s`,
          '',
          `${'question'.padEnd(46)}${'rows'.padStart(7)}${'scan ms'.padStart(9)}${'ms'.padStart(9)}${'times'.padStart(8)}`,
          ...result.timed.map(printTimed),
        ].join('\n'),
      )
    }
    return result.timed.every(({ isEqual }) => isEqual) ? 0 : 1
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await run(process.argv.slice(2))
