// A project's secret key: made, sealed for storage, opened, fingerprinted. Must never log one.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The master key of this start is not the one the ledger's keys were sealed with. */
export class WrongMasterKey extends Error {
  constructor(projectId: string) {
    super(
      `The api key of project ${projectId} can't be opened: ` +
        'MASTER_KEY is not the one it was stored with; start with that one.',
    )
  }
}

export function newApiKey(): string {
  return `rk_${randomBytes(32).toString('base64url')}`
}

export function fingerprintApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}

function sealingKey(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'reelhouse api keys', 32))
}

/** version | nonce | ciphertext | tag, bound to the project so that rows can't be swapped. */
export function sealApiKey(masterKey: Uint8Array, projectId: string, apiKey: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(masterKey), nonce)
  cipher.setAAD(Buffer.from(projectId))
  const text = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, text, cipher.getAuthTag()])
}

/** Throws WrongMasterKey when it was sealed under another key or for another project. */
export function openApiKey(masterKey: Uint8Array, projectId: string, sealed: Uint8Array): string {
  const tagAt = sealed.length - TAG_BYTES
  if (sealed[0] !== VERSION || tagAt <= 1 + NONCE_BYTES) throw new WrongMasterKey(projectId)
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const cipher = createDecipheriv('aes-256-gcm', sealingKey(masterKey), nonce)
  cipher.setAAD(Buffer.from(projectId)).setAuthTag(sealed.subarray(tagAt))
  try {
    const text = cipher.update(sealed.subarray(1 + NONCE_BYTES, tagAt))
    return Buffer.concat([text, cipher.final()]).toString('utf8')
  } catch {
    throw new WrongMasterKey(projectId)
  }
}
