// The exact distribution of a line game's spin: every combination of stops with the evaluator that
// play uses. Must never sample.

import { countSymbol, type ReelStrips, showStop } from '../engine/reels.ts'
import { evaluateAtLeast, evaluateAtMost, evaluateLines, type LineTable } from './lines.ts'

/**
 * Boards of every combination of stops, counted by scatters shown and by units won on the lines.
 */
export interface SpinDistribution {
  combinations: number
  /** `boards[scatters][winUnits]`: how many combinations give that line win at multiplier 1. */
  boards: readonly Float64Array[]
}

/** From this column on it is tested whether the remaining reels can change anything. */
const PROBE_COLUMN = 3

/**
 * Enumerates all combinations. 32 stops on five reels are 33.6 million of them; two of three are
 * settled after three or four reels and counted in one step, which leaves about a second.
 */
export function distributeSpins(
  reels: ReelStrips,
  table: LineTable,
  scatter: number,
): SpinDistribution {
  const { columns, rows, lengths } = reels
  const board = new Uint8Array(columns * rows)
  const tallest = table.pays.reduce((most, pay) => Math.max(most, pay), 0)
  const mostUnits = table.lines * tallest
  const mostScatters = distributeScatters(reels, scatter).findLastIndex(times => times > 0)
  const boards = Array.from({ length: mostScatters + 1 }, () => new Float64Array(mostUnits + 1))
  const tails = Array.from({ length: columns + 1 }, (_, column) =>
    distributeScatters(reels, scatter, column),
  )
  const shown = Array.from(lengths, (_, column) => scattersByStop(reels, column, scatter))
  const visit = (column: number, scatters: number): void => {
    if (column === columns) {
      boards[scatters]![evaluateLines(table, board, 1, null)]!++
      return
    }
    const least = column < PROBE_COLUMN ? 0 : evaluateAtLeast(table, board, column)
    if (column >= PROBE_COLUMN && least === evaluateAtMost(table, board, column)) {
      tails[column]!.forEach((times, more) => {
        if (times > 0) boards[scatters + more]![least]! += times
      })
    } else {
      for (let stop = 0; stop < lengths[column]!; stop++) {
        showStop(reels, column, stop, board)
        visit(column + 1, scatters + shown[column]![stop]!)
      }
    }
  }
  visit(0, 0)
  return { combinations: lengths.reduce((product, length) => product * length, 1), boards }
}

/** How many combinations of the reels from `firstColumn` on show each number of scatters. */
export function distributeScatters(reels: ReelStrips, scatter: number, firstColumn = 0): number[] {
  let counts = [1]
  for (let column = firstColumn; column < reels.columns; column++) {
    const next = new Array<number>(counts.length + reels.rows).fill(0)
    for (const more of scattersByStop(reels, column, scatter)) {
      counts.forEach((times, scatters) => {
        next[scatters + more]! += times
      })
    }
    counts = next
  }
  return counts
}

function scattersByStop(reels: ReelStrips, column: number, scatter: number): Uint8Array {
  const start = reels.starts[column]!
  return Uint8Array.from({ length: reels.lengths[column]! }, (_, stop) =>
    countSymbol(reels.symbols.subarray(start + stop, start + stop + reels.rows), scatter),
  )
}

/**
 * The exact mean of one line, in units: every combination of symbols, weighted by how often each
 * reel has it. All rows of a reel show the same symbols equally often, so every line has the same
 * mean.
 */
export function meanOfLine(reels: ReelStrips, table: LineTable): number {
  const { columns } = reels
  const line: LineTable = {
    ...table,
    rows: 1,
    wordOf: new Uint8Array(1),
    through: new Int32Array(columns).fill(1),
  }
  const board = new Uint8Array(columns)
  let units = 0
  const visit = (column: number, times: number): void => {
    if (column === columns) {
      units += times * evaluateLines(line, board, 1, null)
      return
    }
    for (const [symbol, count] of countStrip(reels, column)) {
      board[column] = symbol
      visit(column + 1, times * count)
    }
  }
  visit(0, 1)
  return units / reels.lengths.reduce((product, length) => product * length, 1)
}

function countStrip(reels: ReelStrips, column: number): Map<number, number> {
  const counts = new Map<number, number>()
  const start = reels.starts[column]!
  for (const symbol of reels.symbols.subarray(start, start + reels.lengths[column]!)) {
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  }
  return counts
}
