// Projects as their owner sees them: a list with a search, one of them without its keys, and who
// changed what. Opens no key and changes nothing.

import type { Pool } from 'pg'
import type { AuditAction } from '../audit/audit-log.ts'
import { originSeen } from '../audit/audit-reader.ts'
import { fieldsOf, PROJECT_COLUMNS, type ProjectFields, type ProjectRow } from './projects.ts'

/** For lists: settings are not read. */
export interface ListedProject {
  projectId: string
  internal: boolean
  enabled: boolean
  callbackUrl: string
  revision: number
  createdAt: Date
  updatedAt: Date
}

export interface ProjectQuestion {
  /** A part of the id or of the callback address, in any case; null: all. */
  search: string | null
  /** The only project that is listed; null: all. */
  within: string | null
  /** Null: on and off. */
  enabled: boolean | null
  /** The last project of the page before; null: the first page. */
  after: string | null
  limit: number
}

const IS_ENABLED = `coalesce(NOT (settings->'disabled')::jsonb ? 'project', true)`

/** In the order of their ids. */
export async function listProjects(
  pool: Pool,
  { search, within, enabled, after, limit }: ProjectQuestion,
): Promise<ListedProject[]> {
  const { rows } = await pool.query<ListedProject>(
    `SELECT project_id AS "projectId", internal, ${IS_ENABLED} AS enabled,
       callback_url AS "callbackUrl", revision::float8 AS revision, created_at AS "createdAt",
       updated_at AS "updatedAt"
     FROM project
     WHERE ($1::text IS NULL OR project_id > $1)
       AND ($2::text IS NULL OR strpos(project_id, $2) > 0
            OR (NOT internal AND strpos(lower(callback_url), $2) > 0))
       AND ($3::boolean IS NULL OR ${IS_ENABLED} = $3)
       AND ($5::text IS NULL OR project_id = $5)
     ORDER BY project_id LIMIT $4`,
    [after, search?.toLowerCase() ?? null, enabled, limit, within],
  )
  return rows
}

/**
 * The projects whose open decisions have a deadline; read each time, because a change applies at
 * once.
 */
export async function listDecisionDeadlines(
  pool: Pool,
): Promise<{ projectId: string; minutes: number }[]> {
  const { rows } = await pool.query<{ projectId: string; minutes: number }>(
    `SELECT project_id AS "projectId", (settings->>'decisionDeadlineMinutes')::int AS minutes
     FROM project WHERE settings->>'decisionDeadlineMinutes' IS NOT NULL`,
  )
  return rows
}

export interface ProjectRecord extends ProjectFields {
  /** Keys that sign wallet callbacks: 0, 1, or 2 while they are exchanged. */
  signingKeyCount: number
  createdAt: Date
  updatedAt: Date
}

/** Null: there is no such project. */
export async function findProjectRecord(
  pool: Pool,
  projectId: string,
): Promise<ProjectRecord | null> {
  const { rows } = await pool.query<ProjectRow & { createdAt: Date; updatedAt: Date }>(
    `SELECT ${PROJECT_COLUMNS}, created_at AS "createdAt", updated_at AS "updatedAt"
     FROM project WHERE project_id = $1`,
    [projectId],
  )
  const row = rows[0]
  if (row === undefined) return null
  const sealed = [row.signingKeySealed, row.nextSigningKeySealed]
  const { createdAt, updatedAt } = row
  const signingKeyCount = sealed.filter(key => key !== null).length
  return { ...fieldsOf(row), signingKeyCount, createdAt, updatedAt }
}

export interface ProjectChange {
  /** The revision of the project after this change. */
  revision: number
  at: Date
  actor: string
  origin: string
  action: AuditAction
  /** Fields before and after; null and empty if the change was of a key. */
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

const CHANGES: readonly AuditAction[] = [
  'project.created',
  'project.changed',
  'key.rotated',
  'signing-key.changed',
  'client-certificate.changed',
]

/**
 * The changes after a revision, newest first. From the audit log; changes from before the log had
 * revisions are left out.
 * @param within the project of an operator who reads them; null: a person of the platform
 */
export async function listChangesSince(
  pool: Pool,
  projectId: string,
  revision: number,
  limit: number,
  within: string | null = null,
): Promise<ProjectChange[]> {
  const { rows } = await pool.query<Omit<ProjectChange, 'revision'>>(
    `SELECT at, actor, ${originSeen('$5')} AS origin, action, before, after FROM audit
     WHERE subject = $1 AND action = ANY ($2) AND (after->>'revision')::bigint > $3
     ORDER BY sequence DESC LIMIT $4`,
    [projectId, CHANGES, revision, limit, within],
  )
  return rows.map(({ after: { revision, ...after }, ...row }) => ({
    ...row,
    after,
    revision: Number(revision),
  }))
}
