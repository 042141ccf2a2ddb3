// Runs of the wallet kit against the wallets of projects, in the home database: begun once at a
// time, saved while they go on, stopped, read. Begin and stop are audited in their SQL transaction.
// Never holds a key: what is saved comes without one.

import type { Pool, PoolClient } from 'pg'
import { toStorable } from '../../core/identifiers.ts'
import { WALLET_CHECK_LOST_MS, WALLET_CHECKS_KEPT } from '../../limits/admin.ts'
import { type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'

/**
 * `late`: it took too long. `interrupted`: the node that made the run ended, or the platform
 * failed.
 */
export type WalletCheckOutcome = 'passed' | 'failed' | 'stopped' | 'late' | 'interrupted'

/** One check of a run; the last one of a run that goes on is `running`. */
export interface SavedCheck {
  readonly name: string
  readonly group: string
  /** What a good wallet does. */
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'advice' | 'not-made' | 'running'
  readonly durationMs: number
  /** Why it was not made. */
  readonly reason: string | null
  readonly failure: {
    readonly sent: string
    readonly expected: string
    readonly got: string
    /** What the contract says, and what to do. */
    readonly contract: string
    readonly fix: string
  } | null
}

/** One call of a run. */
export interface SavedCall {
  /** Name of the check that sent it. */
  readonly check: string
  readonly method: string
  readonly code: string
  readonly detail: string | null
  readonly atMs: number
  readonly latencyMs: number
  readonly httpStatus: number | null
  /** Without keys; null: too much was kept already. */
  readonly requestBody: string | null
  /** Null: none came, it is not text, or too much was kept already. */
  readonly answerBody: string | null
}

interface NewWalletCheck {
  checkId: string
  projectId: string
  callbackUrl: string
  playerId: string
  currency: string
  node: string
  /** How many checks it makes. */
  planned: number
}

export interface ListedWalletCheck extends NewWalletCheck {
  startedBy: string
  startedAt: Date
  endedAt: Date | null
  /** Null: it goes on. */
  outcome: WalletCheckOutcome | null
  isStopAsked: boolean
  checks: readonly SavedCheck[]
  /** How many. */
  callCount: number
}

export interface WalletCheckReport extends ListedWalletCheck {
  calls: readonly SavedCall[]
}

const IS_LOST = `ended_at IS NULL
  AND saved_at < now() - interval '${WALLET_CHECK_LOST_MS} milliseconds'`

const COLUMNS = `check_id AS "checkId", project_id AS "projectId", started_by AS "startedBy",
  started_at AS "startedAt", node, callback_url AS "callbackUrl", player_id AS "playerId", currency,
  planned, checks, is_stop_asked AS "isStopAsked", jsonb_array_length(calls) AS "callCount",
  CASE WHEN ${IS_LOST} THEN saved_at ELSE ended_at END AS "endedAt",
  CASE WHEN ${IS_LOST} THEN 'interrupted' ELSE outcome END AS outcome`

/**
 * False: another run of the project goes on. Of the project's earlier runs only the last ones stay.
 */
export function beginWalletCheck(
  pool: Pool,
  check: NewWalletCheck,
  by: AuditedBy,
): Promise<boolean> {
  const { checkId, projectId, callbackUrl, playerId, currency, node, planned } = check
  return inTransaction(
    pool,
    async client => {
      await client.query(
        `UPDATE wallet_check SET ended_at = saved_at, outcome = 'interrupted'
         WHERE project_id = $1 AND ${IS_LOST}`,
        [projectId],
      )
      const { rowCount } = await client.query(
        `INSERT INTO wallet_check (check_id, project_id, started_by, callback_url, player_id,
           currency, node, planned)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (project_id) WHERE ended_at IS NULL DO NOTHING`,
        [checkId, projectId, by.actor, callbackUrl, playerId, currency, node, planned],
      )
      if (rowCount === 0) return false
      await client.query(
        `DELETE FROM wallet_check WHERE project_id = $1 AND check_id NOT IN (
           SELECT check_id FROM wallet_check WHERE project_id = $1
           ORDER BY check_id DESC LIMIT $2)`,
        [projectId, WALLET_CHECKS_KEPT],
      )
      const after = { checkId, callbackUrl, playerId, currency }
      await audit(client, 'wallet-check.started', projectId, after, by)
      return true
    },
    isBegun => isBegun,
  )
}

/** Everything so far, so that a save that is repeated changes nothing. */
interface WalletCheckProgress {
  checks: readonly SavedCheck[]
  calls: readonly SavedCall[]
  /** Null: it goes on. */
  outcome: WalletCheckOutcome | null
}

/** `ended`: others hold the run for lost, and nothing was saved. */
export async function saveWalletCheck(
  pool: Pool,
  checkId: string,
  { checks, calls, outcome }: WalletCheckProgress,
): Promise<'goes-on' | 'stop-asked' | 'ended'> {
  const { rows } = await pool.query<{ isStopAsked: boolean }>(
    `UPDATE wallet_check SET checks = $2, calls = $3, outcome = $4::text, saved_at = now(),
       ended_at = CASE WHEN $4::text IS NOT NULL THEN now() END
     WHERE check_id = $1 AND ended_at IS NULL RETURNING is_stop_asked AS "isStopAsked"`,
    [checkId, printStorable(checks), printStorable(calls), outcome],
  )
  if (rows.length === 0) return 'ended'
  return rows[0]!.isStopAsked ? 'stop-asked' : 'goes-on'
}

/** A body may have a NUL, and one that was cut in two may end with half of a surrogate pair. */
function printStorable(value: readonly object[]): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? toStorable(each) : each))
}

/**
 * The node that makes the run hears it at its next save. False: no such run of the project goes on.
 */
export function askStop(
  pool: Pool,
  projectId: string,
  checkId: string,
  by: AuditedBy,
): Promise<boolean> {
  return inTransaction(pool, async client => {
    const { rowCount } = await client.query(
      `UPDATE wallet_check SET is_stop_asked = true
       WHERE project_id = $1 AND check_id = $2 AND ended_at IS NULL`,
      [projectId, checkId],
    )
    if (rowCount === 1) await audit(client, 'wallet-check.stop-asked', projectId, { checkId }, by)
    return rowCount === 1
  })
}

function audit(
  client: PoolClient,
  action: 'wallet-check.started' | 'wallet-check.stop-asked',
  subject: string,
  after: object,
  by: AuditedBy,
): Promise<void> {
  return writeAudit(client, { ...by, action, subject, before: null, after })
}

/** Newest first. */
export async function listWalletChecks(
  pool: Pool,
  projectId: string,
): Promise<ListedWalletCheck[]> {
  const { rows } = await pool.query<ListedWalletCheck>(
    `SELECT ${COLUMNS} FROM wallet_check WHERE project_id = $1 ORDER BY check_id DESC LIMIT $2`,
    [projectId, WALLET_CHECKS_KEPT],
  )
  return rows
}

/** @param fromCall number of the first call to read, from 0 */
export async function findWalletCheck(
  pool: Pool,
  projectId: string,
  checkId: string,
  fromCall: number,
): Promise<WalletCheckReport | null> {
  const { rows } = await pool.query<WalletCheckReport>(
    `SELECT ${COLUMNS},
       jsonb_path_query_array(calls, '$[$from to last]', jsonb_build_object('from', $3::int))
         AS calls
     FROM wallet_check WHERE project_id = $1 AND check_id = $2`,
    [projectId, checkId, fromCall],
  )
  return rows[0] ?? null
}
