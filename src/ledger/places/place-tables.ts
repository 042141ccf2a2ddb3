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

/** How long a lock is waited for, and how often. All other statements queue behind each wait. */
interface Patience {
  tries: number
  waitMs: number
  /** Whose locks are in the way: of everybody, or of those who write. */
  against: 'all' | 'writers'
}
const USUAL: Patience = { tries: 40, waitMs: 500, against: 'all' }
/** While players wait: under a second in all. */
const CLOSING: Patience = { tries: 2, waitMs: 400, against: 'writers' }
/** Before the next try: as long as the statements that waited take. */
const LOCK_PAUSE_MS = 50
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const QUERY_CANCELED = '57014'
const IS_LOCKED: readonly unknown[] = [LOCK_NOT_AVAILABLE, DEADLOCK, QUERY_CANCELED]

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

/** @returns null when done; otherwise which statement held a lock, at every try */
export async function underLock(
  client: pg.Client,
  work: (tables: readonly string[]) => Promise<void>,
  { tries, waitMs, against }: Patience = USUAL,
): Promise<string | null> {
  for (let tried = 0; tried < tries; tried++) {
    if (tried > 0) await sleep(LOCK_PAUSE_MS)
    const patient = tried % PATIENT_EVERY === 1 && tries > PATIENT_EVERY ? OUTWAIT_VACUUM : ''
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${waitMs}; ${CANCEL_VACUUM}${patient}`)
      await work(await listClosed(client))
      await client.query('COMMIT')
      return null
    } catch (error) {
      await client.query('ROLLBACK')
      if (!IS_LOCKED.includes((error as { code?: string }).code)) throw error
    }
  }
  return describeHolder(client, against)
}

/** An automatic vacuum gives way to a lock that waited this long; only a superuser may set it. */
const CANCEL_VACUUM = `SELECT set_config('deadlock_timeout', '100ms', true)
  WHERE current_setting('is_superuser') = 'on'`
/** Others wait longer than it usually is. */
const OUTWAIT_VACUUM = `; SELECT set_config('lock_timeout', '1500ms', true)
  WHERE current_setting('is_superuser') = 'off'`
const PATIENT_EVERY = 10

/** The statement of the oldest transaction that has a lock on a table. */
async function describeHolder(client: pg.Client, against: Patience['against']): Promise<string> {
  const { rows } = await client.query<{ pid: number; query: string }>(
    `SELECT pid, left(regexp_replace(query, '[[:space:][:cntrl:]]+', ' ', 'g'), 100) AS query
     FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE granted AND pid <> pg_backend_pid()
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND relation IN (
         SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
       AND ($1 = 'all' OR mode NOT IN ('AccessShareLock', 'RowShareLock'))
     ORDER BY xact_start LIMIT 1`,
    [against],
  )
  const [holder] = rows
  if (holder === undefined) return 'statements held locks on them'
  return `the oldest statement with a lock is that of process ${holder.pid}: ${holder.query}`
}

/** Waits until a place could be closed, so that what is in the way is met while it is open. */
export function waitForWriters(
  client: pg.Client,
  tables: readonly string[] | null = null,
): Promise<string | null> {
  return underLock(client, all => lockWrites(client, tables ?? all), {
    ...USUAL,
    against: 'writers',
  })
}

async function lockWrites(client: pg.Client, tables: readonly string[]): Promise<void> {
  const only = tables.map(table => `ONLY ${table}`)
  await client.query(`LOCK TABLE ${only.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
}

/** Waits for all locks together only as long as for one: players wait. */
async function lockWritesSoon(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query(`SET LOCAL statement_timeout = ${CLOSING.waitMs}`)
  await lockWrites(client, tables)
  await client.query('SET LOCAL statement_timeout = 0')
}

const TRIGGER = 'place_closed'
const TRIGGERS = `pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE tgname = '${TRIGGER}' AND relnamespace = current_schema()::regnamespace`

/**
 * From its commit on no write of a node is accepted, and none that was is under way.
 * @param mark written with it: whatever copy has the mark has everything
 */
export function closePlace(
  client: pg.Client,
  shards: string,
  mark: string,
): Promise<string | null> {
  const close = async (tables: readonly string[]) => {
    await lockWritesSoon(client, tables)
    await client.query(tables.map(refuseWrites).join('; '))
    await client.query(
      `INSERT INTO carried_shards (shards, closed_for) VALUES ($1, $2)
       ON CONFLICT (is_only) DO UPDATE SET closed_for = $2`,
      [shards, mark],
    )
  }
  return underLock(client, close, CLOSING)
}

/**
 * For a source that is still published.
 * @param marks it stays closed for any other; null: it is opened whatever its mark is
 */
export function openPlace(
  client: pg.Client,
  marks: readonly (string | null)[] | null,
): Promise<string | null> {
  const open = async (tables: readonly string[]) => {
    if (marks !== null) {
      await lockWrites(client, tables)
      if (!marks.includes(await readMark(client))) return
    }
    await allowWrites(client)
    await client.query('UPDATE carried_shards SET closed_for = NULL')
  }
  return underLock(client, open, { ...USUAL, against: 'writers' })
}

/** For what the place is closed, or was last. */
export async function readMark(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ closed_for: string | null }>(
    'SELECT closed_for FROM carried_shards',
  )
  return rows[0]?.closed_for ?? null
}

/**
 * With a commit on disk, and everything that was committed before it. Triggers are removed later:
 * that would have to wait for readers.
 */
async function allowWrites(client: pg.Client): Promise<void> {
  await client.query('SET LOCAL synchronous_commit = on')
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM ${TRIGGERS} AND tgenabled <> 'D'`,
  )
  const disable = rows.map(({ name }) => `ALTER TABLE ONLY ${name} DISABLE TRIGGER ${TRIGGER}`)
  if (disable.length > 0) await client.query(disable.join('; '))
}

/** The same for some tables of a place: those of its players. Without a mark. */
export function closeTables(client: pg.Client, tables: readonly string[]): Promise<string | null> {
  const close = async () => {
    await lockWritesSoon(client, tables)
    await client.query(tables.map(refuseWrites).join('; '))
  }
  return underLock(client, close, CLOSING)
}

export function openTables(client: pg.Client): Promise<string | null> {
  return underLock(client, () => allowWrites(client), { ...USUAL, against: 'writers' })
}

/** Of a place that is open. */
export function removeTriggers(client: pg.Client): Promise<string | null> {
  return underLock(client, () => dropTriggers(client))
}

async function dropTriggers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM ${TRIGGERS}`,
  )
  const drop = rows.map(({ name }) => `DROP TRIGGER IF EXISTS ${TRIGGER} ON ${name}`)
  if (drop.length > 0) await client.query(drop.join('; '))
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
export function identifyRows(client: pg.Client): Promise<string | null> {
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
export function closeCopy(client: pg.Client): Promise<string | null> {
  return underLock(client, async tables => {
    await client.query(tables.map(refuseWrites).join('; '))
    await client.query(
      `CREATE UNIQUE INDEX IF NOT EXISTS ${COPY_INDEX} ON unfinished_round (player_key, round_id)`,
    )
    await identify(client)
  })
}

/** For a copy that becomes the place: its players wait. */
export const openCopy = (client: pg.Client) =>
  underLock(client, () => becomeUsual(client), { ...CLOSING, against: 'all' })

/** For a source whose move has ended. */
export const openAsUsual = (client: pg.Client) => underLock(client, () => becomeUsual(client))

async function becomeUsual(client: pg.Client): Promise<void> {
  await client.query('SET LOCAL synchronous_commit = on')
  await dropTriggers(client)
  await client.query('UPDATE carried_shards SET closed_for = NULL')
  await client.query(`DROP INDEX IF EXISTS ${COPY_INDEX}`)
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
       AND relkind = 'r' AND relreplident <> 'd'`,
  )
  const reset = rows.map(
    ({ name }) => `ALTER TABLE ${pg.escapeIdentifier(name)} REPLICA IDENTITY DEFAULT`,
  )
  await client.query(reset.join('; '))
}

export async function isPlaceClosedAt(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(
    `SELECT EXISTS (
       SELECT FROM ${TRIGGERS} AND relname = 'player' AND tgenabled <> 'D') AS yes`,
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
