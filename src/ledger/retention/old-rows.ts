// Deletes rows that are kept for a limited time, a small batch at a time. A locked row is left for
// later, so that play never waits. Must never delete a round, nor a record of the audit log.

import type { Pool } from 'pg'
import { RETENTION_BATCH_ROWS } from '../../limits.ts'
import { IS_OPEN } from '../rounds/round-lists.ts'

/** Rows that one statement of the retention job deletes. */
export const CALLBACK_LOG_DELETE_ROWS = 1_000

/** Deletes one batch of rows older than this many milliseconds; returns how many. */
export type DeleteOld = (pool: Pool, keptMs: number) => Promise<number>

/**
 * Sessions that expired that long ago, except those of a player with an open round, which a launch
 * continues.
 */
export const deleteOldSessions: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `DELETE FROM session WHERE session_id IN (
       SELECT session_id FROM session s
       WHERE expires_at < now() - $1 * interval '1 millisecond'
         AND NOT EXISTS (SELECT FROM unfinished_round r WHERE r.player_key = s.player_key
           AND ${IS_OPEN})
       ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  )

export const deleteOldAnswers = deleteOlder('idempotency', 'project_id, method, key', 'created_at')

/** A round_info that the wallet never answered: it is repeated until then. */
export const deleteOldNotifications = deleteOlder('notification', 'round_id, event', 'created_at')

/** Unclear wallet answers about rounds in any state. */
export const deleteOldWalletFailures = deleteOlder(
  'wallet_failure',
  'round_id, operation',
  'last_at',
)

/**
 * Logged wallet calls, by their ids, which begin with the time. They are never updated, so no lock
 * is needed.
 */
export const deleteOldCallbacks: DeleteOld = async (pool, keptMs) => {
  const { rowCount } = await pool.query(
    `DELETE FROM callback_log WHERE call_id IN (
       SELECT call_id FROM callback_log
       WHERE call_id < first_round_id(now() - $1 * interval '1 millisecond')
       ORDER BY call_id LIMIT $2)`,
    [keptMs, CALLBACK_LOG_DELETE_ROWS],
  )
  return rowCount ?? 0
}

/** Sessions of the admin panel that are over by age. */
export const deleteOldAdminSessions = deleteOlder('admin_session', 'session_id', 'created_at')

/** Runs of the wallet kit, also those that never ended. */
export const deleteOldWalletChecks = deleteOlder('wallet_check', 'check_id', 'started_at')

export const deleteOldPushes = deleteOlder('round_push', 'push_id', 'asked_at')

/**
 * Rows of finished rounds that no later round of their player reused. The rounds themselves remain.
 */
export const deleteFreeRows: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `DELETE FROM unfinished_round WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM unfinished_round
       WHERE state = 'finished' AND touched_at < now() - $1 * interval '1 millisecond'
       LIMIT $2 FOR UPDATE SKIP LOCKED)) AND state = 'finished'`,
  )

/** Lobby visitors who left nothing behind: no session, round, grant, target, note or block. */
export const deleteOldGuests: DeleteOld = (pool, keptMs) =>
  deleteBatch(
    pool,
    keptMs,
    `WITH gone AS (
       DELETE FROM player WHERE player_key IN (
         SELECT player_key FROM player p
         WHERE project_id = 'demo' AND player_id LIKE 'guest-%'
           AND created_at < now() - $1 * interval '1 millisecond'
           AND last_sequence = 0 AND blocked_at IS NULL AND ${LEAVINGS.map(hasNone).join(' AND ')}
         LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING project_id, player_id),
     forgotten AS (DELETE FROM registered_player r USING gone
       WHERE r.project_id = gone.project_id AND r.player_id = gone.player_id)
     SELECT FROM gone`,
  )

/** The tables that refer to players, besides the rounds. */
const LEAVINGS = [
  'session',
  'free_spin_grant',
  'target_outcome',
  'level_journal',
  'player_level',
  'player_bet_limit',
  'player_note',
  'player_tag',
]

const hasNone = (table: string) =>
  `NOT EXISTS (SELECT FROM ${table} o WHERE o.player_key = p.player_key)`

/**
 * All rows of the table that are older.
 * @param key the columns of its key
 */
function deleteOlder(table: string, key: string, at: string): DeleteOld {
  const sql = `DELETE FROM ${table} WHERE (${key}) IN (
    SELECT ${key} FROM ${table} WHERE ${at} < now() - $1 * interval '1 millisecond'
    ORDER BY ${at} LIMIT $2 FOR UPDATE SKIP LOCKED)`
  return (pool, keptMs) => deleteBatch(pool, keptMs, sql)
}

async function deleteBatch(pool: Pool, keptMs: number, sql: string): Promise<number> {
  const { rowCount } = await pool.query(sql, [keptMs, RETENTION_BATCH_ROWS])
  return rowCount ?? 0
}
