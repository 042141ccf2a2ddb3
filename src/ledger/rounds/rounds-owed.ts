// Rounds that owe something, for the platform's owner: which they are and what the ledger has about
// their attempts. Finds them through the lists of open and owed rounds, never by a scan of all
// rounds. Changes nothing.

import type { Pool } from 'pg'
import type { Round, RoundState } from '../../round/round.ts'
import type { Row } from '../database/column.ts'
import { inTransaction } from '../database/transaction.ts'
import { readRound, SELECTED } from './round-columns.ts'
import type { RoundCall } from './wallet-failures.ts'

/** A notification waiting to be sent in the background. */
export interface OwedNotification {
  event: 'start' | 'finish'
  attempts: number
  nextAttemptAt: string
}

/** The last call of a round that got no clear answer from the wallet. */
export interface LastFailure {
  operation: RoundCall
  failures: number
  at: string
  cause: string
  text: string
}

export interface KnownRound {
  round: Round
  projectId: string
  playerId: string
  /** The last write of its row. */
  touchedAtMs: number
  /** The ledger's clock. */
  readAtMs: number
  /** The last failure of our own in driving it, and how often in a row. */
  ownFailure: string | null
  ownFailures: number
  notifications: OwedNotification[]
  lastFailure: LastFailure | null
}

export interface OwedFilter {
  projectId?: string | undefined
  state?: RoundState | undefined
  olderThanMs: number
  /** Include rounds that wait for a decision of their player. */
  withDecisions: boolean
  /** Rounds after this one: ids grow with time. */
  after?: string | undefined
  limit: number
}

const KNOWN = `${SELECTED}, round.project_id, touched_at, failure, failures, now() AS read_at,
  (SELECT player_id FROM player p WHERE p.player_key = round.player_key) AS player_id,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('event', event, 'attempts', n.attempts,
      'nextAttemptAt', next_attempt_at) ORDER BY event DESC), '[]')
    FROM notification n WHERE n.round_id = round.round_id) AS notifications,
  (SELECT (recent -> -1) || jsonb_build_object('operation', operation, 'failures', w.failures)
    FROM wallet_failure w WHERE w.round_id = round.round_id ORDER BY last_at DESC LIMIT 1) AS last_failure`

/** Exported for the test of its plan. */
export const LIST_OWED = `
SELECT ${KNOWN}
FROM (
  SELECT * FROM unfinished
  UNION ALL SELECT * FROM finished WHERE round_id IN (SELECT round_id FROM notification)
) round
WHERE created_at <= now() - $1 * interval '1 millisecond'
  AND ($2::text IS NULL OR round.project_id = $2) AND ($3::text IS NULL OR state = $3)
  AND ($4 OR NOT (state = 'in_progress' AND awaiting)) AND ($5::uuid IS NULL OR round_id > $5)
ORDER BY round_id LIMIT $6`

/**
 * The planner overestimates the lists and might read all rounds. Exported for the test of the plan.
 */
export const BY_INDEX = 'SET LOCAL enable_seqscan = off'

/** The oldest first. */
export function listRoundsOwed(pool: Pool, filter: OwedFilter): Promise<KnownRound[]> {
  return inTransaction(pool, async client => {
    await client.query(BY_INDEX)
    const { rows } = await client.query<Row>(LIST_OWED, [
      filter.olderThanMs,
      filter.projectId ?? null,
      filter.state ?? null,
      filter.withDecisions,
      filter.after ?? null,
      filter.limit,
    ])
    return rows.map(readKnown)
  })
}

export async function findKnownRound(pool: Pool, roundId: string): Promise<KnownRound | null> {
  const { rows } = await pool.query<Row>(`SELECT ${KNOWN} FROM round WHERE round_id = $1`, [
    roundId,
  ])
  return rows[0] === undefined ? null : readKnown(rows[0])
}

function readKnown(row: Row): KnownRound {
  return {
    round: readRound(row),
    projectId: row.project_id as string,
    playerId: row.player_id as string,
    touchedAtMs: (row.touched_at as Date).getTime(),
    readAtMs: (row.read_at as Date).getTime(),
    ownFailure: row.failure as string | null,
    ownFailures: row.failures as number,
    notifications: row.notifications as OwedNotification[],
    lastFailure: row.last_failure as LastFailure | null,
  }
}
