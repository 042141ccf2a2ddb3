// How projects are printed for the panel: never with a key.

import { printSettings } from '../../core/project-settings.ts'
import type {
  ListedProject as ListedRow,
  ProjectChange as ProjectChangeRow,
  ProjectRecord,
} from '../../ledger/projects/project-list.ts'
import type { ProjectFields } from '../../ledger/projects/projects.ts'
import type { ListedProject, ProjectChange, ProjectDetail, ProjectValues } from './schema.ts'

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
    isCallbackConfirmed: record.isCallbackConfirmed,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    values: valuesOf(record),
  }
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
