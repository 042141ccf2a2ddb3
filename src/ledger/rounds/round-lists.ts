// Lists of rounds in SQL: the conditions of those that hold their slot, owe something or are
// finished; the short list of rounds that ended without being played; the lists for the owner.

import type { Pool } from 'pg'

/** SQL: the round holds its game's open-round slot. */
export const IS_OPEN = `state IN ('debit_pending', 'in_progress', 'credit_pending')`

/** SQL: null without a refund. */
export const IS_REFUND_OWED = `refund_status IN ('planned', 'sent', 'unknown')`

/** SQL: the round then has a row in `ended_round`, for good. */
export const IS_ENDED = `state IN ('rejected', 'cancelled')`

/**
 * SQL: two rows have the same request id of the same player; finished rounds are found by an index
 * on the hash.
 */
export const isSameRequest = (row: string, playerKey: string, requestId: string) =>
  `hashtextextended(${row}.request_id, ${row}.player_key)
    = hashtextextended(${requestId}, ${playerKey})
  AND ${row}.player_key = ${playerKey} AND ${row}.request_id = ${requestId}`

/** What the list of ended rounds needs of a written round. */
export const LISTED_COLUMNS = [
  'round_id',
  'player_key',
  'sequence',
  'project_id',
  'game_id',
  'created_at',
  'grant_id',
  'state',
]

/**
 * SQL: lists those rounds of a CTE that have ended.
 * @param saved a CTE that returns LISTED_COLUMNS
 */
export const listEnded = (saved: string) => `
  INSERT INTO ended_round
  SELECT player_key, sequence, round_id, project_id, created_at, game_id, grant_id IS NULL
  FROM ${saved} WHERE ${IS_ENDED} ON CONFLICT DO NOTHING`

/** A round that its owner must look at: set aside, or lost in a failover. */
export interface OwnersRound {
  roundId: string
  projectId: string
  playerId: string
  gameId: string
  currency: string
  stakeMinor: bigint
  winMinor: bigint
  createdAt: Date
}

/** SQL: the columns of an OwnersRound, from a round `r` and its player. */
export const OWNERS_COLUMNS = `r.round_id AS "roundId", r.project_id AS "projectId",
  player_id AS "playerId", game_id AS "gameId", currency, stake_minor AS "stakeMinor",
  win_minor AS "winMinor", r.created_at AS "createdAt"`

export interface OwnersQuery {
  projectId?: string | undefined
  limit: number
}

/**
 * Lists rounds for the owner.
 * @param sql a statement with OWNERS_COLUMNS; $1 is the project or null, $2 the limit
 */
export async function listForOwner<Row extends OwnersRound>(
  pool: Pool,
  sql: string,
  { projectId, limit }: OwnersQuery,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(sql, [projectId ?? null, limit])
  // Postgres prints bigint as text, whatever the type of the row says.
  return rows.map(row => ({
    ...row,
    stakeMinor: BigInt(row.stakeMinor),
    winMinor: BigInt(row.winMinor),
  }))
}
