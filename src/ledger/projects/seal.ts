// Seals texts under the master key and opens them: AES-256-GCM, bound to their owner, with the id
// of the master key in front, so that a node with two keys can choose. Must never log either.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The first seals; all of them open. */
export type MasterKeys = Uint8Array | readonly Uint8Array[]

/** From before there were key ids: version, nonce, ciphertext, tag. */
const VERSION_WITHOUT_ID = 1
/** Version, id of the master key, nonce, ciphertext, tag. */
const VERSION = 2
const ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** No master key of this process opens the sealed text. */
export class WrongMasterKey extends Error {
  /** @param what like "The api key of project acme" */
  constructor(what: string) {
    super(
      `${what} can't be opened: MASTER_KEY is not the one it was stored with; start with that ` +
        'one, ' +
        'as MASTER_KEY or as MASTER_KEY_PREVIOUS.',
    )
  }
}

/**
 * @param owner to whom the text belongs: it can't be opened as another owner's, so rows can't be
 * swapped
 */
export function seal(keys: MasterKeys, owner: string, text: string): Buffer {
  const [first] = listKeys(keys)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(first), nonce)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([headOf(first), nonce, sealed, cipher.getAuthTag()])
}

/** Throws WrongMasterKey when no key opens it, or when it was sealed for another owner. */
export function unseal(keys: MasterKeys, owner: string, sealed: Uint8Array, what: string): string {
  for (const key of listKeys(keys)) {
    const text = openWith(key, owner, sealed)
    if (text !== null) return text
  }
  throw new WrongMasterKey(what)
}

/** True when it was sealed under the first key. */
export function isSealedByFirst(keys: MasterKeys, sealed: Uint8Array): boolean {
  const head = headOf(listKeys(keys)[0])
  return head.equals(sealed.subarray(0, head.length))
}

/** The first seals, the last is the oldest. */
export function listKeys(keys: MasterKeys): readonly [Uint8Array, ...Uint8Array[]] {
  const [first, ...others] = keys instanceof Uint8Array ? [keys] : keys
  if (first === undefined) throw new Error('there is no master key')
  return [first, ...others]
}

function headOf(key: Uint8Array): Buffer {
  const id = Buffer.from(hkdfSync('sha256', key, '', 'reelhouse master key id', ID_BYTES))
  return Buffer.concat([Buffer.of(VERSION), id])
}

function sealingKey(key: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'reelhouse api keys', 32))
}

/** Null when this key does not open it. */
function openWith(key: Uint8Array, owner: string, sealed: Uint8Array): string | null {
  const head = headOf(key)
  const hasId = head.equals(sealed.subarray(0, head.length))
  if (!hasId && sealed[0] !== VERSION_WITHOUT_ID) return null
  const nonceAt = hasId ? head.length : 1
  const tagAt = sealed.length - TAG_BYTES
  if (tagAt <= nonceAt + NONCE_BYTES) return null
  const nonce = sealed.subarray(nonceAt, nonceAt + NONCE_BYTES)
  const cipher = createDecipheriv('aes-256-gcm', sealingKey(key), nonce)
  cipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(tagAt))
  try {
    const text = cipher.update(sealed.subarray(nonceAt + NONCE_BYTES, tagAt))
    return Buffer.concat([text, cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
