// The cursor of a page: where the next page begins, signed together with the query that it belongs
// to. Valid only for exactly that query; a changed cursor is refused.

import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE_BYTES = 16

/** @param question everything that must be the same on the next page, as one text */
export function writeCursor(
  key: Uint8Array,
  question: string,
  position: readonly string[],
): string {
  const place = Buffer.from(JSON.stringify(position))
  return Buffer.concat([sign(key, question, place), place]).toString('base64url')
}

/** The position of a genuine cursor of this question; null for anything else. */
export function readCursor(key: Uint8Array, question: string, cursor: string): string[] | null {
  const bytes = Buffer.from(cursor, 'base64url')
  // The decoder ignores spare bits and foreign characters: this check allows only one spelling of a
  // cursor.
  if (bytes.toString('base64url') !== cursor || bytes.length <= SIGNATURE_BYTES) return null
  const place = bytes.subarray(SIGNATURE_BYTES)
  if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(key, question, place))) return null
  return JSON.parse(place.toString()) as string[]
}

/** The length keeps question and place apart. */
function sign(key: Uint8Array, question: string, place: Uint8Array): Buffer {
  const hmac = createHmac('sha256', key).update(`${Buffer.byteLength(question)}:${question}`)
  return hmac.update(place).digest().subarray(0, SIGNATURE_BYTES)
}
