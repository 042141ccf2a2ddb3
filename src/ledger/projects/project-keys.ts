// What owners do with a project's keys besides a new API key: reveal it, and turn on the signing of
// wallet callbacks. Everything here is written to the audit log, without showing a key there.

import type { Pool } from 'pg'
import { type AuditedBy, auditedRows, auditValues, writeAudit } from '../audit/audit-log.ts'
import { newSigningKey, sealSigningKey } from './api-key.ts'
import { PROJECT_CHANGED_CHANNEL, type Project } from './projects.ts'
import type { MasterKeys } from './seal.ts'

/** The key, after the audit log has recorded that it was revealed. */
export async function revealKey(pool: Pool, read: Project, by: AuditedBy): Promise<string> {
  const { projectId: subject } = read
  await writeAudit(pool, { ...by, action: 'key.revealed', subject, before: null, after: null })
  return read.apiKey
}

/**
 * `start`: calls are signed from now on. `rotate`: also by a second key. `finish`: only by the
 * second key. `stop`: no longer.
 */
export const SIGNING_STEPS = ['start', 'rotate', 'finish', 'stop'] as const
export type SigningStep = (typeof SIGNING_STEPS)[number]

export type ChangeSigningResult =
  /** `newKey`: null when the step makes none. */
  | { kind: 'changed'; newKey: string | null; keys: number }
  | { kind: 'refused'; cause: 'wrong-step' | 'locked' | 'conflict' }

/** Takes one step with the keys of a project as it was read. */
export async function changeSigning(
  pool: Pool,
  masterKey: MasterKeys,
  read: Project,
  step: SigningStep,
  by: AuditedBy,
): Promise<ChangeSigningResult> {
  if (read.internal) return { kind: 'refused', cause: 'locked' }
  const { projectId } = read
  const newKey = step === 'start' || step === 'rotate' ? newSigningKey() : null
  const keys = takeStep(read.signingKeys, step, newKey)
  if (keys === null) return { kind: 'refused', cause: 'wrong-step' }
  const sealed = (key: string | undefined) =>
    key === undefined ? null : sealSigningKey(masterKey, projectId, key)
  const { rowCount } = await pool.query(
    `WITH changed AS (
       UPDATE project SET signing_key_sealed = $3, next_signing_key_sealed = $4,
                          revision = revision + 1, updated_at = now()
       WHERE project_id = $1 AND revision = $2 RETURNING project_id, revision),
     ${auditedRows('changed', 5)}
     SELECT pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id) FROM changed`,
    [
      projectId,
      read.revision,
      sealed(keys[0]),
      sealed(keys[1]),
      ...auditValues({
        ...by,
        action: 'signing-key.changed',
        before: { keys: read.signingKeys.length },
        after: { step, keys: keys.length },
      }),
    ],
  )
  if (rowCount === 0) return { kind: 'refused', cause: 'conflict' }
  return { kind: 'changed', newKey, keys: keys.length }
}

/** The keys after the step; null when it can't be taken. */
function takeStep(
  keys: readonly string[],
  step: SigningStep,
  newKey: string | null,
): readonly string[] | null {
  const steps: Record<SigningStep, { from: number[]; to: readonly string[] }> = {
    start: { from: [0], to: [newKey!] },
    rotate: { from: [1], to: [...keys, newKey!] },
    finish: { from: [2], to: keys.slice(1) },
    stop: { from: [1, 2], to: [] },
  }
  const { from, to } = steps[step]
  return from.includes(keys.length) ? to : null
}
