// Whether it is unambiguous where a request ends and which host it is for. The native parser
// accepts some requests that a proxy in front of us may read differently; those are refused, or are
// the last on their connection. Reads headers only, and must never look into a body.

import type { HeaderLine } from './http.ts'

/**
 * `refused`: it may be read in two ways. `last`: its framing is sound, but what follows it on the
 * connection need not be a request. `sound`: the connection continues.
 */
export type Framing = 'sound' | 'last' | 'refused'

/** Headers that define where a request ends or which host it is for: once, or not at all. */
const ONCE = new Set(['content-length', 'transfer-encoding', 'host'])
/** A tab and printable ASCII. Bytes above ASCII arrive here as other characters. */
const PLAIN_VALUE = /^[\t\x20-\x7e]*$/
/** Does not affect framing; its own reader checks it and has its own error code. */
const JUDGED_BY_ITS_READER = 'idempotency-key'
const WITHOUT_BODY = new Set(['get', 'head', 'options'])

/**
 * Two things are hidden by the parser and can't be checked here: bytes above ASCII at either end of
 * a value, and bare line feeds between chunks. Because of the latter every chunked request is the
 * last of its connection.
 */
export function readFraming(sent: readonly HeaderLine[], method: string): Framing {
  const seen = new Map<string, string>()
  let isDoubtful = false
  for (const [name, value] of sent) {
    const isPlain = PLAIN_VALUE.test(value) || name === JUDGED_BY_ITS_READER
    if (!isPlain) isDoubtful = true
    if (!ONCE.has(name)) continue
    if (seen.has(name)) isDoubtful = true
    seen.set(name, value)
  }
  const coding = seen.get('transfer-encoding')
  const length = seen.get('content-length')
  if (isDoubtful || !seen.get('host')) return 'refused'
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || length !== undefined)) {
    return 'refused'
  }
  if (length !== undefined && !/^[0-9]{1,15}$/.test(length)) return 'refused'
  const hasBody = coding !== undefined || (length !== undefined && Number(length) > 0)
  // No client sends such a body, and the last answer on a connection is held in memory for its
  // client: it may be a large asset.
  if (hasBody && WITHOUT_BODY.has(method)) return 'refused'
  return coding !== undefined ? 'last' : 'sound'
}
