// The timers of scheduled retries: one for each round, so that an earlier try can cancel the timer,
// and indexed by player, so that no timer is left behind when a player moves.

import type { After } from './mailbox.ts'

export interface Retries {
  /** Cancels the round's running timer, if there is one. */
  schedule(player: string, roundId: string, delayMs: number, run: () => void): void
  /** Cancels the round's timer. */
  takeBack(player: string, roundId: string): void
  /** Cancels all timers of the player and returns their rounds. */
  takeBackAll(player: string): { roundId: string; dueInMs: number }[]
  /** Null: no timer runs. */
  dueInMs(player: string, roundId: string): number | null
  /** Players with a timer. */
  players(): Iterable<string>
}

interface Timer {
  dueAtMs: number
  takeBack(): void
}

/** @param nowMs the clock by which delays are measured */
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
