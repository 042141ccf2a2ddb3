// Copies what a split copies besides players: the sums behind the reports and the log of calls,
// before the place is closed and once more while it is, and then a few rows about rounds in play.
// Never changes a row of the place.

import { shardOf } from '../../core/shard.ts'
import { inTransactionOf } from '../database/client.ts'
import { type CopyWork, insert } from './split-copy.ts'
import { tablesWith } from './split-tables.ts'

/** Logged calls of one statement. */
const COPY_CALLS = 2_000
/** Calls are logged, and clocks of nodes differ, within this time. */
const LATE = "interval '1 minute'"

const OF_DAYS = '(project_id, day) IN (SELECT * FROM unnest($1::text[], $2::date[]))'
/** The rows that contain the sums of days of projects. */
const SUMS_OF_DAYS: Readonly<Record<string, string>> = {
  report_day: OF_DAYS,
  report_return: OF_DAYS,
  report_total: '$1::text[] IS NOT NULL AND day = ANY ($2::date[])',
  report_return_month: `(project_id, month) IN (
    SELECT project, date_trunc('month', day)::date
    FROM unnest($1::text[], $2::date[]) AS d (project, day))`,
}

interface ProjectDay {
  project_id: string
  day: string
}

/** All days of projects whose sums of sums were made since, which notes no day. */
const ADDED_MEANWHILE = (first: string) => `
  SELECT project_id, day::text FROM (
    SELECT project_id, day FROM report_day UNION SELECT project_id, day FROM report_return) d
  WHERE project_id IN (
    SELECT project_id FROM report_progress p LEFT JOIN ${first}.report_progress c USING (project_id)
    WHERE (p.in_totals, p.returns_in_months)
      IS DISTINCT FROM (c.in_totals, c.returns_in_months))`

/**
 * The sums behind the reports, which readers add up over all places.
 * @param only `touched`: of the days that were noted since; otherwise all
 */
export async function copySums(work: CopyWork, only: 'all' | 'touched'): Promise<void> {
  const { source, parts, columns } = work
  const first = parts[0]!.schema
  await inTransactionOf(source, 'off', async () => {
    // Before they are read: what is added later is noted again.
    const { rows } = await source.query<ProjectDay>(
      'DELETE FROM place_touched_day RETURNING project_id, day::text',
    )
    const added = await source.query<ProjectDay>(ADDED_MEANWHILE(first))
    const all = only === 'all' ? [] : [...rows, ...added.rows]
    const days = [all.map(({ project_id }) => project_id), all.map(({ day }) => day)]
    // First: whether a project's sums of sums exist is compared with what is copied here.
    for (const { schema } of parts) {
      for (const table of tablesWith('each')) {
        await source.query(`DELETE FROM ${schema}.${table}`)
        await source.query(`${insert(schema, table, columns)} ${table}`)
      }
    }
    for (const table of tablesWith('sums')) {
      const [where, values] = only === 'all' ? ['true', []] : [SUMS_OF_DAYS[table]!, days]
      await source.query(`DELETE FROM ${first}.${table} WHERE ${where}`, values)
      await source.query(`${insert(first, table, columns)} ${table} WHERE ${where}`, values)
    }
  })
}

/** Where the log and the list of failures had come to. */
export interface Reached {
  callId: string
  at: string
}

/**
 * Logged calls, and the wallet's failures.
 * @param since null: all; otherwise those that came since
 * @returns for the next copy
 */
export async function copyLogs(work: CopyWork, since: Reached | null): Promise<Reached> {
  const { source } = work
  const { rows } = await source.query<Reached>(
    `SELECT first_round_id(now() - ${LATE}) AS "callId", (now() - ${LATE})::text AS at`,
  )
  await copyCalls(work, since?.callId ?? FIRST_ID)
  await copyOfRounds(work, 'wallet_failure', {
    since: since?.at ?? null,
    onConflict: `ON CONFLICT (round_id, operation) DO UPDATE SET failures = excluded.failures,
      first_at = excluded.first_at, last_at = excluded.last_at, recent = excluded.recent`,
  })
  return rows[0]!
}

interface CallKey {
  call_id: string
  projectId: string
  playerId: string | null
}

async function copyCalls(work: CopyWork, first: string): Promise<void> {
  const { source, parts, partOfShard, columns } = work
  let after = first
  for (;;) {
    const { rows } = await source.query<CallKey>(
      `SELECT call_id, project_id AS "projectId", player_id AS "playerId" FROM callback_log
       WHERE call_id > $1 ORDER BY call_id LIMIT $2`,
      [after, COPY_CALLS],
    )
    for (const [at, { schema }] of parts.entries()) {
      // The log has a place for calls of no player, too: see server/callback-log.ts.
      const ids = rows
        .filter(row => partOfShard[shardOf({ ...row, playerId: row.playerId ?? '' })] === at)
        .map(row => row.call_id)
      if (ids.length === 0) continue
      await source.query(
        `${insert(schema, 'callback_log', columns)} callback_log WHERE call_id = ANY ($1)
         ON CONFLICT (call_id) DO NOTHING`,
        [ids],
      )
    }
    if (rows.length < COPY_CALLS) return
    after = rows.at(-1)!.call_id
  }
}

/** The rest: a few rows about rounds in play. The place is closed. */
export async function copyRest(work: CopyWork): Promise<void> {
  const { source, parts, columns } = work
  await inTransactionOf(source, 'off', async () => {
    for (const { schema } of parts) {
      for (const table of [...LATE_OF_ROUNDS, 'notification']) {
        await source.query(`DELETE FROM ${schema}.${table}`)
      }
      await source.query(
        `${insert(schema, 'notification', columns)} notification n
         WHERE EXISTS (SELECT FROM ${schema}.player p WHERE p.player_key = n.player_key)`,
      )
    }
    for (const table of LATE_OF_ROUNDS) await copyOfRounds(work, table)
  })
}

/** Failures are copied with the logs. */
const LATE_OF_ROUNDS = tablesWith('round').filter(table => table !== 'wallet_failure')

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** Rounds of one statement. */
const COPY_ROUNDS = 2_000

/**
 * Rows that name a round, to the part of its player. The id alone may be from before there were
 * shards, and rounds in play have no index of ids: they are read once for all rows.
 */
async function copyOfRounds(
  work: CopyWork,
  table: string,
  { since = null, onConflict = '' }: { since?: string | null; onConflict?: string } = {},
): Promise<void> {
  const { source, parts, partOfShard, columns } = work
  const isLate = since === null ? '$1::text IS NULL' : 'last_at >= $1::timestamptz'
  let after = FIRST_ID
  for (;;) {
    const { rows } = await source.query<{ id: string }>(
      `SELECT DISTINCT round_id AS id FROM ${table} WHERE ${isLate} AND round_id > $2
       ORDER BY 1 LIMIT $3`,
      [since, after, COPY_ROUNDS],
    )
    const ids = rows.map(({ id }) => id)
    const found = await source.query<{ id: string; projectId: string; playerId: string }>(
      `SELECT DISTINCT round_id AS id, project_id AS "projectId", player_id AS "playerId" FROM (
         SELECT round_id, player_key FROM unfinished_round WHERE round_id = ANY ($1)
         UNION ALL SELECT round_id, player_key FROM finished_round WHERE round_id = ANY ($1)) r
       JOIN player USING (player_key)`,
      [ids],
    )
    for (const [at, { schema }] of parts.entries()) {
      const here = found.rows.filter(row => partOfShard[shardOf(row)] === at).map(({ id }) => id)
      if (here.length === 0) continue
      const from = `${table} WHERE round_id = ANY ($1) ${onConflict}`
      await source.query(`${insert(schema, table, columns)} ${from}`, [here])
    }
    if (ids.length < COPY_ROUNDS) return
    after = ids.at(-1)!
  }
}

/** The copies of rounds in play, which is what a loss would cost, have every row once. */
export async function isWhole({ source, parts }: CopyWork): Promise<boolean> {
  const copied = parts.map(({ schema }) => `SELECT version FROM ${schema}.unfinished_round`)
  const { rows } = await source.query<{ whole: boolean }>(
    `SELECT (SELECT (count(*), coalesce(sum(version), 0)) FROM unfinished_round)
       = (SELECT (count(*), coalesce(sum(version), 0)) FROM (${copied.join(' UNION ALL ')}) c)
       AS whole`,
  )
  return rows[0]!.whole
}
