// The timers that bring rounds their retries: one a round, so that whoever tries earlier takes the timer back.

import type { After } from './mailbox.ts'

export interface Retries {
  /** A timer of the round that runs already is taken back. */
  schedule(roundId: string, delayMs: number, run: () => void): void
  /** No timer brings the round any more. */
  takeBack(roundId: string): void
  /** 0 where no timer runs. */
  dueInMs(roundId: string): number
}

export function createRetries(after: After, nowMs: () => number): Retries {
  const timers = new Map<string, { dueAtMs: number; takeBack: () => void }>()
  function takeBack(roundId: string): void {
    timers.get(roundId)?.takeBack()
    timers.delete(roundId)
  }
  return {
    schedule(roundId, delayMs, run) {
      takeBack(roundId)
      const dueAtMs = nowMs() + delayMs
      const cancel = after(delayMs, () => {
        timers.delete(roundId)
        run()
      })
      timers.set(roundId, { dueAtMs, takeBack: cancel })
    },
    takeBack,
    dueInMs: roundId => Math.max((timers.get(roundId)?.dueAtMs ?? 0) - nowMs(), 0),
  }
}
