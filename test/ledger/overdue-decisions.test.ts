// Decisions past their deadline as the recovery job finds them: of each project by its own
// deadline, the longest open first, without reading decisions that are not overdue.

import t from 'tap'
import { FIND_OVERDUE, findOverdueDecisions } from '../../src/ledger/rounds/recovery-work.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'

const { pool } = await openStores(t)
const NOW_MS = Date.UTC(2026, 10, 23, 12)

/**
 * Opens so many rounds of a project, each with its own player; the first has waited for `minutes`,
 * each later one for one less.
 */
const write = (project: string, count: number, minutes: number | null, state = 'in_progress') =>
  pool.query(
    `WITH made AS (
       INSERT INTO player (project_id, player_id)
       SELECT $1::text, $1 || $4 || n FROM generate_series(1, $2::int) n RETURNING player_key,
         player_id)
     INSERT INTO unfinished_round (player_key, sequence, base_stake_minor, stake_minor, win_units,
       win_minor,
       created_at, awaiting_since, awaiting, round_id, request_id, seed, state, bet_status,
         bet_terms, session_id,
       project_id, game_id, game_version, game_mode, currency)
     SELECT player_key, 1, 20, 20, 0, 0, $5, $5::timestamptz - interval '1 minute' * ($3 - n + 1),
       $3 IS NOT NULL,
       gen_random_uuid(), 'r', decode(repeat('00', 32), 'hex'), $4, 'confirmed', '{}',
         gen_random_uuid(),
       $1, 'g', '1', 'base', 'EUR'
     FROM (SELECT *, row_number() OVER (ORDER BY player_key) AS n FROM made) m`,
    [project, count, minutes, state, new Date(NOW_MS)],
  )

await write('slow', 10, 30)
await write('quick', 10, 30)
await write('never', 10, 3_000)
await write('quick', 1, 500, 'reconciliation_required')
await write('quick', 3_000, null, 'finished')
await write('idle', 3_000, 3)
await pool.query('ANALYZE unfinished_round')

const DEADLINES = [
  { projectId: 'slow', minutes: 27 },
  { projectId: 'quick', minutes: 29 },
  { projectId: 'idle', minutes: 10 },
]

t.test('overdue decisions are found by project in turns, the longest open first', async t => {
  const found = pluck(await findOverdueDecisions(pool, DEADLINES, NOW_MS), 'projectId')
  t.strictSame(
    found.toSorted(),
    [...Array(2).fill('quick'), ...Array(4).fill('slow')],
    'also at exactly the deadline, and none that is set aside or has no deadline',
  )
  t.strictSame(found.slice(0, 2).toSorted(), ['quick', 'slow'])
  t.strictSame(await findOverdueDecisions(pool, [], NOW_MS), [])
})

t.test('only overdue decisions are read, through an index', async t => {
  const deadlines = [pluck(DEADLINES, 'projectId'), pluck(DEADLINES, 'minutes')]
  const values = [...deadlines, new Date(NOW_MS), 500]
  const asked = `EXPLAIN (ANALYZE) ${FIND_OVERDUE}`
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(asked, values)
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  t.match(plan, /unfinished_round_decision/)
  t.notMatch(plan, /Seq Scan on unfinished_round/, plan)
  t.notMatch(plan, /Rows Removed by (Filter|Index Recheck): [0-9]{2,}/, plan)
})
