// Which pages may show the game in a frame: said in the launch link, signed, so that the page can be served
// with the right policy before anybody has said hello, and by a node that looks nothing up.

import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE_CHARS = 22

/** The value of the link's `frame` parameter. */
export function signFrameAncestors(key: Uint8Array, origins: readonly string[]): string {
  const text = Buffer.from(origins.join(' ')).toString('base64url')
  return `${text}.${sign(key, text)}`
}

/** The origins of a genuine value; none for anything else. */
export function readFrameAncestors(key: Uint8Array, value: string): string[] {
  const [text = '', signature = ''] = value.split('.')
  if (signature.length !== SIGNATURE_CHARS) return []
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, text)))) return []
  return Buffer.from(text, 'base64url').toString().split(' ')
}

function sign(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_CHARS)
}
