// The sums behind the reports (sql/0003, 0048, 0050, 0090): adds finished rounds to them once, in
// bounded steps, and sets the others aside. Must never change a round, nor count one twice.

import type { Pool, PoolClient } from 'pg'
import {
  REPORT_ASIDE_ROWS,
  REPORT_ROLL_AGE_MS,
  REPORT_ROLL_BUDGET_MS,
  REPORT_ROLL_ROWS,
} from '../../limits/reports.ts'
import { inTransaction } from '../database/transaction.ts'
import { summedColumns } from './column.ts'
import { GGR_COLUMNS } from './report-columns.ts'
import { MONTH_SUMS, writeSums } from './report-reconciliation.ts'

export type ReportSums = ReturnType<typeof createReportSums>

/** Any number, the same on every node: one node adds up at a time, the others skip. */
export const REPORT_SUMS_LOCK = 7_233_558
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * @param stepRows rounds in one statement
 * @param everyMs projects rolled up less than this ago are left for later
 */
export function createReportSums(
  pool: Pool,
  stepRows: number = REPORT_ROLL_ROWS,
  everyMs: number = 0,
) {
  /** Where the next reading of the rounds set aside continues. */
  let asideAfter = FIRST_ID

  async function takeBack(client: PoolClient): Promise<void> {
    const values = [asideAfter, REPORT_ASIDE_ROWS]
    const { rows } = await client.query<{ last: string }>(TAKE_BACK, values)
    asideAfter = rows[0]?.last ?? FIRST_ID
  }

  async function takeBackAll(untilMs: number): Promise<boolean> {
    do {
      if (performance.now() > untilMs) return false
      if (!(await alone(pool, takeBack))) return false
    } while (asideAfter !== FIRST_ID)
    return true
  }

  return {
    /**
     * Adds up what is due. False when there is more to do: the time was up, or another node is
     * doing it.
     */
    async rollUp(budgetMs: number = REPORT_ROLL_BUDGET_MS): Promise<boolean> {
      const untilMs = performance.now() + budgetMs
      const each = (find: string, values: readonly number[], step: Step) =>
        eachProject(pool, { find, values, step }, untilMs)
      return (
        (await each(FIND_DUE, [REPORT_ROLL_AGE_MS, everyMs], rollSpan(stepRows))) &&
        (await takeBackAll(untilMs)) &&
        (await each(FIND_NOT_IN_TOTALS, [], addOlder(ADD_TOTALS))) &&
        (await each(FIND_NOT_IN_MONTHS, [], addOlder(ADD_RETURN_MONTHS))) &&
        each(FIND_BEHIND, [], catchUp(stepRows))
      )
    },
  }
}

/** One step of one project, in a separate transaction. */
type Step = (client: PoolClient, projectId: string) => Promise<void>

/**
 * Until no project is found any more; projects take turns, so that one project's backlog does not
 * delay the others.
 */
async function eachProject(
  pool: Pool,
  { find, values, step }: { find: string; values: readonly number[]; step: Step },
  untilMs: number,
): Promise<boolean> {
  for (;;) {
    const { rows } = await pool.query<{ project_id: string }>(find, [...values])
    if (rows.length === 0) return true
    for (const { project_id } of rows) {
      if (performance.now() > untilMs) return false
      if (!(await alone(pool, client => step(client, project_id)))) return false
    }
  }
}

function rollSpan(stepRows: number): Step {
  return async (client, projectId) => {
    const { rows } = await client.query<Span & { with_returns: boolean }>(FIND_SPAN, [
      projectId,
      REPORT_ROLL_AGE_MS,
      stepRows,
    ])
    const { since, until, with_returns } = rows[0]!
    await client.query(ROLL_SPAN, [projectId, since, until, with_returns])
  }
}

/** For projects that were rolled up before these sums of sums existed. */
function addOlder(statement: string): Step {
  return async (client, projectId) => {
    await client.query(statement, [projectId])
  }
}

/** For projects whose rounds were rolled up before the sums of returns existed. */
function catchUp(stepRows: number): Step {
  return async (client, projectId) => {
    const { rows } = await client.query<Span>(FIND_RETURNS_SPAN, [projectId, stepRows])
    const [span] = rows
    if (span !== undefined) await client.query(ADD_RETURNS, [projectId, span.since, span.until])
  }
}

/**
 * Rounds by their start: from inclusive, to exclusive, as texts, because a Date has no
 * microseconds.
 */
interface Span {
  since: string
  until: string
}

/**
 * One step in a transaction, with which the lock ends, so its statements see the work of the last
 * holder. False when another node is in a step.
 */
function alone(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<boolean> {
  return inTransaction(pool, async client => {
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      REPORT_SUMS_LOCK,
    ])
    if (rows[0].mine) await work(client)
    return rows[0].mine as boolean
  })
}

/**
 * Projects with rounds to roll up. For finished rounds one row of the index is read; the few
 * unfinished ones are read once for all projects.
 */
const FIND_DUE = `
WITH here AS (
  SELECT p.project_id, coalesce(g.rolled_until, '-infinity') AS since,
    now() - $1 * interval '1 millisecond' AS until
  FROM project_here p LEFT JOIN report_progress g USING (project_id)),
newest AS MATERIALIZED (
  SELECT u.project_id, max(u.created_at) AS at FROM unfinished u, here
  WHERE u.project_id = here.project_id AND u.created_at < here.until GROUP BY 1)
SELECT here.project_id FROM here LEFT JOIN newest USING (project_id)
WHERE here.since <= here.until - $2 * interval '1 millisecond'
  AND (newest.at >= here.since OR EXISTS (
  SELECT FROM finished_round r
  WHERE r.project_id = here.project_id AND r.created_at >= here.since AND r.created_at < here.until
    LIMIT 1))
ORDER BY here.project_id`

/**
 * The next $3 rounds of project $1. Rounds of the same microsecond are never split, so a step may
 * be larger. The returns are added together with them once they have caught up.
 */
const FIND_SPAN = `
WITH here AS (
  SELECT coalesce((SELECT rolled_until FROM report_progress WHERE project_id = $1),
           '-infinity') AS since,
    now() - $2 * interval '1 millisecond' AS until)
SELECT since::text, coalesce((
    SELECT returns_until >= rolled_until FROM report_progress WHERE project_id = $1),
      true) AS with_returns,
  coalesce((
    SELECT greatest(r.created_at, since + interval '1 microsecond') FROM round r
    WHERE r.project_id = $1 AND r.created_at >= since AND r.created_at < here.until
    ORDER BY r.created_at OFFSET $3 LIMIT 1), here.until)::text AS until
FROM here`

/** The sums of a day, game and currency, in report_day and report_total. */
const DAY_COLUMNS = summedColumns(GGR_COLUMNS)
const DAY_SUMS = DAY_COLUMNS.map(({ title }) => title)
const DAY_SUM_COLUMNS = DAY_SUMS.join(', ')
const MONTH_SUM_COLUMNS = MONTH_SUMS.map(({ title }) => title)

/** For ON CONFLICT of a table named sums. */
const addTo = (columns: readonly string[]) =>
  columns.map(column => `${column} = sums.${column} + excluded.${column}`).join(', ')

/** Adds the rounds of the CTE done, which are final and were never added before. */
const ADD_DONE = `
days AS (
  INSERT INTO report_day AS sums (project_id, day, game_id, currency, ${DAY_SUM_COLUMNS})
  SELECT project_id, (created_at AT TIME ZONE 'UTC')::date, game_id, currency,
    ${DAY_COLUMNS.map(({ sql }) => sql).join(', ')}
  FROM done GROUP BY 1, 2, 3, 4
  ON CONFLICT (project_id, day, game_id, currency) DO UPDATE SET ${addTo(DAY_SUMS)}),
months AS (
  INSERT INTO report_month AS sums (project_id, player_id, currency, month, player_key,
    first_sequence, last_sequence, ${MONTH_SUM_COLUMNS.join(', ')})
  SELECT d.project_id, p.player_id, d.currency, date_trunc('month', o.at AT TIME ZONE 'UTC')::date,
    d.player_key, min(d.sequence), max(d.sequence),
    ${writeSums(MONTH_SUMS, { bet: 'o.is_bet', win: 'o.is_win', refund: 'o.is_refund' })}
  FROM done d JOIN player p USING (player_key) CROSS JOIN LATERAL (VALUES
    (bet_counts, bet_at, true, false, false), (win_counts, win_at, false, true, false),
    (refund_counts, refund_at, false, false, true)) AS o (counts, at, is_bet, is_win, is_refund)
  WHERE o.counts GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (project_id, player_id, currency, month, player_key) DO UPDATE SET
    first_sequence = least(sums.first_sequence, excluded.first_sequence),
    last_sequence = greatest(sums.last_sequence, excluded.last_sequence),
    ${addTo(MONTH_SUM_COLUMNS)})`

/** What a game returned by day or by month, in report_return and report_return_month. */
export const RETURN_SUMS = ['rounds', 'stakes', 'wins', 'units', 'square_units'] as const
const RETURN_SUM_COLUMNS = RETURN_SUMS.join(', ')
const RETURN_KEYS = 'game_id, game_version, game_mode, level_bps, currency'

/** Adds the rounds of the CTE drawn, which were never added to the returns before. */
const ADD_DRAWN = `
returns AS (
  INSERT INTO report_return AS sums (project_id, day, ${RETURN_KEYS}, ${RETURN_SUM_COLUMNS})
  SELECT project_id, (created_at AT TIME ZONE 'UTC')::date, game_id, game_version, game_mode,
    coalesce(level_bps, 0), currency, count(*), sum(bet_minor), sum(win_minor), sum(win_units),
    sum(win_units::numeric * win_units)
  FROM drawn GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (project_id, day, ${RETURN_KEYS}) DO UPDATE SET ${addTo(RETURN_SUMS)})`

const ROLL_SPAN = `
WITH reached AS MATERIALIZED (
  SELECT * FROM round_money
  WHERE project_id = $1 AND created_at >= $2::timestamptz AND created_at < $3::timestamptz),
done AS (SELECT * FROM reached WHERE is_final),
-- Stored late, finished meanwhile.
no_longer_aside AS (
  DELETE FROM report_aside a USING done WHERE a.round_id = done.round_id),
set_aside AS (
  INSERT INTO report_aside (round_id, project_id, created_at)
  SELECT round_id, project_id, created_at FROM reached WHERE NOT is_final
  ON CONFLICT DO NOTHING),
${ADD_DONE},
drawn AS (SELECT * FROM done WHERE is_drawn AND $4::boolean),
${ADD_DRAWN}
INSERT INTO report_progress AS known (project_id, rolled_until, returns_until)
VALUES ($1, $3::timestamptz, $3::timestamptz)
ON CONFLICT (project_id) DO UPDATE SET rolled_until = excluded.rolled_until,
  returns_until = CASE WHEN $4::boolean THEN excluded.returns_until ELSE known.returns_until END`

const FIND_BEHIND =
  'SELECT project_id FROM report_progress WHERE returns_until < rolled_until ORDER BY project_id'

const FIND_NOT_IN_TOTALS =
  'SELECT project_id FROM report_progress WHERE NOT in_totals ORDER BY project_id'

/** All days of project $1; from then on a trigger keeps them up to date. */
const ADD_TOTALS = `
WITH added AS (
  UPDATE report_progress SET in_totals = true WHERE project_id = $1 AND NOT in_totals
    RETURNING project_id)
INSERT INTO report_total AS sums (day, game_id, currency, ${DAY_SUM_COLUMNS})
SELECT day, game_id, currency, ${DAY_SUM_COLUMNS} FROM report_day JOIN added USING (project_id)
ON CONFLICT (day, game_id, currency) DO UPDATE SET ${addTo(DAY_SUMS)}`

const FIND_NOT_IN_MONTHS =
  'SELECT project_id FROM report_progress WHERE NOT returns_in_months ORDER BY project_id'

/** The returns of all days of project $1; from then on a trigger keeps them up to date. */
const ADD_RETURN_MONTHS = `
WITH added AS (
  UPDATE report_progress SET returns_in_months = true
  WHERE project_id = $1 AND NOT returns_in_months
  RETURNING project_id)
INSERT INTO report_return_month (project_id, month, ${RETURN_KEYS}, ${RETURN_SUM_COLUMNS})
SELECT project_id, date_trunc('month', day)::date, ${RETURN_KEYS},
  ${RETURN_SUMS.map(name => `sum(${name})`).join(', ')}
FROM report_return JOIN added USING (project_id) GROUP BY 1, 2, ${RETURN_KEYS}`

/** The next $2 rounds of project $1 that are in no sum of returns yet. */
const FIND_RETURNS_SPAN = `
SELECT since::text, coalesce((
    SELECT greatest(r.created_at, since + interval '1 microsecond') FROM finished_round r
    WHERE r.project_id = $1 AND r.created_at >= since AND r.created_at < here.until
    ORDER BY r.created_at OFFSET $2 LIMIT 1), here.until)::text AS until
FROM (SELECT returns_until AS since, rolled_until AS until FROM report_progress
      WHERE project_id = $1 AND returns_until < rolled_until) here`

/** Rounds set aside are added when they are taken back. */
const ADD_RETURNS = `
WITH drawn AS (
  SELECT * FROM round_money m
  WHERE m.project_id = $1 AND m.created_at >= $2::timestamptz AND m.created_at < $3::timestamptz
    AND m.is_drawn
    AND NOT EXISTS (SELECT FROM report_aside a WHERE a.round_id = m.round_id)),
${ADD_DRAWN}
UPDATE report_progress SET returns_until = $3::timestamptz WHERE project_id = $1`

/**
 * Reads $2 rounds set aside after id $1 and adds those that are finished now. A round stored late
 * whose time has not been rolled up yet stays: the roll-up will reach it.
 */
const TAKE_BACK = `
WITH looked AS MATERIALIZED (
  SELECT round_id FROM report_aside WHERE round_id > $1 ORDER BY round_id LIMIT $2),
done AS (
  DELETE FROM report_aside a USING round_money m, report_progress g
  WHERE a.round_id IN (SELECT round_id FROM looked) AND m.round_id = a.round_id AND m.is_final
    AND g.project_id = a.project_id AND a.created_at < g.rolled_until
  RETURNING m.*),
${ADD_DONE},
-- A round whose time the returns have not reached is met there.
drawn AS (
  SELECT d.* FROM done d JOIN report_progress g USING (project_id) WHERE d.is_drawn
    AND d.created_at < g.returns_until),
${ADD_DRAWN}
SELECT round_id AS last FROM looked ORDER BY round_id DESC LIMIT 1`
