// Bodies over uWebSockets.js made safe: copied, limited in size and time, and counted for their
// callers until they are complete.

import type { HttpResponse } from 'uWebSockets.js'
import { createRoom } from '../limits/room.ts'
import { answer, isAborted, isOver, watchAbort } from './http.ts'

/**
 * Unfinished bodies, of one caller and of all; one more ends the oldest. Each holds a buffer but no
 * slot of the requests under way, so that no request waits for a body that never ends.
 */
export const UNFINISHED_BODIES_PER_CALLER = 64
const UNFINISHED_BODIES = 4_096
/** A body that is not complete after this time is dropped together with its connection. */
const BODY_DEADLINE_MS = 10_000

/**
 * A body past its cap is read on and discarded, up to this many caps, so that its sender gets an
 * answer.
 */
const BODY_DISCARDED_CAPS = 16

const unfinished = createRoom({ inAll: UNFINISHED_BODIES, byCaller: UNFINISHED_BODIES_PER_CALLER })

/**
 * Like `answer`, once the body is there: null when it is larger than `maxBytes`. Until then the
 * request takes no slot of those in flight, but one of the unfinished bodies; each caller and all
 * callers together have a limited number of these for a limited time. One more ends the oldest, so
 * that a fast body is never refused because of slow ones.
 * @param caller whom an unfinished body counts for
 */
export function answerBody(
  res: HttpResponse,
  caller: string,
  maxBytes: number,
  work: (body: Buffer | null) => Promise<void> | void,
  onFailure: (error: unknown) => void,
): void {
  watchAbort(res)
  const unfinishedBody = {
    caller,
    isAtWork: () => false,
    end: () => {
      if (!isOver(res)) res.close()
    },
  }
  unfinished.enter(unfinishedBody)
  const deadline = setTimeout(unfinishedBody.end, BODY_DEADLINE_MS)
  readBody(res, maxBytes).then(body => {
    clearTimeout(deadline)
    unfinished.leave(unfinishedBody)
    if (!isAborted(res)) answer(res, () => work(body), onFailure)
  }, onFailure)
}

/**
 * The whole body, copied. Null when it is larger than `maxBytes` (the caller answers) or when the
 * client has gone (`isAborted`; an answer is then ignored).
 */
function readBody(res: HttpResponse, maxBytes: number): Promise<Buffer | null> {
  const exchange = watchAbort(res)
  return new Promise(resolve => {
    let kept: Buffer[] = []
    let bytes = 0
    exchange.onAborted.push(() => {
      kept = []
      resolve(null)
    })
    res.onData((chunk, isLast) => {
      bytes += chunk.byteLength
      if (bytes <= maxBytes) {
        // The chunk is borrowed memory: it is gone when this callback returns.
        kept.push(Buffer.from(chunk.slice(0)))
        if (isLast) resolve(kept.length === 1 ? kept[0]! : Buffer.concat(kept))
        return
      }
      kept = []
      if (!isLast && bytes <= maxBytes * BODY_DISCARDED_CAPS) return
      exchange.isLast ||= !isLast
      resolve(null)
    })
  })
}
