// One spin of a ways game with fixed rows: where the stops are, what every window shows, and the
// evaluation. Must never decide what a number of scatters triggers.

import type { Board, Recorder } from '../engine/recorder.ts'
import { countSymbol, type ReelStrips, showStop } from '../engine/reels.ts'
import { type CountedBoard, countColumn, payWays, type WaysTable } from './ways.ts'

/** A ways game's reels in play: reused from spin to spin. */
export interface WaysSpin extends CountedBoard {
  readonly reels: ReelStrips
  readonly table: WaysTable
  readonly stops: Int32Array
  /** Symbols that a window shows, as bits, by its place in `reels.symbols`. */
  readonly shownAt: Int32Array
  /** Scatters in each window, by its place in `reels.symbols`. */
  readonly scattersAt: Uint8Array
  /** Scatters shown by the last spin. */
  scatters: number
}

export function buildWaysSpin(reels: ReelStrips, table: WaysTable, scatter: number): WaysSpin {
  const { columns, rows, lengths, starts, symbols } = reels
  const board: Board = new Uint8Array(columns * rows)
  const counts = new Uint8Array(symbols.length * table.symbols)
  const shownAt = new Int32Array(symbols.length)
  const scattersAt = new Uint8Array(symbols.length)
  for (let column = 0; column < columns; column++) {
    for (let stop = 0; stop < lengths[column]!; stop++) {
      const place = starts[column]! + stop
      showStop(reels, column, stop, board)
      shownAt[place] = countColumn(table, board, column, counts, place * table.symbols)
      scattersAt[place] = countSymbol(symbols.subarray(place, place + rows), scatter)
    }
  }
  return {
    reels,
    table,
    board,
    stops: new Int32Array(columns),
    counts,
    at: new Int32Array(columns),
    shownAt,
    scattersAt,
    scatters: 0,
  }
}

/**
 * Records the board of `stops` and returns the units won by ways. Without a recorder nothing is
 * laid out, because every window is already counted.
 */
export function playStops(
  spin: WaysSpin,
  cause: 'spin' | 'freeGame',
  multiplier: number,
  recorder: Recorder | null,
): number {
  const live = readStops(spin)
  if (recorder !== null) {
    const { reels, stops, board } = spin
    for (let column = 0; column < reels.columns; column++) {
      showStop(reels, column, stops[column]!, board)
    }
    recorder.reels(cause, board)
  }
  return live === 0 ? 0 : payWays(spin.table, spin, live, multiplier, recorder)
}

/** Selects the windows, counts scatters, and returns the symbols whose run may pay. */
function readStops(spin: WaysSpin): number {
  const { reels, table, stops, at, shownAt, scattersAt } = spin
  let live = -1
  let scatters = 0
  for (let column = 0; column < reels.columns; column++) {
    const place = reels.starts[column]! + stops[column]!
    at[column] = place * table.symbols
    scatters += scattersAt[place]!
    if (column < table.shortestRun) live &= shownAt[place]!
  }
  spin.scatters = scatters
  return live
}
