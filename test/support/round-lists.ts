// The lists of rounds by state beside table `round`: made anew for rounds that a test wrote by hand, and
// compared with the rounds for those that the platform wrote.

import type { ClientBase, Pool } from 'pg'
import { IS_ENDED, IS_OPEN, IS_OWED } from '../../src/ledger/rounds/round-lists.ts'

const LISTS: Readonly<Record<string, { columns: string; holds: string }>> = {
  open_round: { columns: 'player_key, game_id, round_id', holds: IS_OPEN },
  owed_round: { columns: 'player_key, round_id', holds: IS_OWED },
  ended_round: {
    columns: `player_key, sequence, round_id, project_id, created_at, game_id, grant_id IS NULL`,
    holds: IS_ENDED,
  },
}

export async function listRoundsAnew(pool: Pool | ClientBase): Promise<void> {
  for (const [list, { columns, holds }] of Object.entries(LISTS)) {
    await pool.query(`DELETE FROM ${list}`)
    await pool.query(`INSERT INTO ${list} SELECT ${columns} FROM round WHERE ${holds}`)
  }
}

/** Rounds that are in a list and should not be, or the other way round. */
export async function findListFaults(pool: Pool): Promise<string[]> {
  const parts = Object.entries(LISTS).map(
    ([list, { holds }]) => `
    SELECT '${list}' AS list, round_id
    FROM ${list} l FULL JOIN (SELECT round_id FROM round WHERE ${holds}) r USING (round_id)
    WHERE l.round_id IS NULL OR r.round_id IS NULL`,
  )
  const { rows } = await pool.query<{ list: string; round_id: string }>(
    `${parts.join(' UNION ALL ')} LIMIT 20`,
  )
  return rows.map(({ list, round_id }) => `${list}: ${round_id}`)
}
