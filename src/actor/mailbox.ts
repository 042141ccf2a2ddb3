// One player's queue: work runs strictly one after another, first in, first out, and is bounded.

import { MAILBOX_COMMANDS } from '../limits.ts'

export interface Mailbox {
  /** Null when the mailbox is full: nothing was queued and nothing will run. */
  add<Answer>(work: () => Promise<Answer>): Promise<Answer> | null
  /** Work waiting or running. */
  depth(): number
}

export function createMailbox(): Mailbox {
  let depth = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(work) {
      if (depth >= MAILBOX_COMMANDS) return null
      depth++
      const run = last.then(work).finally(() => {
        depth--
      })
      // The caller handles a failure; the queue only waits for the end.
      last = run.catch(() => {})
      return run
    },
    depth: () => depth,
  }
}
