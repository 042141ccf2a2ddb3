// One player's queue: work runs strictly one after another, first in, first out, and is bounded.

import { MAILBOX_COMMANDS } from '../limits.ts'

export interface Mailbox {
  /** Null when the mailbox is full: nothing was queued and nothing will run. */
  add<Answer>(work: () => Promise<Answer>): Promise<Answer> | null
  /** Work waiting or running. */
  depth(): number
  /** Resolves when what waits now is done. */
  rest(): Promise<void>
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
    rest: async () => void (await last),
  }
}

/** Runs something after the delay; returns a function that cancels it. */
export type After = (delayMs: number, run: () => void) => () => void

/**
 * The work's answer when its turn comes within the time. Null: the mailbox was full or the turn came too
 * late, and the work never runs.
 */
export function addWithin<Answer>(
  mailbox: Mailbox,
  waitMs: number,
  after: After,
  work: () => Promise<Answer>,
): Promise<Answer | null> {
  let isLate = false
  let takeBack = () => {}
  const turn = mailbox.add(async () => {
    takeBack()
    return isLate ? null : work()
  })
  if (turn === null) return Promise.resolve(null)
  const late = new Promise<null>(resolve => {
    takeBack = after(waitMs, () => {
      isLate = true
      resolve(null)
    })
  })
  return Promise.race([turn, late])
}
