// One spin of a line game: draw the stops, skip those that cannot win, lay out and evaluate the
// rest. Must never decide what a number of scatters triggers.

import type { Board, Recorder, ReelsCause } from '../engine/recorder.ts'
import { countSymbol, drawStops, type ReelStrips, showStop } from '../engine/reels.ts'
import type { Draws } from '../engine/rng.ts'
import { evaluateLines, findBeginnings, type LineTable } from './lines.ts'

/** For games without scatters: no strip shows this id. */
export const NO_SCATTER = 255

/** Maximum number of reels probed: with 32 stops each they have 32,768 combinations. */
const MOST_PROBED = 3

/** A line game's reels in play: reused from spin to spin. */
export interface LineSpin {
  readonly reels: ReelStrips
  readonly table: LineTable
  readonly board: Board
  readonly stops: Int32Array
  /** Scatters in each window, by its place in `reels.symbols`. */
  readonly scattersAt: Uint8Array
  /** The number of reels that are examined first. */
  readonly probed: number
  /** For every combination of their stops: one bit for each row with lines that can win. */
  readonly beginnings: Uint8Array
  /** Scatters shown by the last spin. */
  scatters: number
}

export function buildLineSpin(reels: ReelStrips, table: LineTable, scatter: number): LineSpin {
  const { columns, rows } = reels
  const probed = Math.min(columns, MOST_PROBED)
  return {
    reels,
    table,
    board: new Uint8Array(columns * rows),
    stops: new Int32Array(columns),
    scattersAt: reels.symbols.map((_, at) =>
      countSymbol(reels.symbols.subarray(at, at + rows), scatter),
    ),
    probed,
    beginnings: listBeginnings(reels, table, probed),
    scatters: 0,
  }
}

/** One byte for every combination of stops of the probed reels. */
function listBeginnings(reels: ReelStrips, table: LineTable, probed: number): Uint8Array {
  const board = new Uint8Array(reels.columns * reels.rows)
  const combinations = reels.lengths.subarray(0, probed).reduce((product, n) => product * n, 1)
  const beginnings = new Uint8Array(combinations)
  let at = 0
  const visit = (column: number): void => {
    if (column === probed) {
      beginnings[at++] = findBeginnings(table, board, probed)
      return
    }
    for (let stop = 0; stop < reels.lengths[column]!; stop++) {
      showStop(reels, column, stop, board)
      visit(column + 1)
    }
  }
  visit(0)
  return beginnings
}

/**
 * Spins, records the board and returns the units won on the lines. Without a recorder a spin that
 * cannot win after its first reels is not laid out: two of three end there.
 */
export function spinLines(
  spin: LineSpin,
  cause: ReelsCause,
  multiplier: number,
  draws: Draws,
  recorder: Recorder | null,
): number {
  drawStops(spin.reels, draws, spin.stops)
  return spinStops(spin, cause, multiplier, recorder)
}

/** The same for stops that have already been drawn. */
export function spinStops(
  spin: LineSpin,
  cause: ReelsCause,
  multiplier: number,
  recorder: Recorder | null,
): number {
  countScatters(spin)
  const beginnings = beginningsOf(spin)
  if (recorder === null && beginnings === 0) return 0
  showStops(spin)
  if (recorder !== null) recorder.reels(cause, spin.board)
  return evaluateLines(spin.table, spin.board, multiplier, recorder, beginnings)
}

/** Counts the scatters that the stops show. */
export function countScatters(spin: LineSpin): void {
  const { reels, stops, scattersAt } = spin
  let scatters = 0
  for (let column = 0; column < reels.columns; column++) {
    scatters += scattersAt[reels.starts[column]! + stops[column]!]!
  }
  spin.scatters = scatters
}

/** Lays out the board of the stops. */
export function showStops({ reels, stops, board }: LineSpin): void {
  for (let column = 0; column < reels.columns; column++) {
    showStop(reels, column, stops[column]!, board)
  }
}

/** The rows, as bits, in which lines begin that can still win after the first reels. */
export function beginningsOf({ reels, stops, probed, beginnings }: LineSpin): number {
  let at = 0
  for (let column = 0; column < probed; column++) {
    at = at * reels.lengths[column]! + stops[column]!
  }
  return beginnings[at]!
}
