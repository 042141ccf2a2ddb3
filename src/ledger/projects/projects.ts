// Projects in the ledger: created, found, loaded with their keys opened. Must never store or log a
// key in clear; project-changes changes one.

import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { type AddressPolicy, checkCallbackUrl } from '../../core/callback-address.ts'
import { parseNetwork } from '../../core/network.ts'
import { checkProjectId } from '../../core/project.ts'
import { type ProjectSettings, parseSettings } from '../../core/project-settings.ts'
import { type AuditedBy, auditedRows, auditValues, BY_PLATFORM } from '../audit/audit-log.ts'
import {
  fingerprintApiKey,
  newApiKey,
  openApiKey,
  openClientKey,
  openSigningKey,
  sealApiKey,
} from './api-key.ts'
import type { MasterKeys } from './seal.ts'

/** A project without its keys, which is enough to show or change one. */
export interface ProjectFields {
  projectId: string
  /** Internal projects (demo, site) use the built-in wallet and are locked. */
  internal: boolean
  callbackUrl: string
  /**
   * The address was last saved by a person who gave the password, or from the command line; an
   * internal project's is our own.
   */
  isCallbackConfirmed: boolean
  apiKeySha256: Buffer
  /** Canonical CIDR. */
  allowedNetworks: readonly string[]
  defaultLanguage: string
  settings: ProjectSettings
  /** What the platform shows to the wallet, in PEM and without its key; null: nothing. */
  shownCertificate: string | null
  /** Raised by every change. */
  revision: number
}

export interface Project extends ProjectFields {
  apiKey: string
  /** Keys that sign wallet callbacks: none, one, or two while they are exchanged. */
  signingKeys: readonly string[]
  clientCertificate: ClientCertificate | null
}

/** Shown to a wallet. Both in PEM; `sha256` is of the certificate's text. */
export interface ClientCertificate {
  readonly certificate: string
  readonly key: string
  readonly sha256: string
}

export interface NewProject {
  projectId: string
  callbackUrl: string
  allowedNetworks: readonly string[]
}

export type CreateProjectResult =
  | { ok: true; project: Project }
  | {
      ok: false
      cause: 'invalid' | 'exists'
      field: 'projectId' | 'callbackUrl' | 'allowedNetworks'
      reason: string
    }

/** Carries the id of a project that was created or changed, to every node that listens. */
export const PROJECT_CHANGED_CHANNEL = 'project_changed'

export const PROJECT_COLUMNS = `project_id AS "projectId", internal, callback_url AS "callbackUrl",
  internal OR callback_confirmed IS NOT DISTINCT FROM callback_url AS "isCallbackConfirmed",
  api_key_sealed AS "apiKeySealed", api_key_sha256 AS "apiKeySha256",
  signing_key_sealed AS "signingKeySealed", next_signing_key_sealed AS "nextSigningKeySealed",
  client_certificate AS "shownCertificate", client_key_sealed AS "clientKeySealed",
  allowed_networks AS "allowedNetworks", default_language AS "defaultLanguage", settings,
  revision::float8 AS revision`

export interface ProjectRow extends Omit<ProjectFields, 'settings'> {
  apiKeySealed: Buffer
  signingKeySealed: Buffer | null
  nextSigningKeySealed: Buffer | null
  clientKeySealed: Buffer | null
  settings: unknown
}

/** Throws WrongMasterKey when a key of it can't be opened. */
export function projectOf(row: ProjectRow, masterKey: MasterKeys): Project {
  const { projectId } = row
  return {
    ...fieldsOf(row),
    apiKey: openApiKey(masterKey, projectId, row.apiKeySealed),
    signingKeys: [row.signingKeySealed, row.nextSigningKeySealed]
      .filter(sealed => sealed !== null)
      .map(sealed => openSigningKey(masterKey, projectId, sealed)),
    clientCertificate: certificateOf(row, masterKey),
  }
}

function certificateOf(
  { projectId, shownCertificate: certificate, clientKeySealed }: ProjectRow,
  masterKey: MasterKeys,
): ClientCertificate | null {
  if (certificate === null || clientKeySealed === null) return null
  const key = openClientKey(masterKey, projectId, clientKeySealed)
  return { certificate, key, sha256: createHash('sha256').update(certificate).digest('hex') }
}

/** Opens no key. Unreadable settings stop the project: its limits must not disappear unnoticed. */
export function fieldsOf(row: ProjectRow): ProjectFields {
  const { apiKeySealed, signingKeySealed, nextSigningKeySealed, clientKeySealed, ...fields } = row
  const parsed = parseSettings(row.settings)
  if (parsed.ok) return { ...fields, settings: parsed.settings }
  throw new Error(`the settings of project ${row.projectId} can't be read: ${parsed.reason}`)
}

export async function loadProjects(pool: Pool, masterKey: MasterKeys): Promise<Project[]> {
  const { rows } = await pool.query<ProjectRow>(
    `SELECT ${PROJECT_COLUMNS} FROM project ORDER BY project_id`,
  )
  return rows.map(row => projectOf(row, masterKey))
}

export async function findProject(
  pool: Pool,
  masterKey: MasterKeys,
  projectId: string,
): Promise<Project | null> {
  const { rows } = await pool.query<ProjectRow>(
    `SELECT ${PROJECT_COLUMNS} FROM project WHERE project_id = $1`,
    [projectId],
  )
  return rows[0] === undefined ? null : projectOf(rows[0], masterKey)
}

/** Who changes a project, for the audit log, and which callback addresses are allowed. */
export interface ProjectOptions extends AddressPolicy {
  by?: AuditedBy | undefined
}

/** Creates an operator's project with a fresh key. */
export async function createProject(
  pool: Pool,
  masterKey: MasterKeys,
  given: NewProject,
  options: ProjectOptions,
): Promise<CreateProjectResult> {
  const id = checkProjectId(given.projectId)
  if (!id.ok) return { ...id, cause: 'invalid', field: 'projectId' }
  const url = checkCallbackUrl(given.callbackUrl, options)
  if (!url.ok) return { ...url, cause: 'invalid', field: 'callbackUrl' }
  const allowed = readNetworks(given.allowedNetworks)
  if (!allowed.ok) return { ...allowed, cause: 'invalid' }
  const apiKey = newApiKey()
  const { rows } = await pool.query<ProjectRow>(
    `WITH created AS (
       INSERT INTO project (project_id, callback_url, callback_confirmed, api_key_sealed,
                            api_key_sha256, allowed_networks)
       VALUES ($1, $2, $2, $3, $4, $5) ON CONFLICT (project_id) DO NOTHING RETURNING *),
     ${auditedRows('created', 6)}
     SELECT ${PROJECT_COLUMNS} FROM created, pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id)`,
    [
      given.projectId,
      given.callbackUrl,
      sealApiKey(masterKey, given.projectId, apiKey),
      fingerprintApiKey(apiKey),
      allowed.networks,
      ...auditValues({
        ...(options.by ?? BY_PLATFORM),
        action: 'project.created',
        before: null,
        after: { callbackUrl: given.callbackUrl, allowedNetworks: allowed.networks },
      }),
    ],
  )
  const row = rows[0]
  if (row !== undefined) return { ok: true, project: projectOf(row, masterKey) }
  return { ok: false, cause: 'exists', field: 'projectId', reason: 'it exists already' }
}

/** In canonical form, each once. */
export function readNetworks(texts: readonly string[]) {
  const networks = texts.map(parseNetwork).filter(network => network !== null)
  if (networks.length === texts.length)
    return { ok: true, networks: [...new Set(networks)] } as const
  const reason = 'a network is CIDR, like 203.0.113.0/24 or 2001:db8::/32'
  return { ok: false, field: 'allowedNetworks', reason } as const
}
