// What the application may do in the database, as a role separate from the owner, who migrates:
// read and write rows, but never change the schema, change or delete a finished round, or change a
// record of the audit log. Grants nothing outside this list.

import pg from 'pg'
import { withClient } from './client.ts'
import { SEQSCAN, SERVER_LIMITS } from './pool.ts'

/** `note`: what the owner is not allowed to do, and who must do it. */
export type GrantResult = { ok: true; note?: string } | { ok: false; problem: string }

/** As Postgres prints a setting. */
const inSeconds = (ms: number) => `${ms / 1000}s`

/**
 * Settings for the role's connections in this database. A node also asks for them with each
 * connection, but a pooler in between passes none on.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  synchronous_commit: 'on',
  statement_timeout: inSeconds(SERVER_LIMITS.statement_timeout),
  idle_in_transaction_session_timeout: inSeconds(SERVER_LIMITS.idle_in_transaction_session_timeout),
  // Compiling a statement takes longer than running it.
  jit: 'off',
}

async function settingsFor(client: pg.ClientBase): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ seqscan: string }>(`SELECT ${SEQSCAN} AS seqscan`)
  return { ...SETTINGS, enable_seqscan: rows[0]!.seqscan }
}

const NAME = 'grants'

const READ = 'SELECT'
const ADD = 'SELECT, INSERT'
const CHANGE = 'SELECT, INSERT, UPDATE'
const REMOVE = 'SELECT, INSERT, UPDATE, DELETE'

/** Tables on which more, or less, is allowed than reading, adding and changing rows. */
const PRIVILEGES: Readonly<Record<string, string>> = {
  schema_migration: READ,
  audit: ADD,
  player_erasure: READ,
  credentials_epoch: 'SELECT, UPDATE',
  session: REMOVE,
  idempotency: REMOVE,
  player: REMOVE,
  registered_player: REMOVE,
  player_bet_limit: REMOVE,
  player_note: REMOVE,
  player_tag: REMOVE,
  notification: REMOVE,
  unfinished_round: REMOVE,
  finished_round: ADD,
  archived_month: READ,
  ended_round: ADD,
  report_aside: REMOVE,
  wallet_failure: REMOVE,
  callback_log: 'SELECT, INSERT, DELETE',
  wallet_check: REMOVE,
  round_push: REMOVE,
  node_setting: REMOVE,
  node_state: REMOVE,
  pause: REMOVE,
  pause_revision: 'SELECT, UPDATE',
  node_pauses: REMOVE,
  orphaned_round: ADD,
  ledger_origin: 'SELECT, UPDATE',
  admin_link: REMOVE,
  admin_session: REMOVE,
  admin_device: REMOVE,
  carried_shards: ADD,
  place: READ,
  place_move: READ,
  place_touched: READ,
  place_touched_day: READ,
}

/**
 * Grants the role what a node needs, and revokes everything else it had here. Run by the owner,
 * again after each migration.
 */
export function grantApp(databaseUrl: string, role: string): Promise<GrantResult> {
  return withClient(databaseUrl, NAME, async client => {
    const { rows } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    if (rows.length === 0) {
      return {
        ok: false,
        problem: `There is no role ${role}: create it with LOGIN and a password.`,
      }
    }
    await client.query('BEGIN')
    for (const sql of await listGrants(client, pg.escapeIdentifier(role))) await client.query(sql)
    await client.query('COMMIT')
    return giveSettings(client, role)
  })
}

/** Ensures that a role exists which may log in with this password and has no rights. */
export function ensureRole(databaseUrl: string, role: string, password: string): Promise<void> {
  return withClient(databaseUrl, NAME, async client => {
    const { rows } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    const verb = rows.length === 0 ? 'CREATE' : 'ALTER'
    const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION'
    const secret = pg.escapeLiteral(password)
    await client.query(`${verb} ROLE ${pg.escapeIdentifier(role)} ${rights} PASSWORD ${secret}`)
  })
}

/**
 * Names of the settings that differ on this connection. A stronger durability than `on` is
 * accepted.
 */
export async function findMissingSettings(client: pg.ClientBase): Promise<string[]> {
  const settings = await settingsFor(client)
  const { rows } = await client.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
    [Object.keys(settings)],
  )
  const isMissing = ({ name, value }: { name: string; value: string }) =>
    name === 'synchronous_commit' ? value === 'off' : value !== settings[name]
  return rows.filter(isMissing).map(({ name }) => name)
}

/** An owner that is not a superuser may not change another role's settings. */
async function giveSettings(client: pg.Client, role: string): Promise<GrantResult> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
  const whose = `${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(rows[0]!.name)}`
  const all = Object.entries(await settingsFor(client)).map(
    ([name, value]) => `ALTER ROLE ${whose} SET ${name} = '${value}'`,
  )
  try {
    for (const sql of all) await client.query(sql)
    return { ok: true }
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
    return { ok: true, note: `Behind a pooler, as a superuser or as ${role}: ${all.join('; ')};` }
  }
}

const NOT_ALLOWED = '42501'

/** True when the role of these connections could change the schema. */
export async function mayChangeSchema(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE')
       OR pg_has_role(relowner, 'MEMBER') AS may
     FROM pg_class WHERE oid = 'finished_round'::regclass`,
  )
  return rows[0]?.may === true
}

interface Relation {
  name: string
  kind: string
  database: string
  schema: string
  isMonth: boolean
}

/** @param role quoted */
async function listGrants(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<Relation>(
    `SELECT relname AS name, relkind AS kind, current_database() AS database,
       current_schema() AS schema, relname LIKE 'finished\\_round\\_%' AS "isMonth"
     FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
     ORDER BY relname`,
  )
  const grants = rows.flatMap(({ name, kind, isMonth }) => {
    const table = pg.escapeIdentifier(name)
    // Rounds are reached through the table of all months.
    if (isMonth) return [`REVOKE ALL ON ${table} FROM ${role}`]
    const isTable = kind === 'r' || kind === 'p'
    const privileges = isTable ? (PRIVILEGES[name] ?? CHANGE) : READ
    return [`REVOKE ALL ON ${table} FROM ${role}`, `GRANT ${privileges} ON ${table} TO ${role}`]
  })
  const database = pg.escapeIdentifier(rows[0]!.database)
  const schema = pg.escapeIdentifier(rows[0]!.schema)
  return [
    `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
    // Before Postgres 15 every role could create tables in it.
    `REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC`,
    `REVOKE ALL ON SCHEMA ${schema} FROM ${role}`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    ...grants,
    // Players' keys are taken from it.
    `GRANT USAGE ON SEQUENCE player_player_key_seq TO ${role}`,
    `GRANT EXECUTE ON FUNCTION make_round_months TO ${role}`,
  ]
}
