// The session token: the session and the version of its link, signed. It is derived, never stored,
// so that a repeated launch can answer the same link and a stolen database holds no token.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { printUuid } from '../../core/identifiers.ts'

export interface TokenClaims {
  sessionId: string
  tokenVersion: number
}

const SIGNATURE_BYTES = 32
const ID_BYTES = 16
const VERSION_BYTES = 4
const TOKEN = /^rt_[A-Za-z0-9_-]{70}$/

/** `rt_` and base64url of: session id (16 bytes), version (4 bytes), HMAC-SHA-256 of both. */
export function issueToken(key: Uint8Array, { sessionId, tokenVersion }: TokenClaims): string {
  const claims = Buffer.alloc(ID_BYTES + VERSION_BYTES)
  claims.write(sessionId.replaceAll('-', ''), 'hex')
  claims.writeUInt32BE(tokenVersion, ID_BYTES)
  return `rt_${Buffer.concat([claims, sign(key, claims)]).toString('base64url')}`
}

/** The claims of a genuine token, compared in constant time; null for anything else. */
export function readToken(key: Uint8Array, token: string): TokenClaims | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token.slice(3), 'base64url')
  // The last character holds spare bits: this check allows only one spelling of a token.
  if (bytes.toString('base64url') !== token.slice(3)) return null
  const claims = bytes.subarray(0, ID_BYTES + VERSION_BYTES)
  const signature = bytes.subarray(ID_BYTES + VERSION_BYTES)
  if (signature.length !== SIGNATURE_BYTES) return null
  if (!timingSafeEqual(signature, sign(key, claims))) return null
  const sessionId = printUuid(claims.toString('hex', 0, ID_BYTES))
  return { sessionId, tokenVersion: claims.readUInt32BE(ID_BYTES) }
}

function sign(key: Uint8Array, claims: Uint8Array): Buffer {
  return createHmac('sha256', key).update(claims).digest()
}
