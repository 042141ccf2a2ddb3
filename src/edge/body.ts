// Bodies over uWebSockets.js made safe: copied, bounded in size and in time, and counted by their callers
// until they are whole.

import type { HttpResponse } from 'uWebSockets.js'
import { BODY_DEADLINE_MS, UNFINISHED_BODIES, UNFINISHED_BODIES_PER_CALLER } from '../limits.ts'
import { answer, isAborted, isOver, watchAbort } from './http.ts'

/** Past its cap a body is read on, unkept, up to this many caps, so that its sender can be told. */
const BODY_DISCARDED_CAPS = 16

/** A body that is not complete yet. */
interface Unfinished {
  caller: string
  /** Ends its connection. */
  end(): void
}

/** Oldest first: of all, and by caller. */
const unfinished = new Set<Unfinished>()
const byCaller = new Map<string, Set<Unfinished>>()

/**
 * As `answer`, once the body is there: null when it is larger than `maxBytes`. Until then the request
 * takes no slot of those under way, but one of the unfinished bodies, of which its caller and all
 * callers have a bounded number for a bounded time. One more ends the oldest: a body that comes at once
 * is never refused for those that do not.
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
    end: () => {
      if (!isOver(res)) res.close()
    },
  }
  enter(unfinishedBody)
  const deadline = setTimeout(unfinishedBody.end, BODY_DEADLINE_MS)
  readBody(res, maxBytes).then(body => {
    clearTimeout(deadline)
    leave(unfinishedBody)
    if (!isAborted(res)) answer(res, () => work(body), onFailure)
  }, onFailure)
}

function enter(body: Unfinished): void {
  const ofCaller = byCaller.get(body.caller) ?? new Set()
  if (ofCaller.size >= UNFINISHED_BODIES_PER_CALLER) endOldest(ofCaller)
  else if (unfinished.size >= UNFINISHED_BODIES) endOldest(unfinished)
  unfinished.add(body)
  byCaller.set(body.caller, ofCaller.add(body))
}

function leave(body: Unfinished): void {
  unfinished.delete(body)
  const ofCaller = byCaller.get(body.caller)
  ofCaller?.delete(body)
  if (ofCaller?.size === 0) byCaller.delete(body.caller)
}

function endOldest(bodies: ReadonlySet<Unfinished>): void {
  const [oldest] = bodies
  if (oldest === undefined) return
  leave(oldest)
  oldest.end()
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
