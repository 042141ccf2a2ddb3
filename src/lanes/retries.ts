// The timers that bring rounds their retries: one a round, so that whoever tries earlier takes the timer back, and
// all of a player at hand, so that none is left behind when he moves.

import type { After } from './mailbox.ts'

export interface Retries {
  /** A timer of the round that runs already is taken back. */
  schedule(player: string, roundId: string, delayMs: number, run: () => void): void
  /** No timer brings the round any more. */
  takeBack(player: string, roundId: string): void
  /** No timer brings any round of the player any more. */
  takeBackAll(player: string): { roundId: string; dueInMs: number }[]
  /** Null: no timer runs. */
  dueInMs(player: string, roundId: string): number | null
  /** Those with a timer. */
  players(): Iterable<string>
}

interface Timer {
  dueAtMs: number
  takeBack(): void
}

/** @param nowMs the clock of the delays */
export function createRetries(after: After, nowMs: () => number): Retries {
  const timers = new Map<string, Map<string, Timer>>()

  function forget(player: string, roundId: string): Timer | undefined {
    const own = timers.get(player)
    const timer = own?.get(roundId)
    own?.delete(roundId)
    if (own?.size === 0) timers.delete(player)
    return timer
  }

  function dueInMs(player: string, roundId: string): number | null {
    const timer = timers.get(player)?.get(roundId)
    return timer === undefined ? null : Math.max(timer.dueAtMs - nowMs(), 0)
  }

  function takeBack(player: string, roundId: string): void {
    forget(player, roundId)?.takeBack()
  }

  return {
    schedule(player, roundId, delayMs, run) {
      takeBack(player, roundId)
      const dueAtMs = nowMs() + delayMs
      const cancel = after(delayMs, () => {
        forget(player, roundId)
        run()
      })
      const own = timers.get(player) ?? new Map<string, Timer>()
      timers.set(player, own.set(roundId, { dueAtMs, takeBack: cancel }))
    },
    takeBack,
    takeBackAll(player) {
      const rounds = [...(timers.get(player)?.keys() ?? [])]
      return rounds.map(roundId => {
        const due = { roundId, dueInMs: dueInMs(player, roundId) ?? 0 }
        takeBack(player, roundId)
        return due
      })
    },
    dueInMs,
    players: () => timers.keys(),
  }
}
