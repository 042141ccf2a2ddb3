// How the columns of a cascade are shown on a board for a recorder: land, vanish, fall, refill.
// Must never decide what vanishes.

import { type Board, NO_CELL } from '../engine/recorder.ts'
import type { ReelStrips } from '../engine/reels.ts'

/** Shows this many symbols of a column's strip from its stop on; cells below them are empty. */
export function showColumn(
  { rows, starts, symbols }: ReelStrips,
  board: Board,
  column: number,
  height: number,
  stop: number,
): void {
  const from = starts[column]! + stop
  const to = column * rows
  for (let row = 0; row < height; row++) board[to + row] = symbols[from + row]!
  for (let row = height; row < rows; row++) board[to + row] = NO_CELL
}

/** Marks the cells of a column whose symbol is among those that vanish; one bit for each id. */
export function markColumn(
  { rows }: ReelStrips,
  board: Board,
  marks: Uint8Array,
  column: number,
  symbols: number,
): void {
  for (let cell = column * rows; cell < (column + 1) * rows; cell++) {
    const symbol = board[cell]!
    // `NO_CELL` needs a test: shifting by 255 would shift by 31.
    marks[cell] = symbol === NO_CELL ? 0 : (symbols >>> symbol) & 1
  }
}

/**
 * The rest of a column falls; the strip from its new stop fills it from above. Returns the number
 * of cells refilled.
 */
export function dropColumn(
  { rows, starts, symbols }: ReelStrips,
  board: Board,
  removed: Uint8Array,
  column: number,
  height: number,
  stop: number,
): number {
  const top = column * rows
  let to = top + height - 1
  for (let from = to; from >= top; from--) if (removed[from] === 0) board[to--] = board[from]!
  for (let cell = top; cell <= to; cell++)
    board[cell] = symbols[starts[column]! + stop + cell - top]!
  return to - top + 1
}
