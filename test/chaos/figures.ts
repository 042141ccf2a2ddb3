// Counts of a run in progress: answers by kind and time, windows of faults, and how soon play
// recovered. Judges nothing.

import { createHistogram, type Histogram } from '../../bench/histogram.ts'

export type Stretch = 'calm' | 'fault' | 'recovering'

interface Recovery {
  names: readonly string[]
  endedAtMs: number
  /**
   * From the end of the window until a round that started after it was settled for every operator.
   */
  firstRoundMs: number | null
  /** From the end of the window until no earlier round owed the wallet a call. */
  backlogMs: number | null
}

export interface Figures {
  latencies: Record<Stretch, Histogram>
  recoveries: readonly Recovery[]
  faults: ReadonlyMap<string, number>
  counts: ReadonlyMap<string, number>
  stretch(): Stretch
  add(name: string, by?: number): void
  beginWindow(names: readonly string[]): void
  endWindow(): void
  /** A spin is sent now, and counts at this time. The returned function is called at its answer. */
  beginSpin(operator: number): (isSettled: boolean) => void
  /**
   * The opening time of the oldest round that owes the wallet a call (epoch); null: no round owes
   * one.
   */
  oldestOwed(atMs: number | null): void
}

/** Rounds are timed with the performance clock, the ledger with the epoch: both are read here. */
export function createFigures(operators: number): Figures {
  const latencies = {
    calm: createHistogram(),
    fault: createHistogram(),
    recovering: createHistogram(),
  }
  const faults = new Map<string, number>()
  const counts = new Map<string, number>()
  const recoveries: (Recovery & { endedMs: number })[] = []
  let current: readonly string[] | null = null
  let waitingFor = new Set<number>()

  const stretch = (): Stretch => {
    if (current !== null) return 'fault'
    return waitingFor.size > 0 ? 'recovering' : 'calm'
  }

  return {
    latencies,
    recoveries,
    faults,
    counts,
    stretch,
    add(name, by = 1) {
      counts.set(name, (counts.get(name) ?? 0) + by)
    },
    beginWindow(names) {
      current = names
      waitingFor = new Set()
      for (const name of names) faults.set(name, (faults.get(name) ?? 0) + 1)
    },
    endWindow() {
      const times = { endedMs: performance.now(), endedAtMs: Date.now() }
      recoveries.push({ names: current ?? [], ...times, firstRoundMs: null, backlogMs: null })
      current = null
      waitingFor = new Set(Array.from({ length: operators }, (_, i) => i))
    },
    beginSpin(operator) {
      const startedMs = performance.now()
      const began = stretch()
      return isSettled => {
        latencies[began].record((performance.now() - startedMs) * 1000)
        const last = recoveries.at(-1)
        const isAfter = last !== undefined && current === null && startedMs >= last.endedMs
        if (!isSettled || !isAfter) return
        if (waitingFor.delete(operator) && waitingFor.size === 0) {
          last.firstRoundMs = performance.now() - last.endedMs
        }
      }
    },
    oldestOwed(atMs) {
      for (const recovery of recoveries) {
        const isGone = atMs === null || atMs > recovery.endedAtMs
        if (recovery.backlogMs === null && isGone) {
          recovery.backlogMs = Date.now() - recovery.endedAtMs
        }
      }
    },
  }
}
