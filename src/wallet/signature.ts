// Signs wallet callbacks: a time and, under each key of the project, the HMAC-SHA256 of time and
// body. A wallet that has a key can verify that the platform sent this body, and when. The body is
// not changed.

import { createHmac } from 'node:crypto'

export const SIGNATURE_HEADER = 'x-reelhouse-signature'

/**
 * `t=<Unix seconds>,v1=<hex>`, with one `v1` for each key.
 * @param keys one, or two while they are exchanged
 */
export function signBody(keys: readonly string[], timeS: number, body: string): string {
  const signatures = keys.map(key => {
    const hex = createHmac('sha256', key).update(`${timeS}.${body}`).digest('hex')
    return `v1=${hex}`
  })
  return [`t=${timeS}`, ...signatures].join(',')
}
