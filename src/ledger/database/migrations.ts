// Brings a database to the schema of this checkout: numbered files of sql/, each once, in order, in
// its own transaction. Must never run a file again, nor accept one that changed after it was applied.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { PROJECT_ROOT } from '../../environment.ts'
import { type AuditedBy, BY_PLATFORM, writeAudit } from '../audit/audit-log.ts'
import { withClient } from './client.ts'

export interface Migration {
  /** The file's name without `.sql`, like `0001-ledger`. */
  name: string
  sql: string
  sha256: string
}

export type MigrateResult = { ok: true; applied: string[] } | { ok: false; problem: string }

const FILE = /^([0-9]{4}-[a-z0-9-]+)\.sql$/
/** Any number, the same on every node: one node migrates, the others wait for it. */
const LOCK = 7_233_557
const RECORD = `CREATE TABLE IF NOT EXISTS schema_migration (
  name        text PRIMARY KEY,
  sha256      text NOT NULL,
  applied_at  timestamptz NOT NULL DEFAULT now()
)`

/** The migrations of this checkout in order. */
export function readMigrations(folder = path.join(PROJECT_ROOT, 'sql')): Migration[] {
  return readdirSync(folder)
    .map(file => FILE.exec(file)?.[1])
    .filter(name => name !== undefined)
    .sort()
    .map(name => {
      const sql = readFileSync(path.join(folder, `${name}.sql`), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })
}

interface Applied {
  name: string
  sha256: string
}

/** What speaks against running `migrations` on a database where `applied` were run; null if nothing. */
function findProblem(migrations: readonly Migration[], applied: readonly Applied[]): string | null {
  for (const { name, sha256 } of applied) {
    const file = migrations.find(migration => migration.name === name)
    if (file === undefined) {
      return `The database has migration ${name}, which this checkout lacks: it was migrated by a newer Reelhouse, so update the checkout.`
    }
    if (file.sha256 !== sha256) {
      return `sql/${name}.sql was changed after it was applied: restore it and put the change into a new file.`
    }
  }
  const last = applied.at(-1)?.name ?? ''
  const late = migrations.find(
    ({ name }) => name < last && !applied.some(known => known.name === name),
  )
  if (late === undefined) return null
  return `sql/${late.name}.sql comes before ${last}, which is already applied: give it the next number.`
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'SELECT name, sha256 FROM schema_migration ORDER BY name',
  )
  return rows
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(migration.sql)
    await client.query('INSERT INTO schema_migration (name, sha256) VALUES ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function migrateUnderLock(
  client: pg.Client,
  migrations: readonly Migration[],
  by: AuditedBy,
): Promise<MigrateResult> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  await client.query(RECORD)
  const before = await readApplied(client)
  const problem = findProblem(migrations, before)
  if (problem !== null) return { ok: false, problem }
  const pending = migrations.slice(before.length)
  for (const migration of pending) await apply(client, migration)
  const applied = pending.map(({ name }) => name)
  await auditMigrations(client, applied, by)
  return { ok: true, applied }
}

/** The log itself comes with a migration. */
async function auditMigrations(
  client: pg.Client,
  applied: readonly string[],
  by: AuditedBy,
): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('audit') IS NOT NULL AS has_audit")
  if (applied.length === 0 || rows[0]?.has_audit !== true) return
  await writeAudit(client, {
    ...by,
    action: 'schema.migrated',
    subject: 'schema',
    before: null,
    after: { applied },
  })
}

/** Runs what is missing. The lock ends with the connection, whatever happens. */
export function migrate(
  databaseUrl: string,
  migrations: readonly Migration[] = readMigrations(),
  by: AuditedBy = BY_PLATFORM,
): Promise<MigrateResult> {
  return withClient(databaseUrl, 'migrate', client => migrateUnderLock(client, migrations, by))
}

/** Null when the database is ready for this checkout, else one line saying what to do. */
export async function checkMigrated(
  pool: pg.Pool,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string | null> {
  const toDo = 'The database is not migrated: run "reelhouse migrate" first.'
  const exists = await pool.query("SELECT to_regclass('schema_migration') IS NOT NULL AS yes")
  if (exists.rows[0]?.yes !== true) return toDo
  const { rows } = await pool.query<Applied>(
    'SELECT name, sha256 FROM schema_migration ORDER BY name',
  )
  const problem = findProblem(migrations, rows)
  if (problem !== null) return problem
  return rows.length < migrations.length ? toDo : null
}
