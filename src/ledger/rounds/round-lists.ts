// Conditions on rounds in SQL: which hold their slot, which owe something, which are finished; the
// short list of rounds that ended without being played; and how amounts are read. Pure; sends
// nothing.

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

/**
 * SQL: how many paid rounds a player has played or is playing in a game, after one sequence number
 * and up to another. For finished rounds only an index is read.
 * @param each SQL expressions
 */
export function countPlayed(each: {
  playerKey: string
  gameId: string
  after: string
  upTo?: string
}): string {
  const { playerKey, gameId, after, upTo } = each
  const fits = `r.player_key = ${playerKey} AND r.sequence > ${after}
    ${upTo === undefined ? '' : `AND r.sequence <= ${upTo}`}`
  return `(
  (SELECT count(*)::int FROM finished_round r
    WHERE ${fits} AND r.counted_game = ('x' || left(md5(${gameId}), 8))::bit(32)::int)
  + (SELECT count(*)::int FROM unfinished r WHERE ${fits} AND r.game_id = ${gameId}
    AND r.grant_id IS NULL)
  - (SELECT count(*)::int FROM ended_round r WHERE ${fits} AND r.game_id = ${gameId}
    AND r.is_paid))`
}

/** Postgres prints bigint as text, whatever the type of the row says. */
export function readAmounts<Row extends { stakeMinor: bigint; winMinor: bigint }>(row: Row): Row {
  return { ...row, stakeMinor: BigInt(row.stakeMinor), winMinor: BigInt(row.winMinor) }
}
