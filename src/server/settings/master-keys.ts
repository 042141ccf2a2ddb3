// The master key of a node, and the previous one while it is exchanged.

import type { Reader } from './setting-reader.ts'

export function readMasterKey(reader: Reader): Buffer {
  const wanted = '32 random bytes as 64 hex digits or base64 (openssl rand -hex 32)'
  return reader.read('MASTER_KEY', wanted, null, parseMasterKey)
}

export function readPreviousMasterKey(reader: Reader): Buffer | null {
  const wanted = 'the master key before this one, or leave it out'
  return reader.readOptional('MASTER_KEY_PREVIOUS', wanted, parseMasterKey)
}

interface MasterKeys {
  masterKey: Buffer
  previousMasterKey: Buffer | null
}

/** The first key seals, all of them open. */
export function masterKeysOf({ masterKey, previousMasterKey }: MasterKeys): Buffer[] {
  const keys = previousMasterKey === null ? [masterKey] : [masterKey, previousMasterKey]
  // A worker thread receives them as plain bytes.
  return keys.map(key => Buffer.from(key))
}

/** 64 hex digits, or base64 / base64url of 32 bytes; otherwise null. */
export function parseMasterKey(text: string): Buffer | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null
  const key = Buffer.from(text, 'base64')
  return key.length === 32 ? key : null
}
