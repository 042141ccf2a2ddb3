// Players without a round, for rows that write rounds to a separate database.

import type { Pool } from 'pg'
import { SHARDS } from '../../src/core/shard.ts'

/** The project for the rows of benches, in a separate database. */
export async function ensureBenchProject(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
     VALUES ('bench', 'https://wallet.example.com', '', decode(repeat('07', 32), 'hex'))
     ON CONFLICT DO NOTHING`,
  )
}

/** Players without a round, and their project with the first of them; resolves to their keys. */
export async function addPlayers(pool: Pool, count: number): Promise<string[]> {
  await ensureBenchProject(pool)
  const { rows } = await pool.query<{ player_key: string }>(
    // Keys in the form that play makes, so that they never equal the key of a real player.
    `INSERT INTO player (player_key, project_id, player_id) OVERRIDING SYSTEM VALUE
     SELECT nextval('player_player_key_seq') * $2::int, 'bench', gen_random_uuid()::text
     FROM generate_series(1, $1::int) RETURNING player_key`,
    [count, SHARDS],
  )
  return rows.map(row => row.player_key)
}
