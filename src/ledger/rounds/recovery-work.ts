// Work that is owed and has no driver: stalled rounds, decisions past their deadline, and
// notifications that the wallet has not answered. The recovery job finds it here; rounds are moved
// by their own drivers.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import {
  RECOVERY_ROUND_AGE_MS,
  RECOVERY_ROWS,
  WALLET_RETRY_FIRST_MS,
  WALLET_RETRY_MAX_MS,
} from '../../limits.ts'
import type { RoundIntent } from '../../round/round.ts'
import { IS_OPEN, IS_REFUND_OWED } from './round-lists.ts'

/** No money depends on a round_info, so its delays grow up to this. */
export const NOTIFICATION_RETRY_MAX_MS = 10 * 60 * 1000

/** A round, with its player. */
export interface OwnedRound extends PlayerRef {
  roundId: string
}

const OWNED = 'project_id AS "projectId", player_id AS "playerId", round_id AS "roundId"'

/**
 * Rounds that should be moving and have not been touched for a while, beyond their back-off: they
 * have no driver. Projects take turns, each with its longest untouched round first, so that an
 * operator with a dead wallet delays no other.
 */
export async function findStalledRounds(pool: Pool): Promise<OwnedRound[]> {
  const { rows } = await pool.query<OwnedRound>(
    `SELECT stalled.${OWNED} FROM (
       SELECT project_id, player_key, round_id, touched_at,
         row_number() OVER (PARTITION BY project_id ORDER BY touched_at) AS turn
       FROM unfinished
       WHERE (${IS_OPEN} AND NOT (state = 'in_progress' AND awaiting) OR ${IS_REFUND_OWED})
         AND touched_at < now() - interval '1 millisecond'
           * ($1 + CASE WHEN state = 'debit_pending' THEN $3
                    ELSE least($3 * power(2, greatest(least(attempts, 16) - 1, 0)), $4) END)
     ) stalled JOIN player USING (player_key) ORDER BY turn, touched_at LIMIT $2`,
    [RECOVERY_ROUND_AGE_MS, RECOVERY_ROWS, WALLET_RETRY_FIRST_MS, WALLET_RETRY_MAX_MS],
  )
  return rows
}

/** The deadline of a project's open decisions. */
export interface DecisionDeadline {
  projectId: string
  minutes: number
}

/** Exported for the test of its plan: only overdue decisions are read. */
export const FIND_OVERDUE = `
SELECT ${OWNED}
FROM unnest($1::text[], $2::int[]) AS deadline (project_id, minutes) CROSS JOIN LATERAL (
  SELECT player_key, round_id, awaiting_since, row_number() OVER (ORDER BY awaiting_since) AS turn
  FROM unfinished_round r WHERE r.project_id = deadline.project_id
    AND awaiting_since <= $3::timestamptz - minutes * interval '1 minute'
    AND state = 'in_progress' AND awaiting
  ORDER BY awaiting_since LIMIT $4) due
JOIN player USING (project_id, player_key) ORDER BY turn, awaiting_since LIMIT $4`

/**
 * Rounds whose decision is past its deadline (isDecisionOverdue of core/expiry); projects take
 * turns, the longest open decision first.
 */
export async function findOverdueDecisions(
  pool: Pool,
  deadlines: readonly DecisionDeadline[],
  nowMs: number,
): Promise<OwnedRound[]> {
  if (deadlines.length === 0) return []
  const { rows } = await pool.query<OwnedRound>(FIND_OVERDUE, [
    deadlines.map(({ projectId }) => projectId),
    deadlines.map(({ minutes }) => minutes),
    new Date(nowMs),
    RECOVERY_ROWS,
  ])
  return rows
}

/**
 * Each round's earliest round_info that is due: start always goes before finish. Projects take
 * turns, as for rounds.
 */
export async function findDueNotifications(
  pool: Pool,
): Promise<(OwnedRound & { event: 'start' | 'finish' })[]> {
  const { rows } = await pool.query<OwnedRound & { event: 'start' | 'finish' }>(
    `SELECT ${OWNED}, event
     FROM project_here project CROSS JOIN LATERAL (
       SELECT player_key, round_id, event, next_attempt_at,
         row_number() OVER (ORDER BY next_attempt_at) AS turn
       FROM notification n WHERE n.project_id = project.project_id AND next_attempt_at <= now()
         AND (event = 'start' OR NOT EXISTS (
           SELECT FROM notification s WHERE s.round_id = n.round_id AND s.event = 'start'))
       ORDER BY next_attempt_at LIMIT $1) due
     JOIN player USING (project_id, player_key)
     ORDER BY turn, next_attempt_at LIMIT $1`,
    [RECOVERY_ROWS],
  )
  return rows
}

/** Stores a round_info that the wallet did not answer in line; the recovery job sends it again. */
export async function oweNotification(
  pool: Pool,
  { playerKey, roundId }: Pick<RoundIntent, 'playerKey' | 'roundId'>,
  event: 'start' | 'finish',
  delayMs: number,
): Promise<void> {
  // By the player, because unfinished rounds have no index on their ids.
  await pool.query(
    `INSERT INTO notification (player_key, round_id, project_id, event, next_attempt_at)
     SELECT player_key, round_id, project_id, $3, now() + $4 * interval '1 millisecond'
     FROM round WHERE player_key = $1 AND round_id = $2 ON CONFLICT DO NOTHING`,
    [playerKey, roundId, event, delayMs],
  )
}

/**
 * If it was answered, nothing is owed any more; otherwise it is due again, after a growing delay.
 */
export async function notificationAnswered(
  pool: Pool,
  roundId: string,
  event: 'start' | 'finish',
  accepted: boolean,
): Promise<void> {
  if (accepted) {
    await pool.query('DELETE FROM notification WHERE round_id = $1 AND event = $2', [
      roundId,
      event,
    ])
    return
  }
  await pool.query(
    `UPDATE notification SET attempts = attempts + 1, next_attempt_at = now()
       + interval '1 millisecond' * least($3 * power(2, least(attempts, 16)), $4)
     WHERE round_id = $1 AND event = $2`,
    [roundId, event, WALLET_RETRY_FIRST_MS, NOTIFICATION_RETRY_MAX_MS],
  )
}
