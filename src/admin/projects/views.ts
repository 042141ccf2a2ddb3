// The project that a request names, or the refusal if it does not exist; and how projects are
// printed for the panel: never with a key.

import type { Pool } from 'pg'
import { printSettings } from '../../core/project-settings.ts'
import { viewCertificate } from '../../ledger/projects/client-certificate.ts'
import {
  findProjectRecord,
  type ListedProject as ListedRow,
  type ProjectChange as ProjectChangeRow,
  type ProjectRecord,
} from '../../ledger/projects/project-list.ts'
import type { ProjectFields } from '../../ledger/projects/projects.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import type {
  ListedProject,
  ProjectChange,
  ProjectDetail,
  ProjectValues,
  ShownCertificate,
} from './schema.ts'

export function viewListed({ createdAt, updatedAt, ...row }: ListedRow): ListedProject {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

export function viewProject(record: ProjectRecord): ProjectDetail {
  return {
    projectId: record.projectId,
    internal: record.internal,
    enabled: record.settings.enabled,
    revision: record.revision,
    keySha256: record.apiKeySha256.toString('hex'),
    signingKeys: record.signingKeyCount,
    clientCertificate: viewShown(record.shownCertificate),
    isCallbackConfirmed: record.isCallbackConfirmed,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    values: valuesOf(record),
  }
}

export function viewShown(certificate: string | null): ShownCertificate | null {
  if (certificate === null) return null
  const { expiresAt, ...shown } = viewCertificate(certificate)
  return { ...shown, expiresAt: expiresAt.toISOString() }
}

export function valuesOf({
  callbackUrl,
  allowedNetworks,
  defaultLanguage,
  settings,
}: ProjectFields): ProjectValues {
  return {
    callbackUrl,
    allowedNetworks: [...allowedNetworks],
    defaultLanguage,
    ...printSettings(settings),
  }
}

export function viewChange({ at, before, ...change }: ProjectChangeRow): ProjectChange {
  return { ...change, before: before ?? {}, at: at.toISOString() }
}

export type FoundProject = { ok: true; record: ProjectRecord } | AdminRefused

export async function requireProject(
  { pool }: { pool: Pool },
  projectId: string,
): Promise<FoundProject> {
  const record = await findProjectRecord(pool, projectId)
  if (record !== null) return { ok: true, record }
  return unknownProject(projectId)
}

export const unknownProject = (projectId: string) =>
  refuse('UNKNOWN_PROJECT', `There is no project "${projectId}".`)

export const LOCKED = refuse(
  'PARTNER_LOCKED',
  "An internal project: its key and its callback are the platform's own and can't be changed.",
)
