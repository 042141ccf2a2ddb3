// Which pages may show the game in a frame: said in the launch link, signed, so that the page can be served
// with the right policy before anybody has said hello, and by a node that looks nothing up.

import { readSignedText, signText } from '../signed-text.ts'

/** The value of the link's `frame` parameter. */
export function signFrameAncestors(key: Uint8Array, origins: readonly string[]): string {
  return signText(key, Buffer.from(origins.join(' ')).toString('base64url'))
}

/** The origins of a genuine value; none for anything else. */
export function readFrameAncestors(key: Uint8Array, value: string): string[] {
  const text = readSignedText(key, value)
  return text === null ? [] : Buffer.from(text, 'base64url').toString().split(' ')
}
