// The owner's search finds the same rounds as a scan of all of them, page by page, in every
// combination of filters, and only through indexes.

import t from 'tap'
import { readIdBeginning, uuidTimeMs } from '../../src/core/identifiers.ts'
import {
  inOneDatabase,
  mapDatabases,
  type PlayerDatabases,
} from '../../src/ledger/database/player-databases.ts'
import {
  createSnapshots,
  openReportPool,
  type Snapshots,
} from '../../src/ledger/reports/report-snapshot.ts'
import {
  type FoundRound,
  findListedRound,
  OPENING_MAX_MS,
  type RoundSearch,
  searchRounds,
  writeSearch,
} from '../../src/ledger/rounds/round-search.ts'
import { ROUND_STATES } from '../../src/round/round.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { insertProject } from '../support/rows.ts'
import { isFullSize, sized } from '../support/size.ts'

const { pool, databaseUrl } = await openStores(t)
const reportPool = openReportPool(databaseUrl, () => {})
t.teardown(() => reportPool.end())
const databases = mapDatabases(inOneDatabase(reportPool), createSnapshots)

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ROUNDS = sized(10_000, 1_200_000)
/**
 * Finished rounds over so many days, the last of which is some time ago: they are in two or three
 * months.
 */
const DAYS = 45
const AGO_DAYS = 15
const START_MS = Date.now() - (DAYS + AGO_DAYS) * DAY_MS

/** An id in the form of version 7, from a number `n` and a time `ms`. */
const ID =
  `(lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || ` +
  `lpad(to_hex(n), 15, '0'))::uuid`
const FIXED = `round_id, player_key, sequence, session_id, base_stake_minor, stake_minor,
  win_units, win_minor, created_at, attempts, awaiting, start_notified, finish_notified,
  project_id, game_id, game_version, game_mode, currency, state, bet_status, win_status,
  refund_status, request_id, bet_terms, seed, settled_at`

/**
 * Every seventh round belongs to one player, every 997th to another project; some are rejected, few
 * cancelled.
 */
const NUMBERED = `
  SELECT n, ms, to_timestamp(ms / 1000.0) AS at, ${ID} AS id,
    CASE WHEN n % 997 = 0 THEN 'two' ELSE 'one' END AS project,
    CASE WHEN n % 997 = 0 THEN 'rare' WHEN n % 7 = 0 THEN 'heavy'
      ELSE 'player-' || n % 40 END AS player,
    CASE WHEN n % 41 = 0 THEN 'rejected' WHEN n % 2003 = 0 THEN 'cancelled'
      ELSE 'settled' END AS state
  FROM (SELECT n, ($1::float8 + n * $2::float8)::bigint AS ms FROM generate_series(1, $3::int) n) u`

t.before(async () => {
  for (const id of ['one', 'two']) await insertProject(pool, id)
  await pool.query(
    `INSERT INTO player (project_id, player_id) VALUES ('two', 'rare'), ('one', 'heavy')
     UNION ALL SELECT 'one', 'player-' || n FROM generate_series(0, 39) n`,
  )
  await pool.query(`SELECT make_round_months($1::timestamptz, now())`, [new Date(START_MS)])
  const step = (DAYS * DAY_MS) / ROUNDS
  await pool.query(
    `WITH u AS (${NUMBERED}), written AS (
       INSERT INTO finished_round (${FIXED}, version)
       SELECT id, player_key, n, id, 100, 100, 2, 200, at, 0, false, true, true, project, 'game',
         '1', 'base', 'EUR',
         state, CASE WHEN state = 'rejected' THEN 'rejected' ELSE 'confirmed' END,
         CASE WHEN state = 'settled' THEN 'confirmed' END,
           CASE WHEN state = 'cancelled' THEN 'confirmed' END,
         n::text, '{}', decode(repeat('07', 32), 'hex'), CASE WHEN state = 'settled' THEN at END, 3
       FROM u JOIN player p ON p.project_id = u.project AND p.player_id = u.player
       RETURNING player_key, sequence, round_id, project_id, created_at, game_id, state)
     INSERT INTO ended_round SELECT player_key, sequence, round_id, project_id, created_at, game_id,
       true
     FROM written WHERE state <> 'settled'`,
    [START_MS, step, ROUNDS],
  )
  await insertUnfinished()
  await pool.query('ANALYZE')
})

/** In every state, the oldest first; the win of one has been owed for days. */
async function insertUnfinished(): Promise<void> {
  type Row = [state: string, bet: string, win: string | null, refund: string | null, ageH: number]
  const rows: Row[] = [
    ['reconciliation_required', 'confirmed', null, null, 300],
    ['credit_pending', 'confirmed', 'unknown', null, 50],
    ['in_progress', 'confirmed', null, null, 30],
    ['cancelled', 'unknown', null, 'planned', 3],
    ['credit_pending', 'confirmed', 'unknown', null, 2],
    ['debit_pending', 'unknown', null, null, 1],
  ]
  for (const [index, [state, bet, win, refund, ageH]] of rows.entries()) {
    const ms = Date.now() - ageH * HOUR_MS
    await pool.query(
      `WITH u AS (SELECT $1::bigint AS n, $2::bigint AS ms), written AS (
         INSERT INTO unfinished_round (${FIXED}, refund_planned_at, win_planned_at)
         SELECT ${ID}, player_key, n, ${ID}, 100, 100, 2, 200, to_timestamp(ms / 1000.0), 0,
           $3 = 'in_progress', true,
           true, 'one', 'game-' || n, '1', 'base', 'EUR', $3, $4, $5, $6, 'x' || n, '{}',
             decode(repeat('07', 32), 'hex'),
           NULL, CASE WHEN $6::text IS NOT NULL THEN to_timestamp(ms / 1000.0) END,
           CASE WHEN $5::text IS NOT NULL THEN to_timestamp(ms / 1000.0) END
         FROM u, player WHERE project_id = 'one' AND player_id = 'heavy'
         RETURNING player_key, sequence, round_id, project_id, created_at, game_id, state)
       INSERT INTO ended_round SELECT player_key, sequence, round_id, project_id, created_at,
         game_id, true
       FROM written WHERE state = 'cancelled'`,
      [ROUNDS + 1 + index, ms, state, bet, win, refund],
    )
  }
}

const search = (filter: Partial<RoundSearch>): RoundSearch => ({
  projectId: null,
  playerId: null,
  state: null,
  fromMs: null,
  toMs: null,
  after: null,
  limit: 50,
  ...filter,
})

const FILTERS: [name: string, filter: Partial<RoundSearch>][] = [
  ['everything', {}],
  ['a project', { projectId: 'one' }],
  ['a project with few rounds', { projectId: 'two' }],
  ['a player of many', { projectId: 'one', playerId: 'heavy' }],
  ['a player', { projectId: 'one', playerId: 'player-3' }],
  ['nobody', { projectId: 'one', playerId: 'nobody' }],
  ['another project’s player', { projectId: 'two', playerId: 'heavy' }],
]
const PERIODS: [name: string, period: Partial<RoundSearch>][] = [
  ['at any time', {}],
  ['in a week long ago', { fromMs: START_MS + 3 * DAY_MS, toMs: START_MS + 10 * DAY_MS }],
  ['in the last days', { fromMs: Date.now() - (AGO_DAYS + 2) * DAY_MS }],
]

/** By a scan of everything. */
async function readAll(asked: RoundSearch): Promise<string[]> {
  const { rows } = await pool.query<{ round_id: string }>(
    `SELECT round_id FROM (
       SELECT m.*, player_id, CASE WHEN win_pending AND win_at < now() - interval '1 day'
         THEN 'reconciliation_required' ELSE state END AS shown
       FROM round_money m JOIN player USING (player_key)) r
     WHERE ($1::text IS NULL OR project_id = $1) AND ($2::text IS NULL OR player_id = $2)
       AND ($3::text IS NULL OR shown = $3)
       AND ($4::float8 IS NULL OR created_at >= to_timestamp($4 / 1000.0))
       AND ($5::float8 IS NULL OR created_at < to_timestamp($5 / 1000.0))
     ORDER BY created_at DESC, round_id DESC LIMIT 1000`,
    [asked.projectId, asked.playerId, asked.state, asked.fromMs, asked.toMs],
  )
  return pluck(rows, 'round_id')
}

async function readPages(asked: RoundSearch, most: number, of = databases): Promise<FoundRound[]> {
  const found: FoundRound[] = []
  let after: readonly string[] | null = null
  while (found.length < most) {
    const page = await searchRounds(of, { ...asked, after })
    found.push(...page)
    if (page.length < asked.limit) break
    after = page.at(-1)!.position
  }
  return found
}

/** A scan for each case takes long when there are many rounds. */
const FEW = { skip: isFullSize ? 'npm test says it of fewer rounds' : false }

for (const [name, filter] of FILTERS) {
  t.test(`${name}: pages hold all matches, newest first`, FEW, async t => {
    for (const [when, period] of PERIODS) {
      for (const state of [null, ...ROUND_STATES]) {
        const asked = search({ ...filter, ...period, state, limit: 40 })
        const expected = await readAll(asked)
        const found = pluck(await readPages(asked, 120), 'roundId')
        t.strictSame(found, expected.slice(0, found.length), `${when} ${state}`)
        const isWhole = found.length === expected.length || found.length >= 120
        t.ok(isWhole, `${when} ${state}: all of them`)
      }
    }
  })
}

t.test('a round is shown with its values', async t => {
  const [overdue] = await searchRounds(databases, search({ state: 'reconciliation_required' }))
  t.match(overdue, {
    projectId: 'one',
    playerId: 'heavy',
    currency: 'EUR',
    state: 'reconciliation_required',
    betMinor: 100n,
    winMinor: 200n,
    winStatus: 'unknown',
    settledAt: null,
  })
  t.match(await findListedRound(databases, overdue!.roundId), { roundId: overdue!.roundId })
  t.equal(await findListedRound(databases, '0190a8e2-7f3a-7b1c-8d5e-000000000000'), null)
})

t.test('rounds of several databases come as one list', async t => {
  const other = await openStores(t)
  await insertProject(other.pool, 'one')
  await other.pool.query(`INSERT INTO player (project_id, player_id) VALUES ('one', 'elsewhere')`)
  const ids: string[] = []
  for (let number = 1; number <= 30; number++) ids.push(await insertElsewhere(other.pool, number))
  const otherPool = openReportPool(other.databaseUrl, () => {})
  t.teardown(() => otherPool.end())
  const [here, there] = [databases.home, createSnapshots(otherPool)]
  const both: PlayerDatabases<Snapshots> = {
    home: here,
    carriers: [here, there],
    all: [here, there],
    of: ({ playerId }) => (playerId === 'elsewhere' ? there : here),
    findById: async (_, find) => (await find(here)) ?? find(there),
  }
  for (const projectId of [null, 'one']) {
    const fromMs = Date.now() - 60 * HOUR_MS
    const found = await readPages(search({ projectId, fromMs, limit: 7 }), 1_000, both)
    const timeOf = ({ createdAt }: FoundRound) => createdAt.getTime()
    t.strictSame(
      found,
      found.toSorted((one, next) => timeOf(next) - timeOf(one)),
    )
    t.equal(new Set(pluck(found, 'roundId')).size, found.length, 'each once')
    t.equal(found.filter(({ playerId }) => playerId === 'elsewhere').length, 30)
    t.ok(found.some(({ playerId }) => playerId === 'heavy'))
  }
  const ofPlayer = search({ projectId: 'one', playerId: 'elsewhere' })
  t.equal((await searchRounds(both, ofPlayer)).length, 30)
  t.match(await findListedRound(both, ids[0]!), { playerId: 'elsewhere' })
})

async function insertElsewhere(elsewhere: typeof pool, number: number): Promise<string> {
  const { rows } = await elsewhere.query<{ round_id: string }>(
    `WITH u AS (SELECT $1::bigint AS n, $2::bigint AS ms)
     INSERT INTO finished_round (${FIXED}, version)
     SELECT ${ID}, player_key, n, ${ID}, 100, 100, 2, 200, to_timestamp(ms / 1000.0), 0, false,
       true, true, 'one',
       'game', '1', 'base', 'EUR', 'settled', 'confirmed', 'confirmed', NULL, n::text, '{}',
       decode(repeat('07', 32), 'hex'), to_timestamp(ms / 1000.0), 3
     FROM u, player WHERE player_id = 'elsewhere' RETURNING round_id`,
    [number, Math.floor(Date.now() - number * 1.7 * HOUR_MS)],
  )
  return rows[0]!.round_id
}

t.test('no search reads a table of finished rounds from end to end', async t => {
  for (const [name, filter] of FILTERS) {
    for (const state of [null, ...ROUND_STATES]) {
      const asked = search({ ...filter, state })
      const plan = await explain(asked)
      t.notMatch(plan, /Seq Scan on (finished|ended)_round/, `${name} ${state}`)
      const slowest = Number(/Execution Time: ([0-9.]+)/.exec(plan)?.[1])
      t.comment(`${name}, ${state ?? 'any state'}: ${slowest} ms`)
    }
  }
})

async function explain(asked: RoundSearch): Promise<string> {
  const list: unknown[] = []
  const add = (value: unknown) => `$${list.push(value)}`
  const instant = (atMs: number) => `to_timestamp(${add(atMs)}::bigint / 1000.0)`
  const text = writeSearch(asked, { list, add, instant })
  const explained = `EXPLAIN (ANALYZE, BUFFERS OFF) ${text}`
  const { rows } = await reportPool.query<{ 'QUERY PLAN': string }>(explained, list)
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

t.test('the beginning of an id finds what a scan finds, through an index', async t => {
  const { rows } = await pool.query<{ round_id: string; project_id: string }>(
    `(SELECT round_id, project_id FROM round WHERE project_id = 'one' ORDER BY created_at DESC
       OFFSET 20 LIMIT 1)
     UNION ALL (SELECT round_id, project_id FROM round WHERE project_id = 'two' LIMIT 1)`,
  )
  for (const { round_id: roundId, project_id: projectId } of rows) {
    for (const length of [8, 13, 24, 36]) {
      const ids = readIdBeginning(roundId.slice(0, length))!
      const fromMs = uuidTimeMs(ids.first) - OPENING_MAX_MS
      const toMs = uuidTimeMs(ids.last) + OPENING_MAX_MS
      const near = ids.first === ids.last ? {} : { fromMs, toMs }
      for (const filter of [{}, { projectId }, { projectId: 'three' }]) {
        const asked = search({ ids, ...near, ...filter })
        const scanned = await pool.query(
          `SELECT round_id FROM round WHERE round_id::text LIKE $1 || '%'
             AND ($2::text IS NULL OR project_id = $2) ORDER BY round_id DESC`,
          [roundId.slice(0, length), asked.projectId],
        )
        const found = pluck(await searchRounds(databases, asked), 'roundId')
        t.strictSame(found.toSorted().reverse(), pluck(scanned.rows, 'round_id'), roundId)
        t.notMatch(await explain(asked), /Seq Scan on (finished|ended)_round/)
      }
    }
  }
})
