// What a split does with each table of a place, and the triggers that note whose rows change while
// they are being copied. A table without a rule stops the split before it begins. Never reads or
// changes a player's row.

import type pg from 'pg'
import { inTransactionOf } from '../database/client.ts'
import { TABLES, underLock } from './place-tables.ts'
import { MoveProblem } from './place-work.ts'

/**
 * `player`: the rows of a player, found by the key; replaced whenever one of them has changed.
 * `named`: the same, found by the player's project and id.
 * `ended`: rounds that are over, only added to; copied from the first one that is new.
 * `round`: rows that name a round of the part. `notification`: those of its players.
 * `calls`: logged calls, by their player. `each`: every part gets all rows.
 * `sums`: the first part gets all, because reports add up the sums of all places.
 * `left`: not copied. `home`: belongs to no player; stays in the home database.
 */
type Rule =
  | 'player'
  | 'named'
  | 'ended'
  | 'round'
  | 'notification'
  | 'calls'
  | 'each'
  | 'sums'
  | 'left'
  | 'home'

/** Rows refer to rows of the tables before them. */
export const RULES: Readonly<Record<string, Rule>> = {
  player: 'player',
  session: 'player',
  free_spin_grant: 'player',
  target_outcome: 'player',
  level_journal: 'player',
  player_level: 'player',
  player_bet_limit: 'player',
  player_note: 'player',
  player_tag: 'player',
  unfinished_round: 'player',
  registered_player: 'named',
  report_month: 'named',
  finished_round: 'ended',
  ended_round: 'ended',
  notification: 'notification',
  report_aside: 'round',
  orphaned_round: 'round',
  wallet_failure: 'round',
  callback_log: 'calls',
  report_progress: 'each',
  archived_month: 'each',
  report_day: 'sums',
  report_total: 'sums',
  report_return: 'sums',
  report_return_month: 'sums',
  // Asks of the last seconds: who asked asks again.
  round_push: 'left',
  admin_account: 'home',
  admin_device: 'home',
  admin_link: 'home',
  admin_session: 'home',
  audit: 'home',
  credentials_epoch: 'home',
  external_id: 'home',
  idempotency: 'home',
  kept_answers: 'home',
  node_pauses: 'home',
  node_setting: 'home',
  node_state: 'home',
  pause: 'home',
  pause_revision: 'home',
  player_erasure: 'home',
  project: 'home',
  secret: 'home',
  wallet_check: 'home',
  // They describe the database, or the moves and splits themselves.
  carried_shards: 'home',
  ledger_origin: 'home',
  place: 'home',
  place_move: 'home',
  place_touched: 'home',
  place_touched_day: 'home',
  schema_migration: 'home',
  write_check: 'home',
}

export const tablesWith = (...rules: readonly Rule[]) =>
  Object.keys(RULES).filter(table => rules.includes(RULES[table]!))

/** Those that a part has instead of the place it is made from. */
export const SPLIT_TABLES = Object.keys(RULES).filter(table => RULES[table] !== 'home')

/** Null when every table of the place has a rule. */
export async function requireRules(source: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(TABLES, [Object.keys(RULES)])
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new MoveProblem(`The place has tables that this version can not split: ${names}.`)
}

/** Columns that can be written, by table. */
export async function readColumns(source: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await source.query<{ name: string; columns: string }>(
    `SELECT c.relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1)
       AND attnum > 0 AND NOT attisdropped AND attgenerated = '' GROUP BY 1`,
    [SPLIT_TABLES],
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

const CHANGES = [
  ['insert', 'NEW'],
  ['update', 'NEW'],
  ['delete', 'OLD'],
] as const

/** The function that notes a change of a table. */
const NOTES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    tablesWith('player', 'named').map(table => [table, 'note_touched_players']),
  ),
  ...Object.fromEntries(tablesWith('ended').map(table => [table, 'note_touched_rounds'])),
  // The other sums are sums of these.
  report_day: 'note_touched_days',
  report_return: 'note_touched_days',
}

/** From its commit on every change of a player's rows, and of the sums of a day, is noted. */
export function noteTouched(source: pg.Client): Promise<string | null> {
  return underLock(source, async () => {
    for (const [table, note] of Object.entries(NOTES)) {
      for (const [change, rows] of CHANGES) {
        await source.query(
          `CREATE OR REPLACE TRIGGER place_touched_${change} AFTER ${change} ON ${table}
           REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${note}()`,
        )
      }
    }
  })
}

/** Also forgets what was noted. */
export function noteNoMore(source: pg.Client): Promise<string | null> {
  return underLock(source, async () => {
    for (const table of Object.keys(NOTES)) {
      for (const [change] of CHANGES) {
        await source.query(`DROP TRIGGER IF EXISTS place_touched_${change} ON ${table}`)
      }
    }
    await source.query('TRUNCATE place_touched, place_touched_day')
  })
}

/** What the rows of a part would trigger was done when the place got them. */
export async function setTriggers(
  client: pg.Client,
  schema: string,
  change: 'DISABLE' | 'ENABLE',
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE relnamespace = $1::regnamespace AND NOT tgisinternal AND relname = ANY ($2)`,
    [schema, SPLIT_TABLES],
  )
  const all = rows.map(({ name }) => `ALTER TABLE ${schema}.${name} ${change} TRIGGER USER`)
  if (all.length > 0) await client.query(all.join('; '))
}

/** The triggers that refuse writes stay. */
export function emptyTables(client: pg.Client, schema: string): Promise<void> {
  return inTransactionOf(client, 'on', async () => {
    await setTriggers(client, schema, 'DISABLE')
    const tables = SPLIT_TABLES.map(table => `${schema}.${table}`)
    await client.query(`TRUNCATE ${tables.join(', ')}`)
    await setTriggers(client, schema, 'ENABLE')
  })
}
