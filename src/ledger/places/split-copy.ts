// Copies rows of a place to its parts, which are schemas of the same database: player by player
// while they play, and again whenever their rows have changed; the rest in the moment in which the
// place is closed. Each batch is one transaction with the notes that it answers, so an interruption
// forgets none. Never changes a row of the place.

import type pg from 'pg'
import { SHARDS, shardOf } from '../../core/shard.ts'
import { inTransactionOf } from '../database/client.ts'
import { RULES, tablesWith } from './split-tables.ts'

/**
 * Players of one transaction. For four parts it has about 100 statements, however few players they
 * are about.
 */
export const COPY_PLAYERS = 500
/** The same while all of their rounds are copied: a transaction that lasts keeps dead rows. */
export const FIRST_PLAYERS = 100
/** Logged calls of one transaction. */
const COPY_CALLS = 2_000
/** Calls are logged, and clocks of nodes differ, within this time. */
const LATE = "interval '1 minute'"

export interface CopyWork {
  source: pg.Client
  /** In the order of their shards; the schemas are escaped. */
  parts: readonly { schema: string; name: string }[]
  /** For each shard, the index of its part. */
  partOfShard: readonly number[]
  columns: ReadonlyMap<string, string>
}

/** For each shard, the index of the part that has it. */
export function indexShards(names: readonly string[]): number[] {
  const index = Array<number>(SHARDS).fill(-1)
  for (const [part, name] of names.entries()) {
    for (const text of name.split(',')) {
      const [first, last = first] = text.split('-').map(Number)
      index.fill(part, first!, last! + 1)
    }
  }
  return index
}

/** Notes all players, so that every row is copied once. */
export async function noteEverybody(source: pg.Client): Promise<void> {
  await source.query(
    'INSERT INTO place_touched (player_key, from_sequence) SELECT player_key, 0 FROM player',
  )
}

/** Of players, as far as they are noted. */
export async function countWaiting(source: pg.Client): Promise<number> {
  const { rows } = await source.query<{ waiting: number }>(
    'SELECT count(DISTINCT player_key)::float8 AS waiting FROM place_touched',
  )
  return rows[0]!.waiting
}

/** All notes of the players who were noted first. */
const TAKE = `
  WITH first AS (SELECT player_key FROM place_touched ORDER BY touched_id LIMIT $1)
  DELETE FROM place_touched t USING (SELECT DISTINCT player_key FROM first) f
  WHERE t.player_key = f.player_key RETURNING t.player_key, t.from_sequence`

interface Touched {
  player_key: string
  from_sequence: string | null
}

/** Everything that was noted up to `last` is copied once `first` is a later number. */
export async function readNotes(source: pg.Client): Promise<{ first: bigint; last: bigint }> {
  const { rows } = await source.query<{ first: string; last: string }>(
    `SELECT coalesce((SELECT min(touched_id) FROM place_touched), last + 1)::text AS first,
       last::text AS last
     FROM (SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last
           FROM place_touched_touched_id_seq) s`,
  )
  return { first: BigInt(rows[0]!.first), last: BigInt(rows[0]!.last) }
}

/** @returns false when nobody was noted */
export function copyPlayers(work: CopyWork, count: number = COPY_PLAYERS): Promise<boolean> {
  const { source, parts } = work
  return inTransactionOf(source, 'off', async () => {
    const { rows } = await source.query<Touched>(TAKE, [count])
    if (rows.length === 0) return false
    const since = firstSequences(rows)
    const keys = [...since.keys()]
    const homes = await findParts(work, keys)
    for (const [at, part] of parts.entries()) {
      // A player who is gone from the place is in any of the parts.
      const here = keys.filter(key => (homes.get(key) ?? at) === at)
      if (here.length > 0) {
        const sequences = here.map(key => since.get(key)?.toString() ?? null)
        await replacePlayers(work, part.schema, here, sequences)
      }
    }
    return true
  })
}

/** By the key of the player; null: no ended round has to be copied. */
function firstSequences(rows: readonly Touched[]): Map<string, bigint | null> {
  const since = new Map<string, bigint | null>()
  for (const { player_key, from_sequence } of rows) {
    const known = since.get(player_key) ?? null
    const next = from_sequence === null ? null : BigInt(from_sequence)
    const isEarlier = next !== null && (known === null || next < known)
    since.set(player_key, isEarlier ? next : known)
  }
  return since
}

/** The index of the part of each player who is known. */
async function findParts(
  { source, partOfShard }: CopyWork,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await source.query<{ key: string; projectId: string; playerId: string }>(
    `SELECT player_key AS key, project_id AS "projectId", player_id AS "playerId" FROM player
     WHERE player_key = ANY ($1)`,
    [keys],
  )
  return new Map(rows.map(({ key, ...player }) => [key, partOfShard[shardOf(player)]!]))
}

/** Found by the name in the player's row of the same schema. */
const namesIn = (schema: string) =>
  `(project_id, player_id, player_key) IN (SELECT project_id, player_id, player_key
     FROM ${schema}player WHERE player_key = ANY ($1))`
const BY_KEY = 'player_key = ANY ($1)'
const ENDED = 'mine.player_key = k.player_key AND mine.sequence >= k.since'
const SINCE = 'unnest($1::bigint[], $2::bigint[]) AS k (player_key, since)'

async function replacePlayers(
  { source, columns }: CopyWork,
  part: string,
  keys: readonly string[],
  since: readonly (string | null)[],
): Promise<void> {
  const ended = since.some(sequence => sequence !== null) ? tablesWith('ended') : []
  const others = tablesWith('player', 'named')
  for (const table of ended) {
    await source.query(`DELETE FROM ${part}.${table} mine USING ${SINCE} WHERE ${ENDED}`, [
      keys,
      since,
    ])
  }
  for (const table of others.toReversed()) {
    const which = RULES[table] === 'named' ? namesIn(`${part}.`) : BY_KEY
    await source.query(`DELETE FROM ${part}.${table} WHERE ${which}`, [keys])
  }
  for (const table of others) {
    const which = RULES[table] === 'named' ? namesIn('') : BY_KEY
    await source.query(`${insert(part, table, columns)} ${table} WHERE ${which}`, [keys])
  }
  for (const table of ended) {
    const from = `${table} mine, ${SINCE} WHERE ${ENDED}`
    await source.query(`${insert(part, table, columns, 'mine')} ${from}`, [keys, since])
  }
}

/** @param alias under which the table is read, where a column is not its alone */
function insert(
  part: string,
  table: string,
  columns: ReadonlyMap<string, string>,
  alias: string | null = null,
): string {
  const all = columns.get(table)!
  const read = alias === null ? all : all.replaceAll(/[^ ,]+/g, name => `${alias}.${name}`)
  return `INSERT INTO ${part}.${table} (${all}) OVERRIDING SYSTEM VALUE SELECT ${read} FROM`
}

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
