// Who is calling: project id and key, compared in constant time. An unknown project and a wrong key
// take the same path and give the same answer. Source: operator API, "Authentication".

import { createHash, timingSafeEqual } from 'node:crypto'
import { checkProjectId } from '../core/project.ts'
import type { Project } from '../ledger/projects.ts'

const NOBODY = createHash('sha256').update('no project has this key').digest()

/** The caller's project; null when the project is unknown, the key is wrong or either is missing. */
export async function authenticate(
  findProject: (projectId: string) => Promise<Project | null>,
  body: { partner?: unknown; api_key?: unknown },
): Promise<Project | null> {
  // A text that can't be a project id still takes the same path, to a project that never exists.
  const partner =
    typeof body.partner === 'string' && checkProjectId(body.partner).ok ? body.partner : '-'
  const key = typeof body.api_key === 'string' ? body.api_key : ''
  const project = await findProject(partner)
  const given = createHash('sha256').update(key).digest()
  const matches = timingSafeEqual(given, project?.apiKeySha256 ?? NOBODY)
  return matches ? project : null
}
