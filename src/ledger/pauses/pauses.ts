// Kill switches in the ledger: set and lifted by the owner, each change audited and notified to
// every node in its SQL transaction. node-pauses.ts has which node applies which.

import type { Pool, PoolClient } from 'pg'
import type { PausedScope } from '../../core/pauses.ts'
import { type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'

/** Announces that a pause was set or lifted; carries the revision. */
export const PAUSES_CHANNEL = 'pauses_changed'

export interface Pause extends PausedScope {
  reason: string
  pausedBy: string
  pausedAt: Date
}

/** `revision`: what nodes must have read in order to apply the change. */
export type SetPauseResult =
  | { kind: 'paused'; revision: bigint; pause: Pause }
  | { kind: 'paused-already'; revision: bigint; pause: Pause }
  | { kind: 'unknown-project' }

export type LiftPauseResult =
  | { kind: 'lifted'; revision: bigint; pause: Pause }
  | { kind: 'not-paused' }
  /** An operator does not lift a pause of the platform. */
  | { kind: 'of-platform' }

const COLUMNS = 'scope, subject, reason, paused_by AS "pausedBy", paused_at AS "pausedAt"'

/** @param reason as returned by readReason of core/reason.ts */
export function setPause(
  pool: Pool,
  { scope, subject }: PausedScope,
  reason: string,
  by: AuditedBy,
): Promise<SetPauseResult> {
  return inTransaction<SetPauseResult>(
    pool,
    async client => {
      if (scope === 'project' && !(await isProject(client, subject))) {
        return { kind: 'unknown-project' }
      }
      const revision = await raiseRevision(client)
      const known = await findPause(client, { scope, subject })
      if (known !== null) return { kind: 'paused-already', revision: revision - 1n, pause: known }
      const { rows } = await client.query<Pause>(
        `INSERT INTO pause (scope, subject, reason, paused_by) VALUES ($1, $2, $3, $4)
          RETURNING ${COLUMNS}`,
        [scope, subject, reason, by.actor],
      )
      const pause = rows[0]!
      const named = { action: 'pause.set', subject: nameOf(pause) } as const
      await writeAudit(client, { ...by, ...named, before: null, after: { reason } })
      await announce(client, revision)
      return { kind: 'paused', revision, pause }
    },
    ({ kind }) => kind === 'paused',
  )
}

/** @param within the project of an operator who lifts it; null: the platform does */
export function liftPause(
  pool: Pool,
  { scope, subject }: PausedScope,
  by: AuditedBy,
  within: string | null = null,
): Promise<LiftPauseResult> {
  return inTransaction<LiftPauseResult>(
    pool,
    async client => {
      const revision = await raiseRevision(client)
      const known = within === null ? null : await findPause(client, { scope, subject })
      if (known?.pausedBy.endsWith(`@${within}`) === false) return { kind: 'of-platform' }
      const { rows } = await client.query<Pause>(
        `DELETE FROM pause WHERE scope = $1 AND subject = $2 RETURNING ${COLUMNS}`,
        [scope, subject],
      )
      const [pause] = rows
      if (pause === undefined) return { kind: 'not-paused' }
      const { reason, pausedBy, pausedAt } = pause
      const named = { action: 'pause.lifted', subject: nameOf(pause) } as const
      const before = { reason, pausedBy, pausedAt: pausedAt.toISOString() }
      await writeAudit(client, { ...by, ...named, before, after: null })
      await announce(client, revision)
      return { kind: 'lifted', revision, pause }
    },
    ({ kind }) => kind === 'lifted',
  )
}

/**
 * Newest first, with their revision.
 * @param within without pauses of other projects; null: all
 */
export async function listPauses(
  pool: Pool,
  within: string | null = null,
): Promise<{ revision: bigint; pauses: Pause[] }> {
  const { rows } = await pool.query<{ revision: string } & (Pause | { scope: null })>(
    `SELECT revision, ${COLUMNS} FROM pause_revision
     LEFT JOIN pause ON $1::text IS NULL OR scope <> 'project' OR subject = $1
     ORDER BY paused_at DESC, scope, subject`,
    [within],
  )
  const pauses = rows.flatMap(({ revision: _, ...row }) => (row.scope === null ? [] : [row]))
  return { revision: BigInt(rows[0]!.revision), pauses }
}

/**
 * The row stays locked to the end of the transaction, so that changes are committed in the order of
 * their revisions.
 */
async function raiseRevision(client: PoolClient): Promise<bigint> {
  const { rows } = await client.query<{ revision: string }>(
    'UPDATE pause_revision SET revision = revision + 1 RETURNING revision',
  )
  return BigInt(rows[0]!.revision)
}

async function announce(client: PoolClient, revision: bigint): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [PAUSES_CHANNEL, revision.toString()])
}

async function isProject(client: PoolClient, projectId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM project WHERE project_id = $1', [projectId])
  return rowCount === 1
}

async function findPause(
  client: PoolClient,
  { scope, subject }: PausedScope,
): Promise<Pause | null> {
  const { rows } = await client.query<Pause>(
    `SELECT ${COLUMNS} FROM pause WHERE scope = $1 AND subject = $2`,
    [scope, subject],
  )
  return rows[0] ?? null
}

/** For the audit log. */
function nameOf({ scope, subject }: PausedScope): string {
  return scope === 'all' ? 'all games' : `${scope} ${subject}`
}
