// The months of finished rounds in one database: created ahead, read for a file, listed, and
// dropped while players play. Never drops a round that is in no file.

import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { firstIdAt } from '../../core/identifiers.ts'
import { startOfMonth } from '../../core/month.ts'
import { DAY_MS } from '../../core/time.ts'
import { ARCHIVE_ROWS } from '../../limits.ts'
import type { Row } from '../database/column.ts'
import { inTransaction } from '../database/transaction.ts'
import { SELECTED } from '../rounds/round-columns.ts'

/**
 * A month is archived no earlier than this long after its end: repeats of requests, the sums of the
 * reports and the counts of target outcomes, which live 90 days, need rounds that far back.
 */
export const ARCHIVE_AFTER_MS = 100 * DAY_MS
/**
 * How long dropping waits for the lock of the rounds, because every other statement queues behind
 * it.
 */
const DETACH_LOCK_MS = 500
const DETACH_PAUSE_MS = 1_000
/** After these tries a person has to look. */
const DETACH_TRIES = 60

export interface ArchivedMonth {
  month: string
  file: string
  sha256: string
  rounds: number
  /** From then on its rounds are only in the file. */
  droppedAt: Date | null
}

export interface LedgerMonth {
  month: string
  /** Size of the table and its indexes; null: dropped. */
  bytes: number | null
  archived: ArchivedMonth | null
}

/**
 * The table of a month's finished rounds.
 * @param month checked by `isMonth`
 */
export const tableOf = (month: string) => `finished_round_${month.replace('-', '_')}`

const READ_ARCHIVED = `
SELECT to_char(month, 'YYYY-MM') AS month, file, sha256, rounds::float8 AS rounds,
  dropped_at AS "droppedAt"
FROM archived_month`

export async function findArchived(pool: Pool, month: string): Promise<ArchivedMonth | null> {
  const { rows } = await pool.query<ArchivedMonth>(`${READ_ARCHIVED} WHERE month = $1::date`, [
    `${month}-01`,
  ])
  return rows[0] ?? null
}

/**
 * Months within a period whose rounds are no longer in the database. A bound that is null is open.
 */
export async function listDropped(
  pool: Pool,
  fromMs: number | null,
  toMs: number | null,
): Promise<string[]> {
  const { rows } = await pool.query<{ month: string }>(
    `SELECT to_char(month, 'YYYY-MM') AS month FROM archived_month WHERE dropped_at IS NOT NULL
       AND ($1::float8 IS NULL
         OR (month + interval '1 month') AT TIME ZONE 'UTC' > to_timestamp($1 / 1000.0))
       AND ($2::float8 IS NULL OR month AT TIME ZONE 'UTC' < to_timestamp($2 / 1000.0))
     ORDER BY month`,
    [fromMs, toMs],
  )
  return rows.map(({ month }) => month)
}

/** Oldest first. */
export async function listMonths(pool: Pool): Promise<LedgerMonth[]> {
  const archived = (await pool.query<ArchivedMonth>(READ_ARCHIVED)).rows
  const tables = await pool.query<{ month: string; bytes: number }>(
    `SELECT replace(substring(relname FROM 'finished_round_([0-9]{4}_[0-9]{2})$'), '_',
      '-') AS month,
       pg_total_relation_size(oid)::float8 AS bytes
     FROM pg_class WHERE relkind = 'r' AND relname ~ '^finished_round_[0-9]{4}_[0-9]{2}$'
       AND relnamespace = current_schema()::regnamespace`,
  )
  const months = [...new Set([...archived, ...tables.rows].map(({ month }) => month))].sort()
  return months.map(month => ({
    month,
    bytes: tables.rows.find(table => table.month === month)?.bytes ?? null,
    archived: archived.find(each => each.month === month) ?? null,
  }))
}

/** Reasons why the month cannot be archived now, as text; empty if it can. */
export async function findHindrances(pool: Pool, month: string, nowMs: number): Promise<string[]> {
  const [fromMs, toMs] = [startOfMonth(month), startOfMonth(month, 1)]
  if (nowMs < toMs + ARCHIVE_AFTER_MS) {
    return [`it ended less than ${ARCHIVE_AFTER_MS / DAY_MS} days ago`]
  }
  const { rows } = await pool.query<{ exists: boolean; unsummed: string[]; aside: string }>(
    `SELECT to_regclass($1) IS NOT NULL AS exists,
       ARRAY(SELECT p.project_id FROM project_here p LEFT JOIN report_progress g USING (project_id)
         WHERE coalesce(g.rolled_until, '-infinity') < to_timestamp($3 / 1000.0) AND EXISTS (
           SELECT FROM finished_round r WHERE r.project_id = p.project_id
             AND r.created_at >= to_timestamp($2 / 1000.0)
               AND r.created_at < to_timestamp($3 / 1000.0))
         ORDER BY 1 LIMIT 5) AS unsummed,
       (SELECT count(*) FROM report_aside a JOIN finished f USING (round_id)
         WHERE a.created_at >= to_timestamp($2 / 1000.0)
           AND a.created_at < to_timestamp($3 / 1000.0)) AS aside`,
    [tableOf(month), fromMs, toMs],
  )
  const { exists, unsummed, aside } = rows[0]!
  const found: string[] = []
  if (!exists) found.push('this database has no table of it')
  if (unsummed.length > 0) {
    found.push(`rounds of ${unsummed.join(', ')} are not in the sums of the reports yet`)
  }
  if (aside !== '0') found.push(`${aside} finished rounds are not in the sums of the reports yet`)
  return found
}

export async function noteArchived(
  pool: Pool,
  month: string,
  { file, sha256, rounds, bytes }: { file: string; sha256: string; rounds: number; bytes: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO archived_month (month, file, sha256, rounds, bytes)
     VALUES ($1::date, $2, $3, $4, $5)
     ON CONFLICT (month) DO UPDATE SET file = $2, sha256 = $3, rounds = $4, bytes = $5,
       archived_at = now()
     WHERE archived_month.dropped_at IS NULL`,
    [`${month}-01`, file, sha256, rounds, bytes],
  )
}

export type DropResult =
  /**
   * `late`: rounds that are not in the file, because they finished after it was written; they stay
   * in the database.
   */
  { kind: 'dropped'; late: number } | { kind: 'refused'; cause: 'not-archived' | 'no-lock' }

/**
 * Removes the month's table: first detaches it, which makes play wait for a moment, then drops it.
 * Continues where it was interrupted.
 * @param idsInFile ids in the file that was recorded
 */
export async function dropMonth(
  pool: Pool,
  month: string,
  idsInFile: (file: string) => AsyncIterable<string>,
): Promise<DropResult> {
  const archived = await findArchived(pool, month)
  if (archived === null) return { kind: 'refused', cause: 'not-archived' }
  if (archived.droppedAt === null && !(await detach(pool, month))) {
    return { kind: 'refused', cause: 'no-lock' }
  }
  const late = await inTransaction(pool, client => remove(client, month, idsInFile(archived.file)))
  return { kind: 'dropped', late }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** False when a long-running reader held the table at every try. */
async function detach(pool: Pool, month: string): Promise<boolean> {
  for (let tried = 0; tried < DETACH_TRIES; tried++) {
    if (tried > 0) await pause(DETACH_PAUSE_MS)
    try {
      await inTransaction(pool, async client => {
        await client.query(`SET LOCAL lock_timeout = ${DETACH_LOCK_MS}`)
        await client.query(`ALTER TABLE finished_round DETACH PARTITION ${tableOf(month)}`)
        await client.query('UPDATE archived_month SET dropped_at = now() WHERE month = $1::date', [
          `${month}-01`,
        ])
      })
      return true
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    }
  }
  return false
}

/** Puts rounds that are not in the file back among the others; returns how many. */
async function remove(
  client: PoolClient,
  month: string,
  idsInFile: AsyncIterable<string>,
): Promise<number> {
  const table = tableOf(month)
  const exists = await client.query('SELECT to_regclass($1) IS NOT NULL AS yes', [table])
  if (exists.rows[0].yes !== true) return 0
  await client.query(
    'SET LOCAL statement_timeout = 0; CREATE TEMPORARY TABLE in_file (round_id uuid PRIMARY KEY) ' +
      'ON COMMIT DROP',
  )
  for await (const ids of inBatches(idsInFile)) {
    await client.query('INSERT INTO in_file SELECT unnest($1::uuid[])', [ids])
  }
  const columns = await listColumns(client)
  const late = await client.query(
    `INSERT INTO finished_round (${columns}) SELECT ${columns} FROM ${table} m
     WHERE NOT EXISTS (SELECT FROM in_file f WHERE f.round_id = m.round_id)`,
  )
  await client.query(`DROP TABLE ${table}`)
  return late.rowCount!
}

async function* inBatches(ids: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const id of ids) {
    batch.push(id)
    if (batch.length < ARCHIVE_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function listColumns(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT string_agg(attname, ', ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = 'finished_round'::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = ''`,
  )
  return rows[0]!.columns
}

/** Rounds opened in the month have ids from the first up to, but not including, the second. */
function idsOf(month: string): [first: string, end: string] {
  return [firstIdAt(startOfMonth(month)), firstIdAt(startOfMonth(month, 1))]
}

/**
 * Creates the tables of this month and the two after it before they are needed, if they are
 * missing; returns how many. Rounds of a month without a table go to a separate table, and move
 * when their month is created.
 */
export async function makeComingMonths(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ made: number }>(
    `SELECT make_round_months(now(), now() + interval '2 months') AS made`,
  )
  return rows[0]!.made
}

/**
 * Rows for `writeArchive`: the month's rounds in the order of their ids, in batches and in one
 * snapshot.
 * @param onRead called with the number of rows read so far
 */
export async function* readMonth(
  pool: Pool,
  month: string,
  onRead: (rounds: number) => void,
): AsyncGenerator<Row> {
  const client = await pool.connect()
  let read = 0
  let isWhole = false
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(
      `DECLARE month CURSOR FOR
       SELECT ${SELECTED}, round.project_id,
         (SELECT player_id FROM player p WHERE p.player_key = round.player_key) AS player_id
       FROM finished round WHERE round_id >= $1 AND round_id < $2 ORDER BY round_id`,
      idsOf(month),
    )
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${ARCHIVE_ROWS} FROM month`)
      yield* rows
      read += rows.length
      onRead(read)
      if (rows.length < ARCHIVE_ROWS) break
    }
    isWhole = true
  } finally {
    // A connection that was left in the middle has an open cursor, and is not used again.
    if (isWhole) await client.query('COMMIT')
    client.release(!isWhole)
  }
}
