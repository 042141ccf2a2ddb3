// A new project of an operator, with its key, which is shown once.

import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import { createProject as storeProject } from '../../ledger/projects/projects.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { mayMakeKeys } from '../keys/open.ts'
import { type Answered, answered } from '../route.ts'
import { checkCallback, checkNetworks } from './callback.ts'
import { requireProject } from './find.ts'
import type { CreatedProject, NewProject } from './schema.ts'
import { viewProject } from './views.ts'

export type CreateDeps = Pick<AdminDeps, 'pool' | 'masterKey' | 'allowLoopback' | 'resolve'>

export async function createProject(
  deps: CreateDeps,
  wanted: NewProject,
  by: AuditedBy,
): Promise<Answered<CreatedProject> | AdminRefused> {
  const refused =
    (await mayMakeKeys(deps)) ??
    checkNetworks(wanted.allowedNetworks) ??
    (await checkCallback(deps, wanted.callbackUrl))
  if (refused !== null) return refused
  const options = { allowLoopback: deps.allowLoopback, by }
  const created = await storeProject(deps.pool, deps.masterKey, wanted, options)
  if (!created.ok) {
    const { cause, field, reason } = created
    return cause === 'exists'
      ? refuse('PROJECT_EXISTS', `There is a project "${wanted.projectId}" already.`, field)
      : refuse('INVALID_REQUEST', `${reason}.`, field)
  }
  const found = await requireProject(deps, wanted.projectId)
  if (!found.ok) return found
  return answered({ project: viewProject(found.record), apiKey: created.project.apiKey })
}
