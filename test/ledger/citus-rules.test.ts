// The rules of Citus for our tables, so that with the extension the same schema can be distributed
// over servers by the player's key: every key of a distributed table includes it, and such a table
// refers to distributed tables only. Where Citus is installed, the tables are distributed.

import t from 'tap'
import { openStores } from '../support/real-stores.ts'

const { pool } = await openStores(t)
const found = await pool.query(`SELECT FROM pg_available_extensions WHERE name = 'citus'`)
const skip = found.rowCount === 0 && 'Citus is not installed here'

/** Tables with rows of players: those that have the player's key. */
const SPREAD = `
  SELECT c.oid, c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> 'registered_player'
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'player_key')`

async function namesOf(sql: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(sql)
  return rows.map(({ name }) => name).sort()
}

/**
 * Not distributed: rows that belong to no player, and short lists of owed rounds, found by the
 * round's id.
 */
const TOGETHER = `
  admin_account admin_device admin_link admin_session archived_month audit callback_log
  carried_shards credentials_epoch external_id idempotency kept_answers ledger_origin node_pauses
  node_setting node_state pause pause_revision player_erasure project registered_player report_day
  report_progress
  report_return report_return_month report_total round_push schema_migration secret write_check
  orphaned_round report_aside wallet_failure`
  .trim()
  .split(/\s+/)

t.test('every other table is listed as not distributed', async t => {
  const spread = await namesOf(SPREAD)
  const names = await namesOf(`SELECT relname AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition`)
  const others = names.filter(name => !spread.includes(name))
  t.strictSame(others, TOGETHER.toSorted())
})

t.test('every key of a distributed table includes the player', async t => {
  const keys = await namesOf(`
    SELECT i.indexrelid::regclass::text AS name FROM (${SPREAD}) s JOIN pg_index i
      ON i.indrelid = s.oid
    WHERE (i.indisunique OR i.indisexclusion) AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = s.oid AND a.attname = 'player_key'
        AND a.attnum = ANY ((i.indkey::int2[])[0 : i.indnkeyatts - 1]))`)
  t.strictSame(keys, [])
})

t.test('a distributed table refers to distributed tables only, by the player', async t => {
  const references = await namesOf(`
    SELECT f.conname AS name FROM (${SPREAD}) s JOIN pg_constraint f ON f.conrelid = s.oid
      AND f.contype = 'f'
    WHERE f.confrelid NOT IN (SELECT oid FROM (${SPREAD}) others) OR NOT EXISTS (
      SELECT FROM unnest(f.conkey, f.confkey) AS pair (mine, theirs)
        JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = mine
        JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = theirs
      WHERE a.attname = 'player_key' AND b.attname = 'player_key')`)
  t.strictSame(references, [])
  const referring = await namesOf(`
    SELECT f.conname AS name FROM pg_constraint f
    WHERE f.contype = 'f' AND f.confrelid IN (SELECT oid FROM (${SPREAD}) s)
      AND f.conrelid NOT IN (SELECT oid FROM (${SPREAD}) others)`)
  t.strictSame(referring, [], 'and no other table refers to one')
})

t.test('numbers that Postgres gives to rows of a distributed table are bigint', async t => {
  const identities = await namesOf(`
    SELECT s.name FROM (${SPREAD}) s JOIN pg_attribute a ON a.attrelid = s.oid
    WHERE a.attidentity <> '' AND a.atttypid <> 'bigint'::regtype`)
  t.strictSame(identities, [])
})

t.test('where Citus is installed, the tables are distributed', { skip }, async t => {
  await pool.query('CREATE EXTENSION citus')
  // A trigger of the rounds writes into a table that is distributed in the same way.
  await pool.query('SET citus.enable_unsafe_triggers = on')
  for (const name of await namesOf(SPREAD)) {
    await pool.query(`SELECT create_distributed_table($1, 'player_key')`, [name])
  }
  const { rows } = await pool.query('SELECT table_name::text AS name FROM citus_tables')
  t.strictSame(rows.map(({ name }) => name).sort(), await namesOf(SPREAD))
})
