// SPDX-License-Identifier: Apache-2.0
// The wallet's side of signed callbacks: whether the platform sent this body recently. Reads the
// bytes as they came, before anything is parsed.

import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'x-reelhouse-signature'

/** How far the clocks of the platform and of the wallet may differ, delivery included. */
const TOLERANCE_S = 300

export interface SignedCall {
  /** The value of the header X-Reelhouse-Signature; undefined if it was missing. */
  signature: string | undefined
  /** The bytes of the body as they came. */
  body: Uint8Array
}

/**
 * True when one of the keys signed exactly this body, and its time is within the tolerance, in the
 * past or the future. A call that was recorded and is sent again within that time passes: apply
 * each transaction once.
 * @param keys from the platform: one, or two while they are exchanged
 */
export function verifySignature(
  { signature, body }: SignedCall,
  keys: readonly string[],
  { nowS = Date.now() / 1000, toleranceS = TOLERANCE_S } = {},
): boolean {
  const parts = (signature ?? '').split(',')
  const time = /^t=([1-9][0-9]{0,11})$/.exec(parts[0] ?? '')?.[1]
  if (time === undefined || Math.abs(nowS - Number(time)) > toleranceS) return false
  const given = parts.slice(1).map(part => /^v1=([0-9a-f]{64})$/.exec(part)?.[1])
  return keys.some(key => {
    const right = createHmac('sha256', key).update(`${time}.`).update(body).digest()
    return given.some(hex => hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), right))
  })
}
