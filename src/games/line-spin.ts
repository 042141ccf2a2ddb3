// Owns one spin of a line game: draw the stops, leave dead ones alone, lay out and evaluate the rest.
// Must never know what a number of scatters sets off.

import { evaluateLines, type LineTable } from './lines.ts'
import type { Board, Recorder } from './recorder.ts'
import { countSymbol, drawStops, type ReelSet, showStop } from './reels.ts'
import type { Draws } from './rng.ts'

/** For games without scatters: no strip shows this id. */
export const NO_SCATTER = 255

/** Reels probed at most: of 32 stops each they have 32,768 combinations. */
const MOST_PROBED = 3

/** A line game's reels in play: reused from spin to spin. */
export interface LineSpin {
  readonly reels: ReelSet
  readonly table: LineTable
  readonly board: Board
  readonly stops: Int32Array
  /** Scatters in each window, by its place in `reels.symbols`. */
  readonly scattersAt: Uint8Array
  /** The reels that are looked at first: as many as the shortest run that pays, at most three. */
  readonly probed: number
  /** For every combination of their stops: 1 when a line can still win. */
  readonly lives: Uint8Array
  /** Scatters shown by the last spin. */
  scatters: number
}

export function buildLineSpin(reels: ReelSet, table: LineTable, scatter: number): LineSpin {
  const { columns, rows } = reels
  const runs = Array.from(table.pays, (pay, at) => (pay > 0 ? at % (columns + 1) : columns))
  const probed = Math.min(...runs, MOST_PROBED)
  return {
    reels,
    table,
    board: new Uint8Array(columns * rows),
    stops: new Int32Array(columns),
    scattersAt: reels.symbols.map((_, at) =>
      countSymbol(reels.symbols.subarray(at, at + rows), scatter),
    ),
    probed,
    lives: findLives(reels, table, probed),
    scatters: 0,
  }
}

/** One byte for every combination of stops of the probed reels. */
function findLives(reels: ReelSet, table: LineTable, probed: number): Uint8Array {
  const symbols = table.pays.length / (reels.columns + 1)
  const linesAt = findLines(reels, table, symbols)
  const places = new Int32Array(probed)
  const lives: number[] = []
  const visit = (column: number): void => {
    if (column === probed) {
      lives.push(anyLineLives(reels, table, places, linesAt, symbols) ? 1 : 0)
      return
    }
    for (let stop = 0; stop < reels.lengths[column]!; stop++) {
      places[column] = reels.starts[column]! + stop
      visit(column + 1)
    }
  }
  visit(0)
  return Uint8Array.from(lives)
}

/** True when a line shows one symbol, or wilds, in all the windows. */
function anyLineLives(
  { columns, rows, symbols: strips }: ReelSet,
  table: LineTable,
  places: Int32Array,
  linesAt: Int32Array,
  symbols: number,
): boolean {
  for (let row = 0; row < rows; row++) {
    const symbol = strips[places[0]! + row]!
    if (symbol === table.wild) return true
    const word = table.wordOf[row]!
    const from = word * strips.length
    let lines = table.through[word * columns * rows + row]!
    for (let column = 1; column < places.length && lines !== 0; column++) {
      lines &= linesAt[(from + places[column]!) * symbols + symbol]!
    }
    if (lines !== 0) return true
  }
  return false
}

/**
 * Lines of a word on which a window shows a symbol or a wild: `[(word * places + place) * symbols +
 * symbol]`.
 */
function findLines(reels: ReelSet, table: LineTable, symbols: number): Int32Array {
  const { columns, rows, through, wild } = table
  const words = through.length / (columns * rows)
  const places = reels.symbols.length
  const linesAt = new Int32Array(words * places * symbols)
  const window = new Uint8Array(columns * rows)
  const add = (word: number, place: number, cell: number) => {
    const from = (word * places + place) * symbols
    for (let symbol = 0; symbol < symbols; symbol++) {
      const fits = window[cell] === symbol || window[cell] === wild
      if (fits) linesAt[from + symbol]! |= through[word * columns * rows + cell]!
    }
  }
  reels.lengths.forEach((length, column) => {
    for (let stop = 0; stop < length; stop++) {
      showStop(reels, column, stop, window)
      for (let cell = column * rows; cell < (column + 1) * rows; cell++) {
        for (let word = 0; word < words; word++) add(word, reels.starts[column]! + stop, cell)
      }
    }
  })
  return linesAt
}

/**
 * Spins, records the board and returns the units won on the lines. Without a recorder a spin whose
 * lines are all broken before the shortest run that pays is not laid out: two of three end there.
 */
export function spinLines(
  spin: LineSpin,
  cause: 'spin' | 'freeGame',
  multiplier: number,
  draws: Draws,
  recorder: Recorder | null,
): number {
  drawStops(spin.reels, draws, spin.stops)
  countScatters(spin)
  if (recorder === null && !mayWin(spin)) return 0
  showStops(spin)
  if (recorder !== null) recorder.reels(cause, spin.board)
  return evaluateLines(spin.table, spin.board, multiplier, recorder)
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

/** False when every line is broken before the shortest run that pays. */
export function mayWin({ reels, stops, probed, lives }: LineSpin): boolean {
  let at = 0
  for (let column = 0; column < probed; column++) {
    at = at * reels.lengths[column]! + stops[column]!
  }
  return lives[at] === 1
}
