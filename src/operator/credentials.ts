// Who is calling: project id and key, compared in constant time. An unknown project and a wrong key
// take the same path and give the same answer. Source: operator API, "Authentication".

import { createHash, timingSafeEqual } from 'node:crypto'
import { checkProjectId } from '../core/project.ts'
import type { KeyFingerprint } from '../ledger/projects/credentials.ts'
import type { Project } from '../ledger/projects/projects.ts'
import type { FailedKey, FailedKeys } from './failed-keys.ts'

const UNKNOWN_KEY_SHA256 = createHash('sha256').update('no project has this key').digest()

export interface CredentialsDeps {
  /** The key's hash as it is in the ledger now; null for an unknown project. */
  findCredentials(projectId: string): Promise<KeyFingerprint | null>
  /** The key's hash as this node last read it; makes no query. */
  findKnownCredentials(projectId: string): KeyFingerprint | null
  /** The project at this revision or a later one. */
  findProject(projectId: string, revision: number): Promise<Project>
  failedKeys: FailedKeys
  /** For metrics, logs and the audit log; must not throw. */
  onFailedKey(failed: FailedKey): void
}

export type Caller =
  | { kind: 'known'; project: Project }
  /** The project is unknown, the key is wrong or either is missing. */
  | { kind: 'unauthorized' }
  /** The address has sent too many wrong keys; this key was not checked. */
  | { kind: 'too-many-failures'; retryAfterS: number }

/** Who the caller claims to be. */
interface Claim {
  /** `-`, a project that never exists, for a text that can't be a project's id. */
  projectId: string
  sha256: Buffer
}

/**
 * Only the hash is read before it matches, so that both refusals take the same time. An address
 * past its budget of wrong keys causes no query; a key that this node has already verified passes
 * all the same, so that a neighbour behind the same address is not shut out.
 */
export async function authenticate(
  deps: CredentialsDeps,
  body: { partner?: unknown; api_key?: unknown },
  request: { address: string | null; requestId: string },
): Promise<Caller> {
  const { address } = request
  const claim = readClaim(body)
  const { projectId } = claim
  const retryAfterS = deps.failedKeys.waitS(address)
  if (retryAfterS > 0 && !isRight(claim, deps.findKnownCredentials(projectId))) {
    deps.onFailedKey(failedKey(claim, request, 'RATE_LIMITED'))
    return { kind: 'too-many-failures', retryAfterS }
  }
  const known = await deps.findCredentials(projectId)
  if (isRight(claim, known) && known !== null) {
    return { kind: 'known', project: await deps.findProject(projectId, known.revision) }
  }
  deps.failedKeys.count(address)
  deps.onFailedKey(failedKey(claim, request, 'UNAUTHORIZED'))
  return { kind: 'unauthorized' }
}

function readClaim({ partner, api_key: apiKey }: { partner?: unknown; api_key?: unknown }): Claim {
  const projectId = typeof partner === 'string' && checkProjectId(partner).ok ? partner : '-'
  const sha256 = createHash('sha256')
    .update(typeof apiKey === 'string' ? apiKey : '')
    .digest()
  return { projectId, sha256 }
}

function isRight({ sha256 }: Claim, known: KeyFingerprint | null): boolean {
  return timingSafeEqual(sha256, known?.apiKeySha256 ?? UNKNOWN_KEY_SHA256)
}

function failedKey(
  { projectId }: Claim,
  { address, requestId }: { address: string | null; requestId: string },
  answer: FailedKey['answer'],
): FailedKey {
  return { address, requestId, projectId: projectId === '-' ? null : projectId, answer }
}
