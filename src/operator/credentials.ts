// Who is calling: project id and key, compared in constant time. An unknown project and a wrong key
// take the same path and give the same answer. Source: operator API, "Authentication".

import { createHash, timingSafeEqual } from 'node:crypto'
import { checkProjectId } from '../core/project.ts'
import type { KeyFingerprint, Project } from '../ledger/projects/projects.ts'

const NOBODY = createHash('sha256').update('no project has this key').digest()

export interface CredentialsDeps {
  /** The key's hash as the ledger has it now; null for an unknown project. */
  findCredentials(projectId: string): Promise<KeyFingerprint | null>
  /** The project at this revision or a later one. */
  findProject(projectId: string, revision: number): Promise<Project>
}

/**
 * The caller's project; null when the project is unknown, the key is wrong or either is missing.
 * Nothing but the hash is read before it matches, so that both refusals take as long.
 */
export async function authenticate(
  deps: CredentialsDeps,
  body: { partner?: unknown; api_key?: unknown },
): Promise<Project | null> {
  const { partner, api_key: apiKey } = body
  // A text that can't be a project id still takes the same path, to a project that never exists.
  const projectId = typeof partner === 'string' && checkProjectId(partner).ok ? partner : '-'
  const known = await deps.findCredentials(projectId)
  const given = createHash('sha256')
    .update(typeof apiKey === 'string' ? apiKey : '')
    .digest()
  const isRight = timingSafeEqual(given, known?.apiKeySha256 ?? NOBODY)
  return isRight && known !== null ? deps.findProject(projectId, known.revision) : null
}
