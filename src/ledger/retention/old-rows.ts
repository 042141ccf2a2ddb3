// Deletes what is kept for a time only, a small batch at a time. A row that somebody holds is left for later,
// so that play never waits for it. Must never delete a round, nor a record of the audit log.

import type { Pool } from 'pg'
import { RETENTION_BATCH_ROWS } from '../../limits/retention.ts'

/** Deletes one batch of what is older than so many milliseconds; answers how many rows. */
export type DeleteOld = (pool: Pool, keptMs: number) => Promise<number>

/** Sessions that expired that long ago, except of a player with an open round: a launch goes on with it. */
export const deleteOldSessions: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `DELETE FROM session WHERE session_id IN (
       SELECT session_id FROM session s
       WHERE expires_at < now() - $1 * interval '1 millisecond'
         AND NOT EXISTS (SELECT FROM open_round o WHERE o.player_key = s.player_key)
       ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  )

export const deleteOldAnswers: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `DELETE FROM idempotency WHERE (project_id, method, key) IN (
       SELECT project_id, method, key FROM idempotency
       WHERE created_at < now() - $1 * interval '1 millisecond'
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  )

/** A round_info that the wallet never answered: it is sent again until then. */
export const deleteOldNotifications: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `DELETE FROM notification WHERE (round_id, event) IN (
       SELECT round_id, event FROM notification n
       WHERE n.created_at < now() - $1 * interval '1 millisecond'
       ORDER BY n.created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  )

/** Unclear answers of wallets about rounds, whatever became of the rounds. */
export const deleteOldWalletFailures: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `DELETE FROM wallet_failure WHERE (round_id, operation) IN (
       SELECT round_id, operation FROM wallet_failure
       WHERE last_at < now() - $1 * interval '1 millisecond'
       ORDER BY last_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  )

export const deleteOldPushes: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `DELETE FROM round_push WHERE push_id IN (
       SELECT push_id FROM round_push WHERE asked_at < now() - $1 * interval '1 millisecond'
       ORDER BY asked_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  )

/** Visitors of the lobby who left nothing behind: no session, round, grant, target, level or limit. */
export const deleteOldGuests: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `DELETE FROM player WHERE player_key IN (
       SELECT player_key FROM player p
       WHERE project_id = 'demo' AND player_id LIKE 'guest-%'
         AND created_at < now() - $1 * interval '1 millisecond'
         AND ${LEAVINGS.map(table => `NOT EXISTS (SELECT FROM ${table} o WHERE o.player_key = p.player_key)`).join(' AND ')}
       LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  )

/** The tables that name players. */
const LEAVINGS = [
  'session',
  'round',
  'free_spin_grant',
  'target_outcome',
  'level_journal',
  'player_level',
  'player_bet_limit',
]

async function deleteBatch(pool: Pool, keptMs: number, sql: string): Promise<number> {
  const { rowCount } = await pool.query(sql, [keptMs, RETENTION_BATCH_ROWS])
  return rowCount ?? 0
}
