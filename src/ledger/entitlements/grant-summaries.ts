// Summaries that finished grants owe the wallet (freespins_finished): claimed when due, marked when
// answered. Never sends one.

import type { Pool } from 'pg'
import { type Grant, summaryRetryDelayMs } from '../../core/grant.ts'
import { inTransaction } from '../database/transaction.ts'
import { GRANT_COLUMNS, type GrantRecord, readGrant } from './grants.ts'

/**
 * Summaries of finished grants that one recovery pass sends; within the calls that one wallet takes
 * at once.
 */
const SUMMARIES_AT_ONCE = 200

/** A finished grant whose summary the wallet has not answered yet, and its project. */
export interface OwedSummary {
  projectId: string
  grant: Grant
}

/**
 * Claims summaries that are due: of finished grants whose last round has ended. Each becomes due
 * again later, in case the wallet does not answer. Rows that another transaction has locked are
 * skipped; the next call claims them.
 */
export function claimSummaries(pool: Pool): Promise<OwedSummary[]> {
  return inTransaction(pool, async client => {
    const { rows } = await client.query<
      GrantRecord & { project_id: string; summary_attempts: number }
    >(
      `SELECT ${GRANT_COLUMNS}, g.project_id, summary_attempts
       FROM free_spin_grant g JOIN player p USING (player_key)
       WHERE status <> 'active' AND summary_answered_at IS NULL
         AND summary_next_at <= now() AND taken = played
       ORDER BY summary_next_at LIMIT $1 FOR UPDATE OF g SKIP LOCKED`,
      [SUMMARIES_AT_ONCE],
    )
    await client.query(
      `UPDATE free_spin_grant g SET summary_attempts = summary_attempts + 1,
         summary_next_at = now() + u.delay_ms * interval '1 millisecond'
       FROM unnest($1::uuid[], $2::bigint[]) AS u (grant_id, delay_ms)
       WHERE g.grant_id = u.grant_id`,
      [rows.map(row => row.grantId), rows.map(row => summaryRetryDelayMs(row.summary_attempts))],
    )
    return rows.map(({ project_id: projectId, summary_attempts: _, ...grant }) => ({
      projectId,
      grant: readGrant(grant),
    }))
  })
}

export async function summaryAnswered(pool: Pool, grantId: string): Promise<void> {
  await pool.query('UPDATE free_spin_grant SET summary_answered_at = now() WHERE grant_id = $1', [
    grantId,
  ])
}
