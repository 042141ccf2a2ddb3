// Projects as a running thread has them: cached, and dropped when the ledger announces a change.
// Without a listening connection everything is read through. A key is always compared with the
// ledger's own.

import type { Pool } from 'pg'
import type { Listen } from '../database/listener.ts'
import { createCredentialsReader, type KeyFingerprint } from './credentials.ts'
import { findProject, PROJECT_CHANGED_CHANNEL, type Project } from './projects.ts'
import type { MasterKeys } from './seal.ts'

/**
 * Changed settings reach every thread at once, unless its listening connection is dead unnoticed:
 * then the thread uses the old ones for this long.
 */
const PROJECT_CACHE_MS = 10_000

export interface ProjectReader {
  /** The project as it is, or was until a moment ago. Rejects for an unknown project. */
  find(projectId: string): Promise<Project>
  /** The project at this revision or a later one. Rejects for an unknown project. */
  findAt(projectId: string, revision: number): Promise<Project>
  /** The ledger's current value; null for an unknown project. */
  findCredentials(projectId: string): Promise<KeyFingerprint | null>
  /** The last value in memory, without a query; null when there is none. */
  findKnownCredentials(projectId: string): KeyFingerprint | null
}

interface Kept {
  project: Promise<Project | null>
  untilMs: number
}

interface ProjectReaderDeps {
  pool: Pool
  listen: Listen
  masterKey: MasterKeys
}

/**
 * Bounded by the projects that exist: an unknown id is not cached.
 * @param keptMs how long a project is used when the listening connection is silently dead
 */
export function openProjectReader(
  { pool, listen, masterKey }: ProjectReaderDeps,
  keptMs: number = PROJECT_CACHE_MS,
): ProjectReader {
  const kept = new Map<string, Kept>()
  const credentials = createCredentialsReader(pool)
  const listener = listen(PROJECT_CHANGED_CHANNEL, {
    onMessage: projectId => void kept.delete(projectId),
    onLost: () => kept.clear(),
  })

  const read = (projectId: string) => findProject(pool, masterKey, projectId)

  function readKept(projectId: string): Promise<Project | null> {
    const now = performance.now()
    const known = kept.get(projectId)
    if (known !== undefined && known.untilMs > now) return known.project
    // Stored before it is loaded: a change that is announced while it is read drops it.
    const entry = { project: read(projectId), untilMs: now + keptMs }
    kept.set(projectId, entry)
    const forget = () => {
      if (kept.get(projectId) === entry) kept.delete(projectId)
    }
    entry.project.then(project => project ?? forget(), forget)
    return entry.project
  }

  async function find(projectId: string): Promise<Project> {
    const project = await (listener.isListening() ? readKept(projectId) : read(projectId))
    return requireProject(projectId, project)
  }

  async function findAt(projectId: string, revision: number): Promise<Project> {
    const project = await find(projectId)
    // The revision that a call was just admitted under is used, even if its notification has not
    // arrived.
    if (project.revision >= revision) return project
    kept.delete(projectId)
    return find(projectId)
  }

  return {
    find,
    findAt,
    findCredentials: credentials.find,
    findKnownCredentials: credentials.findKnown,
  }
}

function requireProject(projectId: string, project: Project | null): Project {
  if (project === null) throw new Error(`unknown project ${projectId}`)
  return project
}
