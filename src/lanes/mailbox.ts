// One player's queue: work runs strictly one after another, first in, first out, and is bounded.

import { MAILBOX_COMMANDS } from '../limits.ts'

export interface Mailbox {
  /** Null when the mailbox is full: nothing was queued and nothing will run. */
  add<Answer>(work: () => Promise<Answer>): Promise<Answer> | null
  /** Work waiting or running. */
  depth(): number
  /** Resolves when the work that is queued now is done. */
  rest(): Promise<void>
}

/**
 * A player may be idle for hours, so between two commands the mailbox keeps nothing of them, least
 * of all an answer.
 */
export function createMailbox(): Mailbox {
  return new PlayerMailbox()
}

const NOTHING = Promise.resolve()
const ignore = () => {}

class PlayerMailbox implements Mailbox {
  private queued = 0
  private last: Promise<void> = NOTHING

  add<Answer>(work: () => Promise<Answer>): Promise<Answer> | null {
    if (this.queued >= MAILBOX_COMMANDS) return null
    this.queued++
    const run = this.runAfter(this.last, work)
    // The caller handles a failure; the queue only waits for the end.
    this.last = run.then(ignore, ignore)
    return run
  }

  depth(): number {
    return this.queued
  }

  rest(): Promise<void> {
    return this.last
  }

  private async runAfter<Answer>(
    last: Promise<void>,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    await last
    try {
      return await work()
    } finally {
      if (--this.queued === 0) this.last = NOTHING
    }
  }
}

/** Runs something after the delay; returns a function that cancels it. */
export type After = (delayMs: number, run: () => void) => () => void

/**
 * The work's answer if its turn comes in time. Null: the mailbox was full or the turn came too
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
