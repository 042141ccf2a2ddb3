// The keys of a project, as JSON.

import { type Static, Type } from 'typebox'
import { CERTIFICATE_KEY_MAX_CHARS, CERTIFICATE_MAX_CHARS } from '../../limits/admin.ts'
import { textOrNull } from '../common-schema.ts'
import { readRevision, shownCertificate } from '../projects/schema.ts'

export const RevealedKey = Type.Object({
  apiKey: Type.String({ description: 'Keep it from logs and from every other page.' }),
})
export type RevealedKey = Static<typeof RevealedKey>

export const RegenerateRequest = Type.Object({
  keySha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'Fingerprint of the key that is to be replaced, as the client read it.',
  }),
  confirm: Type.Optional(Type.String({ maxLength: 200, description: "The project's id, typed." })),
})
export type RegenerateRequest = Static<typeof RegenerateRequest>

export const NewKey = Type.Object({
  apiKey: Type.String({ description: 'Shown here; later only by a reveal.' }),
  keySha256: Type.String(),
})
export type NewKey = Static<typeof NewKey>

export const SigningRequest = Type.Object({
  step: Type.Enum(['start', 'rotate', 'finish', 'stop']),
  revision: readRevision,
})
export type SigningRequest = Static<typeof SigningRequest>

export const SigningAnswer = Type.Object({
  signingKey: { ...textOrNull, description: 'New, shown once; null: the step makes no key.' },
  keys: Type.Integer({ description: 'How many keys sign every call from now on.' }),
})
export type SigningAnswer = Static<typeof SigningAnswer>

export const CertificateRequest = Type.Object({
  certificate: Type.String({
    minLength: 1,
    maxLength: CERTIFICATE_MAX_CHARS,
    description: 'PEM: the own certificate first, then those between it and its authority.',
  }),
  key: Type.String({
    minLength: 1,
    maxLength: CERTIFICATE_KEY_MAX_CHARS,
    description: 'PEM, without a passphrase. It is sealed, and never shown again.',
  }),
  revision: readRevision,
})
export type CertificateRequest = Static<typeof CertificateRequest>

export const CertificateAnswer = Type.Object({
  clientCertificate: shownCertificate,
  revision: Type.Integer({ description: 'Of the project from now on.' }),
})
export type CertificateAnswer = Static<typeof CertificateAnswer>

export const CertificateRemoval = Type.Pick(CertificateRequest, ['revision'])
export type CertificateRemoval = Static<typeof CertificateRemoval>
