// The certificate that the platform shows to a project's wallet, and its private key: checked,
// stored, replaced, taken away. The key is sealed, and never read back, logged or audited.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { Pool } from 'pg'
import { CERTIFICATE_KEY_MAX_CHARS, CERTIFICATE_MAX_CHARS } from '../../limits/admin.ts'
import { type AuditedBy, auditedRows, auditValues } from '../audit/audit-log.ts'
import { sealClientKey } from './api-key.ts'
import { PROJECT_CHANGED_CHANNEL, type ProjectFields } from './projects.ts'
import type { MasterKeys } from './seal.ts'

/** What a person may see of it. */
export interface CertificateView {
  readonly subject: string
  readonly issuer: string
  readonly expiresAt: Date
  /** Of the certificate itself, as other tools print it: 64 hex digits. */
  readonly sha256: string
}

export function viewCertificate(certificate: string): CertificateView {
  const { subject, issuer, validTo, fingerprint256 } = new X509Certificate(certificate)
  const sha256 = fingerprint256.replaceAll(':', '').toLowerCase()
  return {
    subject: inOneLine(subject),
    issuer: inOneLine(issuer),
    expiresAt: new Date(validTo),
    sha256,
  }
}

/** Node prints one part of a name a line. */
const inOneLine = (name: string | undefined) => (name ?? '').trim().split('\n').join(', ')

export interface GivenCertificate {
  /** In PEM, the own one first, then those between it and its authority. */
  readonly certificate: string
  readonly key: string
}

export type CertificateCheck =
  | { ok: true }
  | { ok: false; field: 'certificate' | 'key'; reason: string }

/** Whether the two can be used together now. A reason never repeats what was given. */
export function checkCertificate(given: GivenCertificate, nowMs: number): CertificateCheck {
  const { certificate, key } = given
  if (certificate.length > CERTIFICATE_MAX_CHARS) {
    return refuse('certificate', `longer than ${CERTIFICATE_MAX_CHARS} characters`)
  }
  if (key.length > CERTIFICATE_KEY_MAX_CHARS) {
    return refuse('key', `longer than ${CERTIFICATE_KEY_MAX_CHARS} characters`)
  }
  // The certificate is shown to people, and a key pasted with it would be too.
  if (certificate.includes('PRIVATE KEY')) {
    return refuse('certificate', 'it holds a private key: give that one as the key')
  }
  const own = attempt(() => new X509Certificate(certificate))
  if (own === null) return refuse('certificate', 'no certificate in PEM')
  if (Date.parse(own.validTo) <= nowMs) return refuse('certificate', 'it has expired')
  const privateKey = attempt(() => createPrivateKey(key))
  if (privateKey === null)
    return refuse('key', 'no private key in PEM, or it asks for a passphrase')
  if (!own.checkPrivateKey(privateKey)) return refuse('key', 'it is not the key of the certificate')
  const isUsable = attempt(() => createSecureContext({ cert: certificate, key })) !== null
  return isUsable ? { ok: true } : refuse('certificate', 'TLS can not use it')
}

const refuse = (field: 'certificate' | 'key', reason: string): CertificateCheck => ({
  ok: false,
  field,
  reason,
})

function attempt<Made>(make: () => Made): Made | null {
  try {
    return make()
  } catch {
    return null
  }
}

export type ChangeCertificateResult =
  | { kind: 'changed' }
  | { kind: 'refused'; cause: 'locked' | 'conflict' | 'none' }

/**
 * Calls that open a connection from the commit on show the new certificate; calls under way keep
 * the old one.
 * @param given checked by `checkCertificate`; null: none is shown any more
 */
export async function changeCertificate(
  pool: Pool,
  masterKey: MasterKeys,
  read: Pick<ProjectFields, 'projectId' | 'internal' | 'revision' | 'shownCertificate'>,
  given: GivenCertificate | null,
  by: AuditedBy,
): Promise<ChangeCertificateResult> {
  const { projectId, shownCertificate } = read
  if (read.internal) return { kind: 'refused', cause: 'locked' }
  if (given === null && shownCertificate === null) return { kind: 'refused', cause: 'none' }
  const { rowCount } = await pool.query(
    `WITH changed AS (
       UPDATE project SET client_certificate = $3, client_key_sealed = $4,
                          revision = revision + 1, updated_at = now()
       WHERE project_id = $1 AND revision = $2 AND NOT internal RETURNING project_id, revision),
     ${auditedRows('changed', 5)}
     SELECT pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id) FROM changed`,
    [
      projectId,
      read.revision,
      given?.certificate ?? null,
      given === null ? null : sealClientKey(masterKey, projectId, given.key),
      ...auditValues({
        ...by,
        action: 'client-certificate.changed',
        before: audited(shownCertificate),
        after: audited(given?.certificate ?? null),
      }),
    ],
  )
  return rowCount === 0 ? { kind: 'refused', cause: 'conflict' } : { kind: 'changed' }
}

function audited(certificate: string | null) {
  if (certificate === null) return { certificate: null }
  const { subject, expiresAt, sha256 } = viewCertificate(certificate)
  return { certificate: { subject, expiresAt: expiresAt.toISOString(), sha256 } }
}
