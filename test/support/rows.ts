// Rows written by hand, with all that their tables require: a test names only what it is about.

import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { letRoundsBeWritten } from './written-rounds.ts'

export async function insertProject(pool: Pool, projectId: string): Promise<void> {
  await pool.query(
    `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
     VALUES ($1::text, 'https://wallet.example', '', sha256(convert_to($1::text, 'UTF8')))`,
    [projectId],
  )
}

const GAME = { project_id: 'casino', game_id: 'lucky-lanterns' }
const HOUR_MS = 60 * 60 * 1000

/** The id of each table comes first. */
const SAMPLES = {
  session: () => ({
    session_id: randomUUID(),
    game_id: GAME.game_id,
    currency: 'EUR',
    language: 'en',
    client_platform: 'desktop',
    expires_at: new Date(Date.now() + HOUR_MS),
  }),
  free_spin_grant: () => ({
    grant_id: randomUUID(),
    ...GAME,
    currency: 'EUR',
    provider: 'provider_a',
    total: 3,
    bet_minor: 100,
    bet_terms: '{}',
    created_at: new Date(),
    expires_at: new Date(),
  }),
  target_outcome: () => ({
    outcome_id: randomUUID(),
    ...GAME,
    provider: 'provider_a',
    kind: 'spin',
    multiplier_hundredths: 250,
    spin_number: 1,
    created_at: new Date(),
    expires_at: new Date(),
  }),
  /** A settled round that lost. */
  round: () => ({
    round_id: randomUUID(),
    ...GAME,
    sequence: 1,
    request_id: randomUUID(),
    session_id: randomUUID(),
    game_version: '1',
    game_mode: 'base',
    currency: 'EUR',
    bet_terms: '{}',
    base_stake_minor: 100,
    stake_minor: 100,
    seed: Buffer.alloc(32),
    awaiting: false,
    win_units: 0,
    win_minor: 0,
    state: 'settled',
    bet_status: 'confirmed',
    created_at: new Date(),
  }),
} as const satisfies Record<string, () => Record<string, unknown>>

type Field = string | number | bigint | boolean | Date | Buffer | null

/**
 * @param fields columns and their values: `player_key`, and those that the test is about
 * @returns the row's id
 */
export async function insertRow(
  pool: Pool,
  table: keyof typeof SAMPLES,
  fields: Readonly<Record<string, Field>>,
): Promise<string> {
  if (table === 'round') await letRoundsBeWritten(pool)
  const row: Record<string, Field> = { ...SAMPLES[table](), ...fields }
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  await pool.query(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  )
  return String(Object.values(row)[0])
}

/**
 * While `work` runs the database refuses new rows of the table with this value: a fault of ours for
 * one player, and for no other file of tests.
 */
export async function whileRefused<Answer>(
  pool: Pool,
  table: keyof typeof SAMPLES,
  row: Readonly<Record<string, string>>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const [[column, value] = []] = Object.entries(row)
  const name = `refuse_${randomBytes(4).toString('hex')}`
  await pool.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'refused by a test'; END$$;
    CREATE TRIGGER ${name} BEFORE INSERT ON ${table} FOR EACH ROW
      WHEN (NEW.${column} = '${value}') EXECUTE FUNCTION ${name}()`)
  try {
    return await work()
  } finally {
    await pool.query(`DROP FUNCTION ${name} CASCADE`)
  }
}
