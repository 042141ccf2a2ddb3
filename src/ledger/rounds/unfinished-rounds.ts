// How many rounds are not finished, by what they wait for, and since when the oldest one waits. Reads
// through the indexes of unfinished rounds; never looks at a round that is over.

import type { Pool } from 'pg'
import { UNFINISHED_ROUNDS_COUNTED } from '../../limits/metrics.ts'
import { IS_OPEN } from './round-columns.ts'

/**
 * States of the ledger, with `awaiting` for a round in progress that waits for its player, and
 * `refund_owed` for one that is over for the player.
 */
export const UNFINISHED_STATES = [
  'debit_pending',
  'in_progress',
  'awaiting',
  'credit_pending',
  'refund_owed',
  'reconciliation_required',
] as const
export type UnfinishedState = (typeof UNFINISHED_STATES)[number]

export interface UnfinishedRounds {
  rounds: number
  /** Since it was opened. */
  oldestSeconds: number
}

/** Rounds that were set aside are found once the sums of the reports have passed them. */
const COUNT = `
SELECT state, count(*)::int AS rounds,
  greatest(0, extract(epoch FROM now() - min(created_at)))::float8 AS oldest
FROM (
  (SELECT CASE WHEN state = 'in_progress' AND awaiting THEN 'awaiting' ELSE state END AS state,
     created_at FROM round WHERE ${IS_OPEN} LIMIT $1)
  UNION ALL
  (SELECT 'refund_owed', created_at FROM round
   WHERE refund_status IN ('planned', 'sent', 'unknown') LIMIT $1)
  UNION ALL
  (SELECT state, r.created_at FROM report_aside JOIN round r USING (round_id)
   WHERE state = 'reconciliation_required' LIMIT $1)
) unfinished GROUP BY state`

/** @param pool one that does not scan tables where an index serves */
export async function countUnfinishedRounds(
  pool: Pool,
): Promise<Record<UnfinishedState, UnfinishedRounds>> {
  const { rows } = await pool.query<{ state: UnfinishedState; rounds: number; oldest: number }>(
    COUNT,
    [UNFINISHED_ROUNDS_COUNTED],
  )
  const none = UNFINISHED_STATES.map(state => [state, { rounds: 0, oldestSeconds: 0 }])
  const found = rows.map(({ state, rounds, oldest }) => [state, { rounds, oldestSeconds: oldest }])
  return Object.fromEntries([...none, ...found])
}
