// Reel strips: how they are written down, and how one draw for each reel puts a window of each on
// the board. Must never depend on what a symbol pays.

import type { Board } from './recorder.ts'
import type { Draws } from './rng.ts'

/** The strips of one reel set, one after another, each followed by its first symbols again. */
export interface ReelStrips {
  columns: number
  rows: number
  /** Number of stops of each reel. */
  lengths: Int32Array
  /** Where each reel's strip begins in `symbols`. */
  starts: Int32Array
  symbols: Uint8Array
}

/**
 * Reads strips written as text, one letter a symbol: the letter's place in `alphabet` is the symbol
 * id. A stop is the strip position that shows in the top row; a strip continues downwards from it.
 */
export function readReels(strips: readonly string[], alphabet: string, rows: number): ReelStrips {
  const lengths = Int32Array.from(strips, strip => strip.length)
  const starts = new Int32Array(strips.length)
  const ids: number[] = []
  strips.forEach((strip, column) => {
    if (strip.length < rows) throw new RangeError(`reel ${column} is shorter than its window`)
    starts[column] = ids.length
    for (const letter of strip + strip.slice(0, rows - 1)) {
      const id = alphabet.indexOf(letter)
      if (id < 0) throw new RangeError(`no symbol is written "${letter}"`)
      ids.push(id)
    }
  })
  return { columns: strips.length, rows, lengths, starts, symbols: Uint8Array.from(ids) }
}

/** Draws one stop a reel, left to right. */
export function drawStops(reels: ReelStrips, draws: Draws, stops: Int32Array): void {
  const { columns, lengths } = reels
  for (let column = 0; column < columns; column++) stops[column] = draws.below(lengths[column]!)
}

/** Puts the window of one reel at a stop on the board. */
export function showStop(reels: ReelStrips, column: number, stop: number, board: Board): void {
  const { rows, symbols } = reels
  const from = reels.starts[column]! + stop
  const to = column * rows
  for (let row = 0; row < rows; row++) board[to + row] = symbols[from + row]!
}

/** How many cells of the board show a symbol. */
export function countSymbol(board: Board, symbol: number): number {
  let count = 0
  for (let cell = 0; cell < board.length; cell++) if (board[cell] === symbol) count++
  return count
}
