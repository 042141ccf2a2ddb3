// The tables of a place: which ones move with it, and the triggers that refuse every write while it
// is closed. Closing waits for writes under way, so nothing is written afterwards. Never reads or
// changes a player's row.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** They describe the database, or are written while a place is closed. */
const STAY = [
  'ledger_origin',
  'place',
  'place_touched',
  'place_touched_day',
  'schema_migration',
  'write_check',
]
/** What a move itself writes on. */
const NEVER_CLOSED = [...STAY, 'carried_shards', 'place_move']

/** All other statements on the tables queue behind this wait. */
const LOCK_MS = 500
/** Before the next try: as long as the statements that waited take. */
const LOCK_PAUSE_MS = 50
const LOCK_TRIES = 40
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** Partitions follow their table; a month that is being dropped is no partition any more. */
export const TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
    AND NOT relispartition AND relname !~ '^finished_round_[0-9]{4}_[0-9]{2}$'
    AND relname <> ALL ($1)
  ORDER BY relname`

export const listMoved = (client: pg.Client) => listTables(client, STAY)
const listClosed = (client: pg.Client) => listTables(client, NEVER_CLOSED)

async function listTables(client: pg.Client, except: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES, [except])
  return rows.map(({ name }) => pg.escapeIdentifier(name))
}

/** False when statements held a lock at every try. */
export async function underLock(
  client: pg.Client,
  work: (tables: readonly string[]) => Promise<void>,
): Promise<boolean> {
  for (let tried = 0; tried < LOCK_TRIES; tried++) {
    if (tried > 0) await sleep(LOCK_PAUSE_MS)
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; ${CANCEL_VACUUM}`)
      await work(await listClosed(client))
      await client.query('COMMIT')
      return true
    } catch (error) {
      await client.query('ROLLBACK')
      const { code } = error as { code?: string }
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error
    }
  }
  return false
}

/** An automatic vacuum gives way to a lock that waited this long; only a superuser may set it. */
const CANCEL_VACUUM = `SELECT set_config('deadlock_timeout', '100ms', true)
  WHERE current_setting('is_superuser') = 'on'`

const TRIGGER = 'place_closed'

/**
 * From its commit on no write of a node is accepted, and none that was is under way.
 * @param mark written with it: whatever copy has the mark has everything
 */
export function closePlace(client: pg.Client, shards: string, mark: string): Promise<boolean> {
  return underLock(client, async tables => {
    await client.query(`LOCK TABLE ${tables.map(table => `ONLY ${table}`).join(', ')}
      IN SHARE ROW EXCLUSIVE MODE`)
    await client.query(tables.map(refuseWrites).join('; '))
    await client.query(
      `INSERT INTO carried_shards (shards, closed_for) VALUES ($1, $2)
       ON CONFLICT (is_only) DO UPDATE SET closed_for = $2`,
      [shards, mark],
    )
  })
}

/** For a source that is still published. */
export function openPlace(client: pg.Client): Promise<boolean> {
  return underLock(client, tables => open(client, tables))
}

/** With a commit on disk, and everything that was committed before it. */
async function open(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query('SET LOCAL synchronous_commit = on')
  const drop = tables.map(table => `DROP TRIGGER IF EXISTS ${TRIGGER} ON ${table}`)
  await client.query(drop.join('; '))
  await client.query('UPDATE carried_shards SET closed_for = NULL')
}

/** The same for some tables of a place: those of its players. Without a mark. */
export function closeTables(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  return underLock(client, async () => {
    await client.query(`LOCK TABLE ${tables.map(table => `ONLY ${table}`).join(', ')}
      IN SHARE ROW EXCLUSIVE MODE`)
    await client.query(tables.map(refuseWrites).join('; '))
  })
}

export function openTables(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  return underLock(client, async () => {
    await client.query('SET LOCAL synchronous_commit = on')
    const drop = tables.map(table => `DROP TRIGGER IF EXISTS ${TRIGGER} ON ${table}`)
    await client.query(drop.join('; '))
  })
}

const refuseWrites = (table: string) =>
  `CREATE OR REPLACE TRIGGER ${TRIGGER} BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE
   ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_place()`

interface Unidentified {
  name: string
  /** A unique index on columns that are never null; null: the table has no such index. */
  index: string | null
}

const UNIDENTIFIED = `
  SELECT c.relname AS name, (
    SELECT u.relname FROM pg_index i JOIN pg_class u ON u.oid = i.indexrelid
    WHERE i.indrelid = c.oid AND i.indisunique AND i.indimmediate AND i.indisvalid
      AND i.indpred IS NULL AND i.indexprs IS NULL AND NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attnotnull
          AND a.attnum = ANY ((i.indkey::int2[])[0 : i.indnkeyatts - 1]))
    ORDER BY u.relname LIMIT 1) AS index
  FROM pg_class c
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    AND relreplident IN ('d', 'f')
    AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary)`

/**
 * Says by what a row without a primary key is known to replication; otherwise its table refuses
 * changes once it is published.
 */
export function identifyRows(client: pg.Client): Promise<boolean> {
  return underLock(client, () => identify(client))
}

async function identify(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Unidentified>(UNIDENTIFIED)
  for (const { name, index } of rows) {
    const by = index === null ? 'FULL' : `USING INDEX ${pg.escapeIdentifier(index)}`
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} REPLICA IDENTITY ${by}`)
  }
}

/**
 * The rows of rounds in play have no unique index, because each round would have to change it. The
 * source sends whole rows instead, but a copy can't compare them: JSON has no equality.
 */
const COPY_INDEX = 'unfinished_round_move'

/** For a copy. What arrives by replication is written; everything else is refused. */
export function closeCopy(client: pg.Client): Promise<boolean> {
  return underLock(client, async tables => {
    await client.query(tables.map(refuseWrites).join('; '))
    await client.query(
      `CREATE UNIQUE INDEX IF NOT EXISTS ${COPY_INDEX} ON unfinished_round (player_key, round_id)`,
    )
    await identify(client)
  })
}

/** For a copy that becomes the place, and a source whose move has ended. */
export function openAsUsual(client: pg.Client): Promise<boolean> {
  return underLock(client, async tables => {
    await open(client, tables)
    await client.query(`DROP INDEX IF EXISTS ${COPY_INDEX}`)
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
         AND relkind = 'r' AND relreplident <> 'd'`,
    )
    const reset = rows.map(
      ({ name }) => `ALTER TABLE ${pg.escapeIdentifier(name)} REPLICA IDENTITY DEFAULT`,
    )
    await client.query(reset.join('; '))
  })
}

export async function isPlaceClosedAt(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE tgname = '${TRIGGER}' AND relname = 'player'
         AND relnamespace = current_schema()::regnamespace) AS yes`,
  )
  return rows[0]!.yes
}

/** Whether it has neither players nor projects nor rounds. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM player) AND NOT EXISTS (SELECT FROM project)
       AND NOT EXISTS (SELECT FROM finished_round) AS empty`,
  )
  return rows[0]!.empty
}

/** Removes all rows that move with a place; its triggers stay. */
export async function emptyPlace(client: pg.Client): Promise<void> {
  const tables = await listMoved(client)
  const all = (change: string) =>
    tables.map(table => `ALTER TABLE ${table} ${change} TRIGGER USER`).join('; ')
  await client.query('BEGIN')
  await client.query(all('DISABLE'))
  await client.query(`TRUNCATE ${tables.join(', ')}`)
  await client.query(all('ENABLE'))
  await client.query('COMMIT')
}

/** Numbers given to rows go on after those of the source. Replication does not carry them. */
export async function carrySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  )
  await target.query(
    `SELECT setval(name::regclass, greatest(last, nextval(name::regclass)))
     FROM unnest($1::text[], $2::bigint[]) AS carried (name, last)`,
    [rows.map(({ name }) => pg.escapeIdentifier(name)), rows.map(({ last }) => last)],
  )
}

/** Months of rounds, as `2026_01`. */
export async function listMonthTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `SELECT right(c.relname, 7) AS month FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace
       AND c.relname ~ '^finished_round_[0-9]{4}_[0-9]{2}$' ORDER BY 1`,
  )
  return rows.map(({ month }) => month)
}

/** A month was detached and its rows are being taken out. */
export async function hasMonthBetween(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace
       AND NOT relispartition AND relkind = 'r' AND relname ~ '^finished_round_[0-9]{4}_[0-9]{2}$'`,
  )
  return rowCount! > 0
}
