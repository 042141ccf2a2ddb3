// The unsaved changes of a project: kept through refusals and conflicts, saved on the revision that
// was read. Must never drop input unless asked to.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type {
  ConflictDetails,
  ProjectDetail,
  ProjectValues,
} from '../../../../src/admin/projects/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { AdminRefusal, at, callAdmin } from '../../api.ts'
import { asksForPassword, isStepUpRefusal } from '../../parts/step-up.tsx'
import { useSession } from '../../session.tsx'

export type ValueName = keyof ProjectValues
export type Edits = Partial<ProjectValues>

export interface Draft {
  /** The project as it was at the first edit. */
  readonly project: ProjectDetail
  /** The values with the edits applied. */
  readonly values: ProjectValues
  readonly edits: Edits
  /** Another user has saved the project since the first edit. */
  readonly isOutdated: boolean
  /** Incremented when edits are discarded: inputs that hold their text reset. */
  readonly version: number
  readonly isSaving: boolean
  readonly error: Error | null
  readonly conflict: ConflictDetails | null
  /** A save is waiting for the password. */
  readonly isAsking: boolean
  set<Name extends ValueName>(name: Name, value: ProjectValues[Name]): void
  discard(): void
  save(): Promise<boolean>
  /** Saves what is waiting for the password; throws when the password is refused. */
  confirm(stepUp: StepUp): Promise<boolean>
  closeAsking(): void
  /** After a conflict: saves these edits on the current revision. */
  saveAgain(edits: Edits): Promise<boolean>
  closeConflict(): void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const pathOf = (projectId: string) => at('/projects/:projectId', { projectId })
/** Of the project and of its changes. */
export const pathsOf = (projectId: string) => [pathOf(projectId), `${pathOf(projectId)}/changes`]

export function useDraft(read: ProjectDetail): Draft {
  const queries = useQueryClient()
  const { accountId } = useSession().account
  const key = `${accountId} ${read.projectId}`
  const [kept, setKept] = useState<KeptDraft>(() => KEPT.get(key) ?? NO_EDITS)
  useEffect(() => keepDraft(key, kept), [key, kept])
  const [version, setVersion] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [conflict, setConflict] = useState<ConflictDetails | null>(null)
  const [asked, setAsked] = useState<Save | null>(null)
  const project = kept.base ?? read
  const drop = () => {
    setKept(NO_EDITS)
    setError(null)
    setVersion(before => before + 1)
  }

  const send = async ({ base, edits }: Save, stepUp: StepUp = {}): Promise<boolean> => {
    setSaving(true)
    setError(null)
    const path = pathOf(base.projectId)
    try {
      const body = { revision: base.revision, ...edits, ...stepUp }
      const saved = await callAdmin<ProjectDetail>('PUT', path, { body })
      queries.setQueryData([path], saved)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => isOfProject(queryKey, path) })
      drop()
      setConflict(null)
      return true
    } catch (failure) {
      if (isStepUpRefusal(failure)) throw failure
      if (isConflict(failure)) setConflict(failure.details as ConflictDetails)
      else if (asksForPassword(failure)) setAsked({ base, edits })
      else setError(failure as Error)
      return false
    } finally {
      setSaving(false)
    }
  }

  return {
    project,
    version,
    isSaving,
    error,
    conflict,
    edits: kept.edits,
    isAsking: asked !== null,
    values: { ...project.values, ...kept.edits },
    isOutdated: kept.base !== null && kept.base.revision !== read.revision,
    set: useCallback(
      (name, value) =>
        setKept(before => {
          const base = before.base ?? read
          const { [name]: _, ...others } = before.edits
          const edits = isSame(base.values[name], value) ? others : { ...others, [name]: value }
          return Object.keys(edits).length === 0 ? NO_EDITS : { base, edits }
        }),
      [read],
    ),
    discard: drop,
    save: () => send({ base: project, edits: kept.edits }),
    confirm: stepUp => send(asked!, stepUp),
    closeAsking: () => setAsked(null),
    saveAgain(edits) {
      const base = conflict!.project
      setKept({ base, edits })
      setConflict(null)
      return send({ base, edits })
    },
    closeConflict: () => setConflict(null),
  }
}

/** The edits to save and the revision they are based on. */
interface Save {
  base: ProjectDetail
  edits: Edits
}

interface KeptDraft {
  base: ProjectDetail | null
  edits: Edits
}

const NO_EDITS: KeptDraft = { base: null, edits: {} }

/**
 * By account and project, for as long as the browser page is open: moving around the panel loses
 * nothing.
 */
const KEPT = new Map<string, KeptDraft>()

/** Reloading or closing the page would lose the edits: the browser asks first. */
function keepDraft(key: string, draft: KeptDraft): void {
  if (draft === NO_EDITS) KEPT.delete(key)
  else KEPT.set(key, draft)
  if (KEPT.size === 0) removeEventListener('beforeunload', ask)
  else addEventListener('beforeunload', ask)
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function isConflict(failure: unknown): failure is AdminRefusal {
  return failure instanceof AdminRefusal && failure.code === 'PROJECT_SETTINGS_CONFLICT'
}

/** Lists of projects, and everything below this one; the project itself is in the answer. */
function isOfProject([first]: readonly unknown[], path: string): boolean {
  return first === '/projects' || String(first).startsWith(`${path}/`)
}
