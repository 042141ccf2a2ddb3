// The deadlines of the calls in progress. All calls of a client have the same time limit, so the
// one that began first is due first, and one timer serves them all. Never keeps a call that has
// ended.

import { performance } from 'node:perf_hooks'

/** A call with a deadline; its neighbours are those that began just before and after it. */
export interface Due {
  /** Null: it has no deadline now. */
  dueMs: number | null
  before: Due | null
  after: Due | null
  /** Called once it is due, unless it was removed. */
  expire(): void
}

export interface Deadlines {
  readonly deadlineMs: number
  /** @param nowMs of the monotonic clock, never before that of an earlier call */
  add(due: Due, nowMs: number): void
  /** Does nothing for a call that has expired or was removed. */
  remove(due: Due): void
}

export function createDeadlines(deadlineMs: number): Deadlines {
  let first: Due | null = null
  let last: Due | null = null
  /** Set for the call that was first at that time: when it fires, nothing may be due yet. */
  let timer: NodeJS.Timeout | null = null

  function remove(due: Due): void {
    const { before, after } = due
    if (due.dueMs === null) return
    due.dueMs = null
    if (before === null) first = after
    else before.after = after
    if (after === null) last = before
    else after.before = before
    // A call that is still referenced must not keep all later calls in memory.
    due.before = null
    due.after = null
    // A process without other work need not wait for it.
    if (first === null) timer?.unref()
  }

  function expireDue(): void {
    const nowMs = performance.now()
    timer = null
    for (let due = first; due !== null && due.dueMs! <= nowMs; due = first) {
      remove(due)
      due.expire()
    }
    if (first !== null) wait(first.dueMs! - nowMs)
  }

  function wait(forMs: number): void {
    timer ??= setTimeout(expireDue, Math.ceil(forMs))
  }

  return {
    deadlineMs,
    add(due, nowMs) {
      due.dueMs = nowMs + deadlineMs
      due.before = last
      if (last === null) {
        first = due
        timer?.ref()
        wait(deadlineMs)
      } else last.after = due
      last = due
    },
    remove,
  }
}
