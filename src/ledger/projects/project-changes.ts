// How an owner changes a project: its fields and settings, as they were read, and a new key. Must
// never change an internal project's key or callback, nor store or log a key in clear.

import type { Pool } from 'pg'
import { checkCallbackUrl } from '../../core/callback-address.ts'
import { findLanguage, LANGUAGES } from '../../core/language.ts'
import { type ProjectSettings, printSettings } from '../../core/project-settings.ts'
import { type AuditedBy, auditedRows, auditValues, BY_PLATFORM } from '../audit/audit-log.ts'
import { fingerprintApiKey, newApiKey, sealApiKey } from './api-key.ts'
import {
  fieldsOf,
  PROJECT_CHANGED_CHANNEL,
  PROJECT_COLUMNS,
  type Project,
  type ProjectFields,
  type ProjectOptions,
  type ProjectRow,
  projectOf,
  readNetworks,
} from './projects.ts'
import type { MasterKeys } from './seal.ts'

/** The owner's changes; missing fields are not changed. */
export interface ProjectEdit {
  callbackUrl?: string | undefined
  allowedNetworks?: readonly string[] | undefined
  defaultLanguage?: string | undefined
  settings?: ProjectSettings | undefined
}

/**
 * `PARTNER_LOCKED`: an internal project. `PROJECT_SETTINGS_CONFLICT`: someone else changed it
 * first.
 */
type ChangeRefusal =
  | { ok: false; code: 'PROJECT_SETTINGS_CONFLICT' | 'PARTNER_LOCKED' }
  | {
      ok: false
      code: 'INVALID_PROJECT'
      field: 'callbackUrl' | 'allowedNetworks' | 'defaultLanguage'
      reason: string
    }

export type ChangeProjectResult = { ok: true; project: Project } | ChangeRefusal
export type ChangeFieldsResult = { ok: true; project: ProjectFields } | ChangeRefusal

export type RotateKeyResult =
  | { ok: true; project: ProjectFields & { apiKey: string } }
  | { ok: false; code: 'CREDENTIALS_CHANGED' | 'PARTNER_LOCKED' }

/** Changes a project as it was read: refused when someone else has changed it since. */
export async function changeProject(
  pool: Pool,
  masterKey: MasterKeys,
  read: ProjectFields,
  edit: ProjectEdit,
  options: ProjectOptions,
): Promise<ChangeProjectResult> {
  const changed = await change(pool, read, edit, options)
  return changed.ok ? { ok: true, project: projectOf(changed.row, masterKey) } : changed
}

/** The same without opening the keys, so it also works where they can't be opened. */
export async function changeFields(
  pool: Pool,
  read: ProjectFields,
  edit: ProjectEdit,
  options: ProjectOptions,
): Promise<ChangeFieldsResult> {
  const changed = await change(pool, read, edit, options)
  return changed.ok ? { ok: true, project: fieldsOf(changed.row) } : changed
}

async function change(
  pool: Pool,
  read: ProjectFields,
  edit: ProjectEdit,
  options: ProjectOptions,
): Promise<{ ok: true; row: ProjectRow } | ChangeRefusal> {
  if (read.internal && edit.callbackUrl !== undefined) return { ok: false, code: 'PARTNER_LOCKED' }
  const edited = { ...read, ...definedOf(edit) }
  if (edit.callbackUrl !== undefined) {
    const url = checkCallbackUrl(edit.callbackUrl, options)
    if (!url.ok) return { ...url, code: 'INVALID_PROJECT', field: 'callbackUrl' }
  }
  const allowed = readNetworks(edited.allowedNetworks)
  if (!allowed.ok) return { ...allowed, code: 'INVALID_PROJECT' }
  const language = findLanguage(edited.defaultLanguage, LANGUAGES)
  if (language === null) {
    const reason = `a language is one of ${LANGUAGES.join(', ')}`
    return { ok: false, code: 'INVALID_PROJECT', field: 'defaultLanguage', reason }
  }
  // A person who may save an address has confirmed it, by the password or by having a shell here.
  const isConfirming = edit.callbackUrl !== undefined
  const { rows } = await pool.query<ProjectRow>(
    `WITH changed AS (
       UPDATE project SET callback_url = $3, allowed_networks = $4, default_language = $5,
                          settings = $6, revision = revision + 1, updated_at = now(),
                          callback_confirmed = CASE WHEN $7 THEN $3 ELSE callback_confirmed END
       WHERE project_id = $1 AND revision = $2 RETURNING *),
     ${auditedRows('changed', 8)}
     SELECT ${PROJECT_COLUMNS} FROM changed, pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id)`,
    [
      read.projectId,
      read.revision,
      edited.callbackUrl,
      allowed.networks,
      language,
      JSON.stringify(printSettings(edited.settings)),
      isConfirming,
      ...auditValues({
        ...(options.by ?? BY_PLATFORM),
        action: 'project.changed',
        ...differenceOf(read, {
          ...edited,
          allowedNetworks: allowed.networks,
          isCallbackConfirmed: isConfirming || read.isCallbackConfirmed,
        }),
      }),
    ],
  )
  const row = rows[0]
  return row === undefined ? { ok: false, code: 'PROJECT_SETTINGS_CONFLICT' } : { ok: true, row }
}

/** The fields that differ. */
function differenceOf(
  before: ProjectFields,
  after: ProjectFields,
): { before: object; after: object } {
  const [from, to] = [before, after].map(project => ({
    callbackUrl: project.callbackUrl,
    isCallbackConfirmed: project.isCallbackConfirmed,
    allowedNetworks: project.allowedNetworks,
    defaultLanguage: project.defaultLanguage,
    ...printSettings(project.settings),
  }))
  const names = Object.keys(to!).filter(
    name => JSON.stringify(from![name as never]) !== JSON.stringify(to![name as never]),
  )
  const pick = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
  return { before: pick(from!), after: pick(to!) }
}

function definedOf(edit: ProjectEdit): Partial<ProjectFields> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
}

/** Gives a project as it was read a new key; from the commit on the old key is invalid. */
export async function rotateKey(
  pool: Pool,
  masterKey: MasterKeys,
  read: Pick<ProjectFields, 'projectId' | 'internal' | 'apiKeySha256'>,
  by: AuditedBy = BY_PLATFORM,
): Promise<RotateKeyResult> {
  if (read.internal) return { ok: false, code: 'PARTNER_LOCKED' }
  const { projectId } = read
  const apiKey = newApiKey()
  const { rows } = await pool.query<ProjectRow>(
    `WITH changed AS (
       UPDATE project SET api_key_sealed = $3, api_key_sha256 = $4, revision = revision + 1,
                          updated_at = now()
       WHERE project_id = $1 AND api_key_sha256 = $2 AND NOT internal RETURNING *),
     ${auditedRows('changed', 5)}
     SELECT ${PROJECT_COLUMNS} FROM changed, pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id)`,
    [
      projectId,
      read.apiKeySha256,
      sealApiKey(masterKey, projectId, apiKey),
      fingerprintApiKey(apiKey),
      ...auditValues({
        ...by,
        action: 'key.rotated',
        before: { keySha256: read.apiKeySha256.toString('hex') },
        after: { keySha256: fingerprintApiKey(apiKey).toString('hex') },
      }),
    ],
  )
  const row = rows[0]
  if (row === undefined) return { ok: false, code: 'CREDENTIALS_CHANGED' }
  return { ok: true, project: { ...fieldsOf(row), apiKey } }
}
