// A project's secret keys: made, sealed for storage, opened, fingerprinted. The API key identifies
// the caller; a signing key signs wallet callbacks. Must never log one.

import { createHash, randomBytes } from 'node:crypto'
import { type MasterKeys, seal, unseal } from './seal.ts'

export function newApiKey(): string {
  return `rk_${randomBytes(32).toString('base64url')}`
}

export function newSigningKey(): string {
  return `rs_${randomBytes(32).toString('base64url')}`
}

export function fingerprintApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}

export function sealApiKey(masterKey: MasterKeys, projectId: string, apiKey: string): Buffer {
  return seal(masterKey, projectId, apiKey)
}

/** Throws WrongMasterKey when it was sealed under another key or for another project. */
export function openApiKey(masterKey: MasterKeys, projectId: string, sealed: Uint8Array): string {
  return unseal(masterKey, projectId, sealed, `The api key of project ${projectId}`)
}

/** No project's id contains a space, so a key of one kind can't be opened as one of the other. */
const signer = (projectId: string) => `${projectId} signing`

export function sealSigningKey(masterKey: MasterKeys, projectId: string, key: string): Buffer {
  return seal(masterKey, signer(projectId), key)
}

export function openSigningKey(
  masterKey: MasterKeys,
  projectId: string,
  sealed: Uint8Array,
): string {
  return unseal(masterKey, signer(projectId), sealed, `A signing key of project ${projectId}`)
}

const shower = (projectId: string) => `${projectId} client`

/** The private key of the certificate that the project's wallet is shown. */
export function sealClientKey(masterKey: MasterKeys, projectId: string, key: string): Buffer {
  return seal(masterKey, shower(projectId), key)
}

export function openClientKey(
  masterKey: MasterKeys,
  projectId: string,
  sealed: Uint8Array,
): string {
  const what = `The key of the client certificate of project ${projectId}`
  return unseal(masterKey, shower(projectId), sealed, what)
}
