// Projects in the ledger for tests without a node; no test calls their wallet.

import type { Pool } from 'pg'
import { createProject, type Project } from '../../src/ledger/projects/projects.ts'
import { expectOk } from './results.ts'

export async function addProject(
  pool: Pool,
  masterKey: Buffer,
  projectId: string,
  allowedNetworks: readonly string[] = [],
): Promise<Project> {
  const wanted = { projectId, callbackUrl: 'https://wallet.example.com', allowedNetworks }
  return expectOk(await createProject(pool, masterKey, wanted, { allowLoopback: false })).project
}
