// Who is calling: project id and key, compared in constant time. An unknown project and a wrong key
// take the same path and give the same answer. Source: operator API, "Authentication".

import { createHash, timingSafeEqual } from 'node:crypto'
import { checkProjectId } from '../core/project.ts'
import type { Project } from '../ledger/projects.ts'

const NOBODY = createHash('sha256').update('no project has this key').digest()

export interface CredentialsWorld {
  /** SHA-256 of the project's key; null for an unknown project. */
  findKeySha256(projectId: string): Promise<Buffer | null>
  findProject(projectId: string): Promise<Project>
}

/**
 * The caller's project; null when the project is unknown, the key is wrong or either is missing.
 * Nothing but the hash is read before it matches, so that both refusals take as long.
 */
export async function authenticate(
  world: CredentialsWorld,
  body: { partner?: unknown; api_key?: unknown },
): Promise<Project | null> {
  const { partner, api_key: apiKey } = body
  // A text that can't be a project id still takes the same path, to a project that never exists.
  const projectId = typeof partner === 'string' && checkProjectId(partner).ok ? partner : '-'
  const expected = await world.findKeySha256(projectId)
  const given = createHash('sha256')
    .update(typeof apiKey === 'string' ? apiKey : '')
    .digest()
  return timingSafeEqual(given, expected ?? NOBODY) ? world.findProject(projectId) : null
}
