// The special symbol of free games: its draw, the reels it fills, and what it pays then. Must never
// depend on how the reels were spun, nor on the number of free games.

import type { Board, Recorder } from '../engine/recorder.ts'
import type { ReelStrips } from '../engine/reels.ts'
import type { Draws } from '../engine/rng.ts'
import type { LineSpin } from './line-spin.ts'

/** A special symbol in play: reused from round to round. */
export interface Expanding {
  readonly spin: LineSpin
  /** The symbol of each ticket: one entry for every unit of weight. */
  readonly symbolOfTicket: Uint8Array
  /** The symbols that each window shows, one bit a symbol, by its place in `reels.symbols`. */
  readonly shownAt: Int32Array
  /** The board that the player sees once the symbol has filled its reels. */
  readonly board: Board
  special: number
}

/** `weights[symbol]` of the draw; 0 for symbols that are never special. */
export function buildExpanding(spin: LineSpin, weights: readonly number[]): Expanding {
  return {
    spin,
    symbolOfTicket: Uint8Array.from(
      weights.flatMap((weight, symbol) => new Array<number>(weight).fill(symbol)),
    ),
    shownAt: findShown(spin.reels),
    board: new Uint8Array(spin.board.length),
    special: 0,
  }
}

/** One bit for every symbol that a window shows, by its place in `reels.symbols`. */
export function findShown({ symbols, rows }: ReelStrips): Int32Array {
  return Int32Array.from(symbols, (_, at) =>
    symbols.subarray(at, at + rows).reduce((shown, symbol) => shown | (1 << symbol), 0),
  )
}

export function drawSpecial(expanding: Expanding, draws: Draws, recorder: Recorder | null): void {
  const { symbolOfTicket } = expanding
  expanding.special = symbolOfTicket[draws.below(symbolOfTicket.length)]!
  if (recorder !== null) recorder.specialSymbol(expanding.special)
}

/**
 * Where the stops show the special symbol on enough reels to pay, it fills them and pays on every
 * line, whether or not the reels are neighbours. Returns the units won.
 */
export function expandSpecial(expanding: Expanding, recorder: Recorder | null): number {
  const { spin, shownAt, special } = expanding
  const { reels, stops, table } = spin
  let count = 0
  for (let column = 0; column < reels.columns; column++) {
    count += (shownAt[reels.starts[column]! + stops[column]!]! >>> special) & 1
  }
  const winUnits = table.pays[special * (reels.columns + 1) + count]! * table.lines
  if (winUnits > 0 && recorder !== null) {
    fillReels(expanding)
    recorder.symbolExpanded(special, expanding.board)
    recorder.expandedWin(special, count, expanding.board, winUnits)
  }
  return winUnits
}

function fillReels({ spin, board, special }: Expanding): void {
  const { rows } = spin.reels
  board.set(spin.board)
  for (let from = 0; from < board.length; from += rows) {
    const column = board.subarray(from, from + rows)
    if (column.includes(special)) column.fill(special)
  }
}
