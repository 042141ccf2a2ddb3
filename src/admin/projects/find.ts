// The project that a request names, or the refusal if it does not exist.

import type { Pool } from 'pg'
import { findProjectRecord, type ProjectRecord } from '../../ledger/projects/project-list.ts'
import { type AdminRefused, refuse } from '../errors.ts'

export type FoundProject = { ok: true; record: ProjectRecord } | AdminRefused

export async function requireProject(
  { pool }: { pool: Pool },
  projectId: string,
): Promise<FoundProject> {
  const record = await findProjectRecord(pool, projectId)
  if (record !== null) return { ok: true, record }
  return refuse('UNKNOWN_PROJECT', `There is no project "${projectId}".`)
}

export const LOCKED = refuse(
  'PARTNER_LOCKED',
  "An internal project: its key and its callback are the platform's own and can't be changed.",
)
