// Projects as a running thread sees them: read through, kept for a moment, so that a changed key or
// callback takes hold at once without a read per call.

import type { Pool } from 'pg'
import { PROJECT_CACHE_MS } from '../limits.ts'
import { findKeySha256, findProject, type Project } from './projects.ts'

export interface ProjectReader {
  /** At most PROJECT_CACHE_MS old. Rejects for an unknown project. */
  find(projectId: string): Promise<Project>
  /** Straight from the ledger. Rejects for an unknown project. */
  findNow(projectId: string): Promise<Project>
  /** Straight from the ledger, for credentials: SHA-256 of the key, null for an unknown project. */
  findKeySha256(projectId: string): Promise<Buffer | null>
}

interface Kept {
  project: Promise<Project | null>
  untilMs: number
}

/** Bounded by the projects that exist: an unknown id is not kept. */
export function createProjectReader(pool: Pool, masterKey: Buffer): ProjectReader {
  const kept = new Map<string, Kept>()

  async function find(projectId: string): Promise<Project> {
    const now = performance.now()
    let entry = kept.get(projectId)
    if (entry === undefined || entry.untilMs <= now) {
      entry = {
        project: findProject(pool, masterKey, projectId),
        untilMs: now + PROJECT_CACHE_MS,
      }
      kept.set(projectId, entry)
    }
    const project = await entry.project.catch(error => {
      kept.delete(projectId)
      throw error
    })
    if (project === null) {
      kept.delete(projectId)
      throw new Error(`unknown project ${projectId}`)
    }
    return project
  }

  async function findNow(projectId: string): Promise<Project> {
    const project = await findProject(pool, masterKey, projectId)
    if (project === null) throw new Error(`unknown project ${projectId}`)
    return project
  }

  return { find, findNow, findKeySha256: projectId => findKeySha256(pool, projectId) }
}
