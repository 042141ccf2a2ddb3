// Brings a database to the schema of this checkout: numbered files of sql/, each once and in order.
// Must never run a file again, nor accept one that changed after it was applied. migration-run.ts
// runs one file during play.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PROJECT_ROOT } from '../../environment.ts'
import { MIGRATION_TRIES } from '../../limits.ts'
import { type AuditedBy, BY_PLATFORM, writeAudit } from '../audit/audit-log.ts'
import { schemaOf } from './address.ts'
import { withClient } from './client.ts'
import { type Migration, runMigration } from './migration-run.ts'

/** How often a node checks whether another one has finished migrating. */
const MIGRATION_TURN_MS = 250
/** Three hours: an index of a large table takes long. */
const MIGRATION_TURNS = 43_200

export type MigrateResult = { ok: true; applied: string[] } | { ok: false; problem: string }

const FILE = /^([0-9]{4}-[a-z0-9-]+)\.sql$/
const NUMBER_CHARS = 4
/** Any number, the same on every node: one node migrates, the others wait for it. */
const LOCK = 7_233_557
const RECORD = `CREATE TABLE IF NOT EXISTS schema_migration (
  name        text PRIMARY KEY,
  sha256      text NOT NULL,
  applied_at  timestamptz NOT NULL DEFAULT now()
);
-- The last file that a node must know to run with this one; null: this one.
ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS nodes_from text`

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
  nodes_from: string | null
}

/**
 * Whether nodes of a checkout that ends with `last` may go on running, according to the file's
 * first line.
 */
function allowsNodes({ nodes_from }: Applied, last: string): boolean {
  return nodes_from !== null && nodes_from <= last.slice(0, NUMBER_CHARS)
}

/** The problem of this checkout on a database where `applied` were run; null if there is none. */
function findProblem(migrations: readonly Migration[], applied: readonly Applied[]): string | null {
  for (const { name, sha256 } of applied) {
    const file = migrations.find(migration => migration.name === name)
    if (file === undefined) {
      return (
        `The database has migration ${name}, which this checkout lacks: it was migrated by ` +
        'a newer Reelhouse, so update the checkout.'
      )
    }
    if (file.sha256 !== sha256) {
      return (
        `sql/${name}.sql was changed after it was applied: restore it and put the change ` +
        'into a new file.'
      )
    }
  }
  const last = applied.at(-1)?.name ?? ''
  const late = migrations.find(
    ({ name }) => name < last && !applied.some(known => known.name === name),
  )
  if (late === undefined) return null
  return (
    `sql/${late.name}.sql comes before ${last}, which is already applied: give it the next ` +
    'number.'
  )
}

async function readApplied(client: pg.Client | pg.Pool): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'SELECT name, sha256, nodes_from FROM schema_migration ORDER BY name',
  )
  return rows
}

async function migrateUnderLock(
  client: pg.Client,
  migrations: readonly Migration[],
  by: AuditedBy | null,
  schema: string | null,
): Promise<MigrateResult> {
  if (!(await waitForTurn(client))) return { ok: false, problem: NO_TURN }
  if (schema !== null) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`)
  }
  await client.query(RECORD)
  const before = await readApplied(client)
  const problem = findProblem(migrations, before)
  if (problem !== null) return { ok: false, problem }
  const pending = migrations.slice(before.length)
  const applied: string[] = []
  for (const migration of pending) {
    const run = await runMigration(client, migration)
    if (run === 'no-lock') return { ok: false, problem: noLock(migration) }
    applied.push(migration.name)
  }
  if (by !== null) await auditMigrations(client, applied, by)
  return { ok: true, applied }
}

const NO_TURN = 'Another process has been migrating this database for hours: look at it first.'

const noLock = ({ name }: Migration) =>
  `sql/${name}.sql got no lock within ${MIGRATION_TRIES} tries: a long transaction holds its ` +
  'table (pg_stat_activity); end it and migrate again.'

/**
 * Polls for the lock: waiting in one statement would block the index that another node builds
 * during play.
 */
async function waitForTurn(client: pg.Client): Promise<boolean> {
  for (let tried = 0; tried < MIGRATION_TURNS; tried++) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [LOCK])
    if (rows[0].mine) return true
    await sleep(MIGRATION_TURN_MS)
  }
  return false
}

/** The audit log itself is created by a migration. */
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

/**
 * Runs the missing migrations. The lock ends with the connection, whatever happens.
 * @param by null: a copy, whose audit log comes from its source
 */
export function migrate(
  databaseUrl: string,
  migrations: readonly Migration[] = readMigrations(),
  by: AuditedBy | null = BY_PLATFORM,
): Promise<MigrateResult> {
  const schema = schemaOf(databaseUrl)
  return withClient(databaseUrl, 'migrate', client =>
    migrateUnderLock(client, migrations, by, schema),
  )
}

/**
 * Null when a node of this checkout may start, else one line with what to do. A newer checkout may
 * have migrated already, if its files allow nodes of this one.
 */
export async function checkMigrated(
  pool: pg.Pool,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string | null> {
  const toDo = 'The database is not migrated: run "reelhouse migrate" first.'
  const exists = await pool.query("SELECT to_regclass('schema_migration') IS NOT NULL AS yes")
  if (exists.rows[0]?.yes !== true) return toDo
  const last = migrations.at(-1)?.name ?? ''
  const applied = await readApplied(pool)
  const known = applied.filter(record => record.name <= last || !allowsNodes(record, last))
  const problem = findProblem(migrations, known)
  if (problem !== null) return problem
  return known.length < migrations.length ? toDo : null
}
