// Failures of our own around rounds, counted in their rows, and setting rounds aside by updating
// only their row. Never moves anything else of a round.

import type { Pool } from 'pg'
import type { RoundIntent } from '../../round/round.ts'
import { IS_OPEN } from './round-lists.ts'

/** With its player, by which its row is found. */
export type RoundOfPlayer = Pick<RoundIntent, 'playerKey' | 'roundId'>

export interface RoundFailures {
  /** How often in a row this round failed in this way; 0 for a round that is not in the ledger. */
  noteFailure(round: RoundOfPlayer, failure: string): Promise<number>
  /**
   * Makes an open round `reconciliation_required`, whoever drives it: the driver's next save finds
   * another version. False when the round is not open.
   */
  setAside(round: RoundOfPlayer): Promise<boolean>
}

export function createRoundFailures(pool: Pool): RoundFailures {
  return {
    async noteFailure({ playerKey, roundId }, failure) {
      const { rows } = await pool.query<{ failures: number }>(
        `UPDATE unfinished_round SET failure = $3,
           failures = CASE WHEN failure = $3 THEN least(failures, 32766) + 1 ELSE 1 END
         WHERE player_key = $1 AND round_id = $2 AND state <> 'finished' RETURNING failures`,
        [playerKey, roundId, failure],
      )
      return rows[0]?.failures ?? 0
    },
    async setAside({ playerKey, roundId }) {
      const { rowCount } = await pool.query(
        `UPDATE unfinished_round
         SET state = 'reconciliation_required', version = version + 1, touched_at = now(), awaiting_since = NULL
         WHERE player_key = $1 AND round_id = $2 AND ${IS_OPEN}`,
        [playerKey, roundId],
      )
      return rowCount === 1
    },
  }
}
