// What owners do with a project's keys: reveal, regenerate, steps of signing, the certificate that
// its wallet is shown. Each is written to the audit log before or together with its effect; a
// refusal has shown and changed nothing.

import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import {
  changeCertificate,
  checkCertificate,
  type GivenCertificate,
} from '../../ledger/projects/client-certificate.ts'
import { rotateKey } from '../../ledger/projects/project-changes.ts'
import { changeSigning, revealKey } from '../../ledger/projects/project-keys.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { conflict } from '../projects/save.ts'
import { LOCKED, requireProject, viewShown } from '../projects/views.ts'
import { type AdminRoute, type Answered, answered, defineRoute } from '../route.ts'
import { type KeyDeps, mayMakeKeys, openProject } from './open.ts'
import {
  CertificateAnswer,
  CertificateRemoval,
  CertificateRequest,
  NewKey,
  RegenerateRequest,
  RevealedKey,
  SigningAnswer,
  SigningRequest,
} from './schema.ts'

const CERTIFICATE_ERRORS = [
  'UNKNOWN_PROJECT',
  'PARTNER_LOCKED',
  'PROJECT_SETTINGS_CONFLICT',
  'CREDENTIALS_NOT_ENABLED',
] as const

export const KEY_ROUTES: readonly AdminRoute[] = [
  defineRoute('POST /projects/:projectId/key/reveal', ['key.change', 'platform'], {
    summary: "Show a project's key",
    description: 'The audit log records who asked before the key is answered.',
    answer: RevealedKey,
    errors: ['UNKNOWN_PROJECT', 'CREDENTIALS_NOT_ENABLED'],
    run: (deps, { params, by }) => reveal(deps, params.projectId, by),
  }),
  defineRoute('POST /projects/:projectId/key/regenerate', ['key.change', 'platform'], {
    summary: 'Give a project a new key; the old one stops working at once',
    description:
      'The new key applies on every node from the moment of the answer. Needs the typed id of ' +
      'the project, and the fingerprint of the key that is to be replaced.',
    body: RegenerateRequest,
    answer: NewKey,
    errors: [
      'UNKNOWN_PROJECT',
      'PARTNER_LOCKED',
      'CONFIRMATION_REQUIRED',
      'CREDENTIALS_CHANGED',
      'CREDENTIALS_NOT_ENABLED',
    ],
    run: (deps, { params, body, by }) => regenerate(deps, params.projectId, body, by),
  }),
  defineRoute('POST /projects/:projectId/signing', ['key.change', 'platform'], {
    summary: 'Take a step in signing wallet callbacks',
    description:
      '`start`: sign calls from now on. `rotate`: sign with a second key as well. `finish`: ' +
      'sign with the second key only. `stop`: sign no longer.',
    body: SigningRequest,
    answer: SigningAnswer,
    errors: [
      'UNKNOWN_PROJECT',
      'PARTNER_LOCKED',
      'PROJECT_SETTINGS_CONFLICT',
      'CREDENTIALS_NOT_ENABLED',
    ],
    run: (deps, { params, body, by }) => sign(deps, params.projectId, body, by),
  }),
  defineRoute('POST /projects/:projectId/client-certificate', ['key.change', 'platform'], {
    summary: "Show a certificate to a project's wallet (mutual TLS)",
    description:
      'Calls that open a connection from now on show it, in place of an earlier one. The key is ' +
      'sealed and never answered.',
    body: CertificateRequest,
    answer: CertificateAnswer,
    errors: CERTIFICATE_ERRORS,
    run: (deps, { params, body: { revision, ...given }, by }) =>
      certify(deps, params.projectId, { revision, given }, by),
  }),
  defineRoute('POST /projects/:projectId/client-certificate/remove', ['key.change', 'platform'], {
    summary: "Show no certificate to a project's wallet",
    description: 'Its key is deleted.',
    body: CertificateRemoval,
    answer: CertificateAnswer,
    errors: CERTIFICATE_ERRORS,
    run: (deps, { params, body: { revision }, by }) =>
      certify(deps, params.projectId, { revision, given: null }, by),
  }),
]

export async function reveal(
  deps: KeyDeps,
  projectId: string,
  by: AuditedBy,
): Promise<Answered<RevealedKey> | AdminRefused> {
  const opened = await openProject(deps, projectId)
  if (!opened.ok) return opened
  return answered({ apiKey: await revealKey(deps.pool, opened.value, by) })
}

/** Works also where the current key can't be opened: a new key is the way out then. */
export async function regenerate(
  deps: KeyDeps,
  projectId: string,
  { keySha256, confirm }: RegenerateRequest,
  by: AuditedBy,
): Promise<Answered<NewKey> | AdminRefused> {
  const found = await requireProject(deps, projectId)
  if (!found.ok) return found
  const { record } = found
  if (record.internal) return LOCKED
  if (confirm !== projectId) {
    const reason = `Type "${projectId}" to confirm: the old key stops working at once.`
    return refuse('CONFIRMATION_REQUIRED', reason, 'confirm')
  }
  if (record.apiKeySha256.toString('hex') !== keySha256) return CHANGED
  const refused = await mayMakeKeys(deps)
  if (refused !== null) return refused
  const rotated = await rotateKey(deps.pool, deps.masterKey, record, by)
  if (!rotated.ok) return rotated.code === 'PARTNER_LOCKED' ? LOCKED : CHANGED
  const { apiKey, apiKeySha256 } = rotated.project
  return answered({ apiKey, keySha256: apiKeySha256.toString('hex') })
}

const CHANGED = refuse(
  'CREDENTIALS_CHANGED',
  'Someone else gave the project a new key since you read it. Nothing is changed.',
)

/** The project as the client read it, whose keys may be changed. */
async function requireChangeable(deps: KeyDeps, projectId: string, revision: number) {
  const found = await requireProject(deps, projectId)
  if (!found.ok) return found
  const { record } = found
  if (record.internal) return LOCKED
  if (record.revision !== revision) return conflict(deps, record, revision)
  return (await mayMakeKeys(deps)) ?? found
}

export async function sign(
  deps: KeyDeps,
  projectId: string,
  { step, revision }: SigningRequest,
  by: AuditedBy,
): Promise<Answered<SigningAnswer> | AdminRefused> {
  const found = await requireChangeable(deps, projectId, revision)
  if (!found.ok) return found
  const opened = await openProject(deps, projectId)
  if (!opened.ok) return opened
  const read = { ...opened.value, revision }
  const changed = await changeSigning(deps.pool, deps.masterKey, read, step, by)
  if (changed.kind === 'changed') {
    return answered({ signingKey: changed.newKey, keys: changed.keys })
  }
  if (changed.cause === 'locked') return LOCKED
  if (changed.cause === 'wrong-step') return WRONG_STEP
  const now = await requireProject(deps, projectId)
  return now.ok ? conflict(deps, now.record, revision) : now
}

const WRONG_STEP = refuse(
  'INVALID_REQUEST',
  'The project has not the keys for this step: start, rotate, finish, in this order; stop at any ' +
    'time.',
  'step',
)

/** @param given null: no certificate from now on */
export async function certify(
  deps: KeyDeps & Pick<AdminDeps, 'nowMs'>,
  projectId: string,
  { revision, given }: { revision: number; given: GivenCertificate | null },
  by: AuditedBy,
): Promise<Answered<CertificateAnswer> | AdminRefused> {
  const found = await requireChangeable(deps, projectId, revision)
  if (!found.ok) return found
  if (given !== null) {
    const checked = checkCertificate(given, deps.nowMs())
    if (!checked.ok) {
      const sentence = `The ${checked.field} is refused: ${checked.reason}.`
      return refuse('INVALID_REQUEST', sentence, checked.field)
    }
  }
  const changed = await changeCertificate(deps.pool, deps.masterKey, found.record, given, by)
  if (changed.kind === 'refused' && changed.cause === 'none') return NO_CERTIFICATE
  if (changed.kind === 'refused' && changed.cause === 'locked') return LOCKED
  const now = await requireProject(deps, projectId)
  if (!now.ok) return now
  if (changed.kind === 'refused') return conflict(deps, now.record, revision)
  const { shownCertificate, revision: next } = now.record
  return answered({ clientCertificate: viewShown(shownCertificate), revision: next })
}

const NO_CERTIFICATE = refuse('INVALID_REQUEST', 'The project shows no certificate.')
