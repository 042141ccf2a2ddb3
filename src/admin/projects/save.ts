// A new project of an operator, with its key, which is shown once; and a change of one, based on
// the revision that a person read: checked value by value, and saved only if that revision is still
// current. If another person saved first, the refusal lists what has changed since and by whom, and
// nothing is saved.

import { checkCallbackUrl } from '../../core/callback-address.ts'
import { parseNetwork } from '../../core/network.ts'
import { type ParsedSettings, parseSettings, printSettings } from '../../core/project-settings.ts'
import { KNOWN_NAMES } from '../../games/catalogue/known-names.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import {
  type ChangeFieldsResult,
  changeFields,
  type ProjectEdit as StoredEdit,
} from '../../ledger/projects/project-changes.ts'
import { listChangesSince, type ProjectRecord } from '../../ledger/projects/project-list.ts'
import { createProject as storeProject } from '../../ledger/projects/projects.ts'
import { PROJECT_CHANGES } from '../../limits/admin.ts'
import { AddressRefused, resolveReachable } from '../../wallet/address-guard.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse, unsupported } from '../errors.ts'
import { type KeyDeps, mayMakeKeys } from '../keys/open.ts'
import { type Answered, answered } from '../route.ts'
import type {
  ConflictDetails,
  CreatedProject,
  NewProject,
  ProjectDetail,
  ProjectEdit,
} from './schema.ts'
import { LOCKED, requireProject, valuesOf, viewChange, viewProject } from './views.ts'

export type SaveDeps = Pick<AdminDeps, 'pool' | 'allowLoopback' | 'networks' | 'resolve'>

export async function saveProject(
  deps: SaveDeps,
  projectId: string,
  { revision, ...values }: ProjectEdit,
  by: AuditedBy,
): Promise<Answered<ProjectDetail> | AdminRefused> {
  const found = await requireProject(deps, projectId)
  if (!found.ok) return found
  const { record } = found
  if (record.revision !== revision) return conflict(deps, record, revision)
  const edit = await readEdit(deps, record, values)
  if (!edit.ok) return edit
  if (edit.isSame) return answered(viewProject(record))
  const saved = await changeFields(deps.pool, record, edit.edit, { ...deps, by })
  if (!saved.ok) return refuseSaved(deps, projectId, revision, saved)
  const now = await requireProject(deps, projectId)
  return now.ok ? answered(viewProject(now.record)) : now
}

type ReadEdit = { ok: true; edit: StoredEdit; isSame: boolean } | AdminRefused

async function readEdit(
  deps: SaveDeps,
  record: ProjectRecord,
  values: Omit<ProjectEdit, 'revision'>,
): Promise<ReadEdit> {
  const stored = valuesOf(record)
  // Saving the same address once more confirms it.
  const isNew = (name: string, value: unknown) =>
    JSON.stringify(value) !== JSON.stringify(stored[name as keyof typeof values]) ||
    (name === 'callbackUrl' && !record.isCallbackConfirmed)
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => isNew(name, value)),
  ) as typeof values
  const { callbackUrl, allowedNetworks, defaultLanguage, ...settings } = changed
  if (callbackUrl !== undefined) {
    if (record.internal) return LOCKED
    const refused = await checkCallback(deps, callbackUrl)
    if (refused !== null) return refused
  }
  const badNetwork = checkNetworks(allowedNetworks ?? [])
  if (badNetwork !== null) return badNetwork
  const parsed = readSettings(record, settings)
  if (!parsed.ok) return refuseSettings(parsed)
  const edit = { callbackUrl, allowedNetworks, defaultLanguage, settings: parsed.settings }
  return { ok: true, edit, isSame: Object.keys(changed).length === 0 }
}

/** What is sent must suit this version; what is stored may name a game that no longer exists. */
function readSettings(record: ProjectRecord, settings: object): ParsedSettings {
  const sent = parseSettings(settings, KNOWN_NAMES)
  return sent.ok ? parseSettings({ ...printSettings(record.settings), ...settings }) : sent
}

function refuseSettings({
  cause,
  field,
  reason,
}: Extract<ParsedSettings, { ok: false }>): AdminRefused {
  if (cause === 'invalid') return refuse('INVALID_REQUEST', `${reason}.`, field)
  return unsupported(`does not know it: ${reason}`, field)
}

async function refuseSaved(
  deps: SaveDeps,
  projectId: string,
  revision: number,
  refused: Extract<ChangeFieldsResult, { ok: false }>,
): Promise<AdminRefused> {
  if (refused.code === 'PARTNER_LOCKED') return LOCKED
  if (refused.code === 'INVALID_PROJECT') {
    const { field, reason } = refused
    const code = field === 'callbackUrl' ? 'INVALID_CALLBACK_URL' : 'INVALID_REQUEST'
    return refuse(code, `${reason}.`, field)
  }
  const now = await requireProject(deps, projectId)
  return now.ok ? conflict(deps, now.record, revision) : now
}

export async function conflict(
  { pool }: Pick<SaveDeps, 'pool'>,
  record: ProjectRecord,
  revision: number,
): Promise<AdminRefused> {
  const changes = await listChangesSince(pool, record.projectId, revision, PROJECT_CHANGES)
  const details: ConflictDetails = {
    project: viewProject(record),
    changes: changes.map(viewChange),
  }
  const reason = 'Someone else changed the project since you read it. Nothing of yours is saved.'
  return { ...refuse('PROJECT_SETTINGS_CONFLICT', reason), details }
}

export async function createProject(
  deps: SaveDeps & KeyDeps,
  wanted: NewProject,
  by: AuditedBy,
): Promise<Answered<CreatedProject> | AdminRefused> {
  const refused =
    (await mayMakeKeys(deps)) ??
    checkNetworks(wanted.allowedNetworks) ??
    (await checkCallback(deps, wanted.callbackUrl))
  if (refused !== null) return refused
  const options = { allowLoopback: deps.allowLoopback, networks: deps.networks, by }
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

/**
 * By its form, and by where its name resolves to now; calls check the address again at every
 * connection. Null: it may be set, even a name that does not resolve yet; the connection test
 * reports that.
 */
export async function checkCallback(
  deps: Pick<AdminDeps, 'allowLoopback' | 'networks' | 'resolve'>,
  callbackUrl: string,
): Promise<AdminRefused | null> {
  const checked = checkCallbackUrl(callbackUrl, deps)
  if (!checked.ok) return refuseCallback(checked.reason)
  try {
    await resolveReachable(checked.url.hostname, deps, deps.resolve)
    return null
  } catch (error) {
    return error instanceof AddressRefused ? refuseCallback(NOT_PUBLIC) : null
  }
}

const NOT_PUBLIC = 'its host leads to an address that is not public'

function refuseCallback(reason: string): AdminRefused {
  const sentence = `The callback address is refused: ${reason}.`
  return refuse('INVALID_CALLBACK_URL', sentence, 'callbackUrl')
}

/** Null: every entry is a network. */
export function checkNetworks(networks: readonly string[]): AdminRefused | null {
  const at = networks.findIndex(text => parseNetwork(text) === null)
  if (at < 0) return null
  const reason = `"${networks[at]}" is no network: CIDR, like 203.0.113.0/24 or 2001:db8::/32.`
  return refuse('INVALID_REQUEST', reason, `allowedNetworks[${at}]`)
}
