// Projects in the ledger: created, found, loaded with their keys opened, changed by their owner. Must
// never store or log a key in clear, nor change an internal project's key or callback.

import type { Pool } from 'pg'
import { checkCallbackUrl } from '../../core/callback-address.ts'
import { findLanguage, LANGUAGES } from '../../core/language.ts'
import { parseNetwork } from '../../core/network.ts'
import { checkProjectId } from '../../core/project.ts'
import { type ProjectSettings, parseSettings, printSettings } from '../../core/project-settings.ts'
import { type AuditedBy, auditedRows, auditValues, BY_PLATFORM } from '../audit/audit-log.ts'
import { fingerprintApiKey, newApiKey, openApiKey, openSigningKey, sealApiKey } from './api-key.ts'
import type { MasterKeys } from './seal.ts'

export interface Project {
  projectId: string
  /** Internal projects (demo, site) use the built-in wallet and are locked. */
  internal: boolean
  callbackUrl: string
  apiKey: string
  apiKeySha256: Buffer
  /** That sign wallet callbacks: none, one, or two while they are exchanged. */
  signingKeys: readonly string[]
  /** Canonical CIDR. */
  allowedNetworks: readonly string[]
  defaultLanguage: string
  settings: ProjectSettings
  /** Raised by every change. */
  revision: number
}

export interface NewProject {
  projectId: string
  callbackUrl: string
  allowedNetworks: readonly string[]
}

export type CreateProjectResult =
  | { ok: true; project: Project }
  | { ok: false; field: 'projectId' | 'callbackUrl' | 'allowedNetworks'; reason: string }

/** What the owner changes; what is left out stays as it is. */
export interface ProjectEdit {
  callbackUrl?: string | undefined
  allowedNetworks?: readonly string[] | undefined
  defaultLanguage?: string | undefined
  settings?: ProjectSettings | undefined
}

/** `PARTNER_LOCKED`: an internal project. The others: someone else changed it first. */
export type ChangeProjectResult =
  | { ok: true; project: Project }
  | { ok: false; code: 'PROJECT_SETTINGS_CONFLICT' | 'PARTNER_LOCKED' }
  | {
      ok: false
      code: 'INVALID_PROJECT'
      field: 'callbackUrl' | 'allowedNetworks' | 'defaultLanguage'
      reason: string
    }

export type RotateKeyResult =
  | { ok: true; project: Project }
  | { ok: false; code: 'CREDENTIALS_CHANGED' | 'PARTNER_LOCKED' }

/** Carries the id of a project that was created or changed, to every node that listens. */
export const PROJECT_CHANGED_CHANNEL = 'project_changed'

const COLUMNS = `project_id, internal, callback_url, api_key_sealed, api_key_sha256,
  signing_key_sealed, next_signing_key_sealed, allowed_networks, default_language, settings, revision`

interface ProjectRow {
  project_id: string
  internal: boolean
  callback_url: string
  api_key_sealed: Buffer
  api_key_sha256: Buffer
  signing_key_sealed: Buffer | null
  next_signing_key_sealed: Buffer | null
  allowed_networks: string[]
  default_language: string
  settings: unknown
  revision: string
}

function fromRow(row: ProjectRow, masterKey: MasterKeys): Project {
  return {
    projectId: row.project_id,
    internal: row.internal,
    callbackUrl: row.callback_url,
    apiKey: openApiKey(masterKey, row.project_id, row.api_key_sealed),
    apiKeySha256: row.api_key_sha256,
    signingKeys: [row.signing_key_sealed, row.next_signing_key_sealed]
      .filter(sealed => sealed !== null)
      .map(sealed => openSigningKey(masterKey, row.project_id, sealed)),
    allowedNetworks: row.allowed_networks,
    defaultLanguage: row.default_language,
    settings: readStoredSettings(row),
    revision: Number(row.revision),
  }
}

/** Settings that can't be read stop the project: its limits must not vanish unnoticed. */
function readStoredSettings(row: ProjectRow): ProjectSettings {
  const parsed = parseSettings(row.settings)
  if (parsed.ok) return parsed.settings
  throw new Error(`the settings of project ${row.project_id} can't be read: ${parsed.reason}`)
}

export async function loadProjects(pool: Pool, masterKey: MasterKeys): Promise<Project[]> {
  const { rows } = await pool.query<ProjectRow>(
    `SELECT ${COLUMNS} FROM project ORDER BY project_id`,
  )
  return rows.map(row => fromRow(row, masterKey))
}

export async function findProject(
  pool: Pool,
  masterKey: MasterKeys,
  projectId: string,
): Promise<Project | null> {
  const { rows } = await pool.query<ProjectRow>(
    `SELECT ${COLUMNS} FROM project WHERE project_id = $1`,
    [projectId],
  )
  return rows[0] === undefined ? null : fromRow(rows[0], masterKey)
}

/** Who changes a project, for the audit log, and how far callbacks may go. */
export interface ProjectOptions {
  /** The development switch. */
  allowLoopback: boolean
  by?: AuditedBy | undefined
}

/** Creates an operator's project with a fresh key. */
export async function createProject(
  pool: Pool,
  masterKey: MasterKeys,
  wanted: NewProject,
  options: ProjectOptions,
): Promise<CreateProjectResult> {
  const id = checkProjectId(wanted.projectId)
  if (!id.ok) return { ...id, field: 'projectId' }
  const url = checkCallbackUrl(wanted.callbackUrl, options)
  if (!url.ok) return { ...url, field: 'callbackUrl' }
  const allowed = readNetworks(wanted.allowedNetworks)
  if (!allowed.ok) return allowed
  const apiKey = newApiKey()
  const { rows } = await pool.query<ProjectRow>(
    `WITH created AS (
       INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256,
                            allowed_networks)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (project_id) DO NOTHING RETURNING *),
     ${auditedRows('created', 6)}
     SELECT ${COLUMNS}, pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id) FROM created`,
    [
      wanted.projectId,
      wanted.callbackUrl,
      sealApiKey(masterKey, wanted.projectId, apiKey),
      fingerprintApiKey(apiKey),
      allowed.networks,
      ...auditValues({
        ...(options.by ?? BY_PLATFORM),
        action: 'project.created',
        before: null,
        after: { callbackUrl: wanted.callbackUrl, allowedNetworks: allowed.networks },
      }),
    ],
  )
  const row = rows[0]
  if (row === undefined) return { ok: false, field: 'projectId', reason: 'it exists already' }
  return { ok: true, project: fromRow(row, masterKey) }
}

/** In canonical form, each once. */
function readNetworks(texts: readonly string[]) {
  const networks = texts.map(parseNetwork).filter(network => network !== null)
  if (networks.length === texts.length)
    return { ok: true, networks: [...new Set(networks)] } as const
  const reason = 'a network is CIDR, like 203.0.113.0/24 or 2001:db8::/32'
  return { ok: false, field: 'allowedNetworks', reason } as const
}

/**
 * Changes a project as it was read: refused when someone else changed it since.
 */
export async function changeProject(
  pool: Pool,
  masterKey: MasterKeys,
  read: Project,
  edit: ProjectEdit,
  options: ProjectOptions,
): Promise<ChangeProjectResult> {
  if (read.internal && edit.callbackUrl !== undefined) return { ok: false, code: 'PARTNER_LOCKED' }
  const wanted = { ...read, ...definedOf(edit) }
  if (edit.callbackUrl !== undefined) {
    const url = checkCallbackUrl(edit.callbackUrl, options)
    if (!url.ok) return { ...url, code: 'INVALID_PROJECT', field: 'callbackUrl' }
  }
  const allowed = readNetworks(wanted.allowedNetworks)
  if (!allowed.ok) return { ...allowed, code: 'INVALID_PROJECT' }
  const language = findLanguage(wanted.defaultLanguage, LANGUAGES)
  if (language === null) {
    const reason = `a language is one of ${LANGUAGES.join(', ')}`
    return { ok: false, code: 'INVALID_PROJECT', field: 'defaultLanguage', reason }
  }
  const { rows } = await pool.query<ProjectRow>(
    `WITH changed AS (
       UPDATE project SET callback_url = $3, allowed_networks = $4, default_language = $5,
                          settings = $6, revision = revision + 1, updated_at = now()
       WHERE project_id = $1 AND revision = $2 RETURNING *),
     ${auditedRows('changed', 7)}
     SELECT ${COLUMNS}, pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id) FROM changed`,
    [
      read.projectId,
      read.revision,
      wanted.callbackUrl,
      allowed.networks,
      language,
      JSON.stringify(printSettings(wanted.settings)),
      ...auditValues({
        ...(options.by ?? BY_PLATFORM),
        action: 'project.changed',
        ...differenceOf(read, { ...wanted, allowedNetworks: allowed.networks }),
      }),
    ],
  )
  const row = rows[0]
  if (row === undefined) return { ok: false, code: 'PROJECT_SETTINGS_CONFLICT' }
  return { ok: true, project: fromRow(row, masterKey) }
}

/** What stands in one and not in the other. */
function differenceOf(before: Project, after: Project): { before: object; after: object } {
  const [from, to] = [before, after].map(project => ({
    callbackUrl: project.callbackUrl,
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

function definedOf(edit: ProjectEdit): Partial<Project> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
}

/** Gives a project as it was read a new key; from the commit on the old one opens nothing. */
export async function rotateKey(
  pool: Pool,
  masterKey: MasterKeys,
  read: Project,
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
     SELECT ${COLUMNS}, pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id) FROM changed`,
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
  return { ok: true, project: fromRow(row, masterKey) }
}
