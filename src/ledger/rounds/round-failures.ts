// Failures of our own around rounds, counted in their rows, and rounds set aside by their row alone. Never
// moves anything else of a round.

import type { Pool } from 'pg'
import { IS_OPEN } from './round-lists.ts'

export interface RoundFailures {
  /** How often in a row this round failed like this; 0 for a round that is not in the ledger. */
  noteFailure(roundId: string, failure: string): Promise<number>
  /**
   * Makes an open round `reconciliation_required`, whoever drives it: their next save finds another version.
   * False when it is not open.
   */
  setAside(roundId: string): Promise<boolean>
}

export function createRoundFailures(pool: Pool): RoundFailures {
  return {
    async noteFailure(roundId, failure) {
      const { rows } = await pool.query<{ failures: number }>(
        `UPDATE unfinished_round SET failure = $2,
           failures = CASE WHEN failure = $2 THEN least(failures, 32766) + 1 ELSE 1 END
         WHERE round_id = $1 AND state <> 'finished' RETURNING failures`,
        [roundId, failure],
      )
      return rows[0]?.failures ?? 0
    },
    async setAside(roundId) {
      const { rowCount } = await pool.query(
        `UPDATE unfinished_round
         SET state = 'reconciliation_required', version = version + 1, touched_at = now()
         WHERE round_id = $1 AND ${IS_OPEN}`,
        [roundId],
      )
      return rowCount === 1
    },
  }
}
