// What scatters on a board pay, and how a bought feature with one scatter a column lands them. Must
// never decide what they trigger.

import type { GameSymbol } from './contract.ts'
import type { Board, Recorder } from './recorder.ts'
import { countSymbol, type ReelStrips } from './reels.ts'
import type { Draws } from './rng.ts'

/** The pays of a symbol for this number of symbols, the next one, and so on. */
export function paysFrom(count: number, ...units: readonly number[]): GameSymbol['pays'] {
  return units.map((winUnits, more) => [count + more, winUnits] as const)
}

/** Records and returns what the scatters of a board win in units; `pays` is by their number. */
export function payScatters(
  symbol: number,
  scatters: number,
  board: Board,
  pays: readonly number[],
  multiplier: number,
  recorder: Recorder | null,
): number {
  const winUnits = pays[scatters]! * multiplier
  if (winUnits > 0 && recorder !== null) recorder.scatterWin(symbol, scatters, board, winUnits)
  return winUnits
}

const BOUGHT_OUT_OF = 1_000
const BOUGHT_WITH_FIVE = 60
const BOUGHT_WITH_SIX = 2

/**
 * Of a thousand bought features, how many begin with 5 and with 6 scatters; the rest begin with 4.
 */
export const BOUGHT_WITH = [
  [5, BOUGHT_WITH_FIVE],
  [6, BOUGHT_WITH_SIX],
] as const

export function drawBoughtScatters(draws: Draws): number {
  const ticket = draws.below(BOUGHT_OUT_OF)
  if (ticket < BOUGHT_WITH_SIX) return 6
  return ticket < BOUGHT_WITH_SIX + BOUGHT_WITH_FIVE ? 5 : 4
}

/** Stops of each column whose window shows a scatter, and those whose window shows none. */
export interface SplitStops {
  withScatter: readonly Int32Array[]
  without: readonly Int32Array[]
}

/** @param height rows of the window */
export function splitStops(reels: ReelStrips, scatter: number, height: number): SplitStops {
  const split = (shown: boolean) =>
    Array.from(reels.lengths, (length, column) => {
      const shows = (stop: number) => {
        const from = reels.starts[column]! + stop
        return countSymbol(reels.symbols.subarray(from, from + height), scatter) > 0
      }
      return Int32Array.from({ length }, (_, stop) => stop).filter(stop => shows(stop) === shown)
    })
  return { withScatter: split(true), without: split(false) }
}
