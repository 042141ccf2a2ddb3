// The narrow tables that say which rounds are open, owe something, or ended without being played. A change
// of a round's state touches no index of the wide table; every statement that writes rounds keeps these
// lists with it, by the pieces of SQL made here. Pure; sends nothing.

/** SQL: the round holds its game's open-round slot. It then has a row in `open_round`. */
export const IS_OPEN = `state IN ('debit_pending', 'in_progress', 'credit_pending')`

/** SQL: null without a refund. */
export const IS_REFUND_OWED = `refund_status IN ('planned', 'sent', 'unknown')`

/** SQL: the round holds no slot and is not over. It then has a row in `owed_round`. */
export const IS_OWED = `(coalesce(${IS_REFUND_OWED}, false) OR state = 'reconciliation_required')`

/** SQL: ids of all rounds that hold a slot or owe something. */
export const UNFINISHED_IDS =
  'SELECT round_id FROM open_round UNION ALL SELECT round_id FROM owed_round'

/** SQL: the round then has a row in `ended_round`, for good. */
export const IS_ENDED = `state IN ('rejected', 'cancelled')`

/** The key by which the database refuses a second open round of a player's game. */
const SLOT_KEY = 'open_round_pkey'

/** What the lists need of a round that was written. */
export const LISTED_COLUMNS = `round.round_id, round.player_key, round.sequence, round.project_id,
  round.game_id, round.created_at, round.grant_id, round.state, round.refund_status`

/** SQL: no round of the player's game is open yet, for a row to be opened. */
export const slotIsFree = (row: string) =>
  `NOT EXISTS (SELECT FROM open_round o
     WHERE o.player_key = ${row}.player_key AND o.game_id = ${row}.game_id)`

/** SQL: takes the slots of the rounds in a CTE. Two that take one at the same moment: an error of `isSlotTaken`. */
export const takeSlots = (rounds: string) =>
  `INSERT INTO open_round SELECT player_key, game_id, round_id FROM ${rounds}`

/** SQL, CTEs: the lists after rounds were saved. @param saved a CTE that returns LISTED_COLUMNS */
export const keepLists = (saved: string) => `
slots_freed AS (
  DELETE FROM open_round o USING ${saved} s
  WHERE o.player_key = s.player_key AND o.game_id = s.game_id AND o.round_id = s.round_id
    AND NOT ${IS_OPEN}),
owed AS (
  INSERT INTO owed_round SELECT player_key, round_id FROM ${saved} WHERE ${IS_OWED}
  ON CONFLICT DO NOTHING),
no_longer_owed AS (
  DELETE FROM owed_round o USING ${saved} s
  WHERE o.player_key = s.player_key AND o.round_id = s.round_id AND NOT ${IS_OWED}),
ended AS (
  INSERT INTO ended_round
  SELECT player_key, sequence, round_id, project_id, created_at, game_id, grant_id IS NULL
  FROM ${saved} WHERE ${IS_ENDED} ON CONFLICT DO NOTHING)`

/**
 * SQL: how many paid rounds were played or are, of those that fit. Index-only, on the sequence numbers.
 * @param fits conditions on player_key, game_id and sequence of the table given
 */
export const countPlayed = (fits: (table: string) => string) => `(
  (SELECT count(*)::int FROM round r WHERE ${fits('r')} AND r.grant_id IS NULL)
  - (SELECT count(*)::int FROM ended_round e WHERE ${fits('e')} AND e.is_paid))`

/** Whether another round of the game took the slot meanwhile; from either client of Postgres. */
export function isSlotTaken(error: unknown): boolean {
  const { constraint, constraint_name } = error as Record<string, unknown>
  return (constraint ?? constraint_name) === SLOT_KEY
}
