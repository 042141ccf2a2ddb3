// Whether this node can open and make keys at all. If its master key is not the one that keys are
// sealed with, nothing is opened, made or changed.

import { findProject, type Project } from '../../ledger/projects/projects.ts'
import { WrongMasterKey } from '../../ledger/projects/seal.ts'
import { checkMasterKey } from '../../ledger/projects/secrets.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { unknownProject } from '../projects/views.ts'

export type KeyDeps = Pick<AdminDeps, 'pool' | 'masterKey'>

export type Opened<Value> = { ok: true; value: Value } | AdminRefused

/** The result of `open`, or CREDENTIALS_NOT_ENABLED where it needs another master key. */
async function openKeys<Value>(open: () => Promise<Value>): Promise<Opened<Value>> {
  try {
    return { ok: true, value: await open() }
  } catch (error) {
    if (!(error instanceof WrongMasterKey)) throw error
    return refuse('CREDENTIALS_NOT_ENABLED', error.message)
  }
}

/** The project with its key, in the clear. */
export async function openProject(
  { pool, masterKey }: KeyDeps,
  projectId: string,
): Promise<Opened<Project>> {
  const opened = await openKeys(() => findProject(pool, masterKey, projectId))
  if (!opened.ok) return opened
  const { value } = opened
  return value === null ? unknownProject(projectId) : { ok: true, value }
}

/** No other node could open a key that is sealed with the wrong master key. */
export async function mayMakeKeys({ pool, masterKey }: KeyDeps): Promise<AdminRefused | null> {
  const checked = await openKeys(() => checkMasterKey(pool, masterKey))
  return checked.ok ? null : checked
}
