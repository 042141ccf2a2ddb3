// How many rounds are unfinished, by what they wait for, and since when the oldest one waits. Never
// reads a finished round.

import type { Pool } from 'pg'
import { UNFINISHED_ROUNDS_COUNTED } from '../../limits/metrics.ts'

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
  /** Since the round was opened. */
  oldestSeconds: number
}

const COUNT = `
SELECT state, count(*)::int AS rounds,
  greatest(0, extract(epoch FROM now() - min(created_at)))::float8 AS oldest
FROM (
  SELECT created_at, CASE WHEN state = 'in_progress' AND awaiting THEN 'awaiting'
    WHEN state = 'cancelled' THEN 'refund_owed' ELSE state END AS state
  FROM unfinished LIMIT $1
) unfinished GROUP BY state`

/** @param pool one that does not scan tables where an index can be used */
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

/** The sum over several databases. */
export function addUnfinished(
  all: readonly Record<UnfinishedState, UnfinishedRounds>[],
): Record<UnfinishedState, UnfinishedRounds> {
  const added = UNFINISHED_STATES.map(state => {
    const parts = all.map(counted => counted[state])
    const rounds = parts.reduce((sum, part) => sum + part.rounds, 0)
    const oldestSeconds = Math.max(0, ...parts.map(part => part.oldestSeconds))
    return [state, { rounds, oldestSeconds }] as const
  })
  return Object.fromEntries(added) as Record<UnfinishedState, UnfinishedRounds>
}
