// A text that must come back from a browser unchanged: it is followed by its signature, so that it
// can't be forged.

import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE_CHARS = 22
const SIGNATURE = /^[\w-]{22}$/

/** `<text>.<signature>`. The text holds no dot. */
export function signText(key: Uint8Array, text: string): string {
  return `${text}.${sign(key, text)}`
}

/** The text of a genuine value; null for anything else. */
export function readSignedText(key: Uint8Array, value: string): string | null {
  const [text = '', signature = ''] = value.split('.')
  // The comparison needs texts with equally many bytes, not characters.
  if (!SIGNATURE.test(signature)) return null
  const isGenuine = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, text)))
  return isGenuine ? text : null
}

function sign(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_CHARS)
}
