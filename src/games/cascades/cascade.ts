// Pay-anywhere cascades on reel strips: land, pay, remove, drop, refill, and the multiplier symbols
// at the end. Must never decide what a number of scatters triggers.

import type { Board, Recorder } from '../engine/recorder.ts'
import { countSymbol } from '../engine/reels.ts'
import type { Draws } from '../engine/rng.ts'
import {
  BOARD_BITS,
  buildCascadeTable,
  type CascadeRules,
  type CascadeTable,
  COLUMN_BITS,
} from './cascade-table.ts'
import { dropColumn, markColumn, showColumn } from './column-board.ts'

// The compiler inlines a constant of this module; an imported one is read every time, which costs
// an eighth of a bought round.
const COLUMN = COLUMN_BITS
const BOARD = BOARD_BITS
const BOARD_COUNT = (1 << BOARD) - 1

/** The counts of a column that a board's integer uses unshifted; the others must be shifted. */
const EVERY_SECOND = 0b000111_000111_000111_000111_000111
/** The sixth bits of all symbols: set when a count has reached the number at which it matters. */
const MATTERS = 0b100000_100000_100000_100000_100000

/**
 * A cascade in play: reused from spin to spin. The position of a symbol within its column has no
 * effect, so a round is played on counts alone: a column is its counts and its stop, and a board is
 * laid out only for a recorder.
 */
export interface Cascade {
  readonly table: CascadeTable
  /**
   * The strip position at the top of each column: of the stop, or of the symbol that dropped in
   * last.
   */
  readonly stops: Int32Array
  /** Symbol counts of each column and of the board, packed as described at `CascadeTable`. */
  readonly counts: Int32Array
  even: number
  odd: number
  /** The multiplier symbols that have landed, in order, with their number and their sum. */
  readonly landed: Uint8Array
  landings: number
  multiplier: number
  /**
   * Scatters on the final board of the last spin; 0 when there were fewer than `scattersWanted`.
   */
  scatters: number
  /** For the recorder only. */
  readonly board: Board
  readonly removed: Uint8Array
}

export function buildCascade(rules: CascadeRules): Cascade {
  const { columns, rows } = rules.reels
  return {
    table: buildCascadeTable(rules),
    stops: new Int32Array(columns),
    counts: new Int32Array(columns),
    even: 0,
    odd: 0,
    landed: new Uint8Array(columns * rows),
    landings: 0,
    multiplier: 0,
    scatters: 0,
    board: new Uint8Array(columns * rows),
    removed: new Uint8Array(columns * rows),
  }
}

/**
 * Plays the board of the drawn stops to its end. Returns the units won, with multipliers applied.
 * Nothing matters on three of five boards of Sugar Cascade.
 */
export function playCascade(
  cascade: Cascade,
  cause: 'spin' | 'freeGame',
  draws: Draws,
  recorder: Recorder | null,
): number {
  countStops(cascade)
  cascade.scatters = 0
  if (recorder === null && ((cascade.even | cascade.odd) & MATTERS) === 0) return 0
  cascade.landings = 0
  cascade.multiplier = 0
  drawMultipliers(cascade, draws)
  if (recorder !== null) showLanding(cascade, cause, recorder)
  const { scatter, scattersWanted, capUnits } = cascade.table
  let winUnits = 0
  for (;;) {
    const winners = findWinners(cascade)
    if (winners === 0) break
    winUnits += payWinners(cascade, winners, recorder)
    if (winUnits >= capUnits) break
    dropAndRefill(cascade, winners)
    const shown = cascade.landings
    drawMultipliers(cascade, draws)
    if (recorder !== null) showRefill(cascade, winners, shown, recorder)
  }
  const scatters = countOf(cascade, scatter)
  if (scatters >= scattersWanted) cascade.scatters = scatters
  return applyMultipliers(cascade, winUnits, recorder)
}

function countStops(cascade: Cascade): void {
  const { table, stops, counts } = cascade
  const { sums, reels } = table
  const { columns, rows, starts } = reels
  let even = table.emptyEven
  let odd = table.emptyOdd
  for (let column = 0; column < columns; column++) {
    const place = starts[column]! + stops[column]!
    const shown = (sums[place + rows]! - sums[place]!) | 0
    counts[column] = shown
    even += shown & EVERY_SECOND
    odd += (shown >>> COLUMN) & EVERY_SECOND
  }
  cascade.even = even
  cascade.odd = odd
}

/** Turns every placeholder that has landed since the last call into a multiplier. */
function drawMultipliers(cascade: Cascade, draws: Draws): void {
  const { multiplierByTicket, values, placeholder } = cascade.table
  for (let left = countOf(cascade, placeholder) - cascade.landings; left > 0; left--) {
    const symbol = multiplierByTicket[draws.below(multiplierByTicket.length)]!
    cascade.landed[cascade.landings++] = symbol
    cascade.multiplier += values[symbol]!
  }
}

/** One bit, the lowest of its count in a column, for every paying symbol with a winning count. */
function findWinners({ table, even, odd }: Cascade): number {
  const evenWinners = (even & table.payingEven) >>> (BOARD - 1)
  return evenWinners | ((odd & table.payingOdd) >>> (BOARD - 1 - COLUMN))
}

function countOf({ table, even, odd }: Cascade, symbol: number): number {
  const counts = (symbol & 1) === 0 ? even - table.emptyEven : odd - table.emptyOdd
  return (counts >>> ((symbol >> 1) * BOARD)) & BOARD_COUNT
}

function payWinners(cascade: Cascade, winners: number, recorder: Recorder | null): number {
  const { table, even, odd, board } = cascade
  let winUnits = 0
  for (let rest = winners; rest !== 0; rest &= rest - 1) {
    const symbol = symbolOf(rest)
    const counts = (symbol & 1) === 0 ? even : odd
    const count = (counts >>> ((symbol >> 1) * BOARD)) & BOARD_COUNT
    const pay = table.pays[(symbol << BOARD) | count]!
    winUnits += pay
    if (recorder !== null) recorder.anywhereWin(symbol, countSymbol(board, symbol), board, pay)
  }
  return winUnits
}

/** The symbol whose count in a column begins at the lowest set bit. */
function symbolOf(bits: number): number {
  return ((31 - Math.clz32(bits & -bits)) / COLUMN) | 0
}

/** Removes the winners; the strips continue from above. */
function dropAndRefill(cascade: Cascade, winners: number): void {
  const { table, stops, counts } = cascade
  const { sums, reels } = table
  const { columns, lengths, starts } = reels
  const won = winners * COLUMN_COUNT
  let even = table.emptyEven
  let odd = table.emptyOdd
  for (let column = 0; column < columns; column++) {
    const before = counts[column]!
    const gone = addCounts(before & won)
    const above = stops[column]! - gone
    const stop = above < 0 ? above + lengths[column]! : above
    const place = starts[column]! + stop
    const shown = ((before & ~won) + sums[place + gone]! - sums[place]!) | 0
    stops[column] = stop
    counts[column] = shown
    even += shown & EVERY_SECOND
    odd += (shown >>> COLUMN) & EVERY_SECOND
  }
  cascade.even = even
  cascade.odd = odd
}
const COLUMN_COUNT = 7

/** Three bits are one digit of base 8, and a sum of such digits under 7 is the remainder by 7. */
function addCounts(counts: number): number {
  return (counts % 7) | 0
}

/**
 * Adds up the multipliers left on the final board and applies them; without any the win is
 * unchanged.
 */
function applyMultipliers(cascade: Cascade, winUnits: number, recorder: Recorder | null): number {
  const { table, board, multiplier } = cascade
  if (winUnits === 0 || multiplier === 0) return winUnits
  const multiplied = winUnits * multiplier
  if (recorder !== null) recorder.multiplierApplied(table.values, board, multiplier, multiplied)
  return multiplied
}

/** Multipliers have landed column by column, in each from its top cell down. */
function showLanding(cascade: Cascade, cause: 'spin' | 'freeGame', recorder: Recorder): void {
  const { table, stops, board, landed } = cascade
  const { columns, rows } = table.reels
  for (let column = 0; column < columns; column++) {
    showColumn(table.reels, board, column, rows, stops[column]!)
  }
  let next = 0
  for (let cell = 0; cell < board.length; cell++) {
    if (board[cell] === table.placeholder) board[cell] = landed[next++]!
  }
  recorder.reels(cause, board)
}

/** Multipliers have dropped in column by column, in each from the lowest new cell up. */
function showRefill(cascade: Cascade, winners: number, shown: number, recorder: Recorder): void {
  const { table, stops, board, removed, landed } = cascade
  const { columns, rows } = table.reels
  let gone = 0
  for (let rest = winners; rest !== 0; rest &= rest - 1) gone |= 1 << symbolOf(rest)
  let next = shown
  for (let column = 0; column < columns; column++) {
    const top = column * rows
    markColumn(table.reels, board, removed, column, gone)
    const dropped = dropColumn(table.reels, board, removed, column, rows, stops[column]!)
    for (let cell = top + dropped - 1; cell >= top; cell--) {
      if (board[cell] === table.placeholder) board[cell] = landed[next++]!
    }
  }
  recorder.cascade(removed, board)
}
