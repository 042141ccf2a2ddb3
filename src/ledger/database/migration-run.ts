// Runs one file of sql/ during play: it waits for a lock only briefly and then tries again, because
// all statements on the table queue behind it; an index on a table in use is built without a lock.
// Does not order the files.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MIGRATION_TRIES } from '../../limits.ts'

/**
 * How long a migration waits for the lock of a table, because every other statement queues behind
 * it.
 */
const MIGRATION_LOCK_MS = 2_000
/** Delay before it tries again, so that the statements that waited are done. */
const MIGRATION_PAUSE_MS = 2_000

export interface Migration {
  /** The file's name without `.sql`, like `0001-ledger`. */
  name: string
  sql: string
  sha256: string
}

export interface MigrationHead {
  /** Every statement runs alone, in no transaction; each may run again. */
  isConcurrent: boolean
  /**
   * Number of the last file that a node must have in order to run with this one; null: this file.
   */
  nodesFrom: string | null
}

/** How a file must be run, from its first comment lines. */
export function readHead(sql: string): MigrationHead {
  return {
    isConcurrent: /^-- concurrently$/m.test(sql),
    nodesFrom: /^-- nodes from ([0-9]{4})$/m.exec(sql)?.[1] ?? null,
  }
}

/** The statements of a file that runs in no transaction. */
export function splitStatements(sql: string): string[] {
  return sql
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
}

/** `no-lock`: nothing of the file was done. */
export async function runMigration(
  client: pg.Client,
  migration: Migration,
): Promise<'applied' | 'no-lock'> {
  if (readHead(migration.sql).isConcurrent) {
    for (const statement of splitStatements(migration.sql)) await client.query(statement)
    await record(client, migration)
    return 'applied'
  }
  for (let tried = 0; tried < MIGRATION_TRIES; tried++) {
    if (tried > 0) await sleep(MIGRATION_PAUSE_MS)
    if (await applyUnlessLocked(client, migration)) return 'applied'
  }
  return 'no-lock'
}

/** Files name the schema only where a function with its owner's rights must find its tables. */
async function inOwnSchema(client: pg.Client, sql: string): Promise<string> {
  if (!sql.includes(NAMED_SCHEMA)) return sql
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema')
  const named = `search_path = ${pg.escapeIdentifier(rows[0]!.schema)},`
  return sql.replaceAll(NAMED_SCHEMA, () => named)
}

const NAMED_SCHEMA = 'search_path = public,'

const LOCK_NOT_AVAILABLE = '55P03'

async function applyUnlessLocked(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${MIGRATION_LOCK_MS}`)
    await client.query(await inOwnSchema(client, migration.sql))
    await record(client, migration)
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

async function record(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query(
    'INSERT INTO schema_migration (name, sha256, nodes_from) VALUES ($1, $2, $3)',
    [name, sha256, readHead(sql).nodesFrom],
  )
}
