// Owns pay-anywhere cascades on reel strips: land, pay, remove, drop, refill, and the multiplier
// symbols at the end. Must never know what a number of scatters sets off.

import type { Board, Recorder } from '../engine/recorder.ts'
import type { Draws } from '../engine/rng.ts'
import {
  BITS,
  buildCascadeTable,
  type CascadeRules,
  type CascadeTable,
  SYMBOLS_PER_INTEGER,
} from './cascade-table.ts'

/** The sixth bits of all symbols: set where a count has reached the number at which it matters. */
const MATTERS = 0b100000_100000_100000_100000_100000
const COUNT = 2 ** BITS - 1

/** A cascade in play: reused from spin to spin. */
export interface Cascade {
  readonly table: CascadeTable
  readonly board: Board
  readonly removed: Uint8Array
  /** The strip position that shows, or last dropped in, at the top of each column. */
  readonly stops: Int32Array
  /** Symbol counts of the board, packed as `CascadeTable` says. */
  first: number
  second: number
  /** Sum of the multiplier symbols on the board. */
  multiplier: number
  /** Scatters on the final board of the last spin; 0 when fewer than wanted. */
  scatters: number
}

export function buildCascade(rules: CascadeRules): Cascade {
  const { columns, rows } = rules.reels
  return {
    table: buildCascadeTable(rules),
    board: new Uint8Array(columns * rows),
    removed: new Uint8Array(columns * rows),
    stops: new Int32Array(columns),
    first: 0,
    second: 0,
    multiplier: 0,
    scatters: 0,
  }
}

/**
 * Plays the board of the drawn stops to its end. Returns the units won, multipliers applied.
 * Nothing matters on three of five boards of Sugar Cascade: without a recorder they are never laid
 * out.
 */
export function playCascade(
  cascade: Cascade,
  cause: 'spin' | 'freeGame',
  draws: Draws,
  recorder: Recorder | null,
): number {
  countStops(cascade)
  cascade.scatters = 0
  if (recorder === null && ((cascade.first | cascade.second) & MATTERS) === 0) return 0
  landBoard(cascade, draws)
  if (recorder !== null) recorder.reels(cause, cascade.board)
  const { scatter, scattersWanted, capUnits } = cascade.table
  let winUnits = 0
  for (;;) {
    const winners = findWinners(cascade)
    if (winners === 0) break
    winUnits += payWinners(cascade, winners, recorder)
    if (winUnits >= capUnits) break
    dropAndRefill(cascade, winners, draws, recorder)
  }
  const scatters = countOf(cascade, scatter)
  if (scatters >= scattersWanted) cascade.scatters = scatters
  return applyMultipliers(cascade, winUnits, recorder)
}

function countStops(cascade: Cascade): void {
  const { table, stops } = cascade
  const { columns, starts } = table.reels
  let first = table.emptyFirst
  let second = table.emptySecond
  for (let column = 0; column < columns; column++) {
    const at = starts[column]! + stops[column]!
    first += table.windowFirst[at]!
    second += table.windowSecond[at]!
  }
  cascade.first = first
  cascade.second = second
}

function landBoard(cascade: Cascade, draws: Draws): void {
  const { table, stops, board } = cascade
  const { columns, rows, starts, symbols } = table.reels
  cascade.multiplier = 0
  for (let column = 0; column < columns; column++) {
    const from = starts[column]! + stops[column]!
    const to = column * rows
    for (let row = 0; row < rows; row++) {
      board[to + row] = landSymbol(cascade, symbols[from + row]!, draws)
    }
  }
}

/** The symbol itself, or the multiplier a placeholder turns into. */
function landSymbol(cascade: Cascade, symbol: number, draws: Draws): number {
  return symbol === cascade.table.placeholder ? drawMultiplier(cascade, draws) : symbol
}

function drawMultiplier(cascade: Cascade, draws: Draws): number {
  const { multipliers, multiplierWeight } = cascade.table
  let left = draws.below(multiplierWeight)
  for (const { symbol, value, weight } of multipliers) {
    left -= weight
    if (left >= 0) continue
    cascade.multiplier += value
    return symbol
  }
  throw new Error('the weights do not add up')
}

/** One bit for every paying symbol that is on the board often enough. */
function findWinners({ table, first, second }: Cascade): number {
  const { payingFirst, payingSecond } = table
  let winners = 0
  for (let bits = first & payingFirst; bits !== 0; bits &= bits - 1) {
    winners |= 1 << slotOf(bits)
  }
  for (let bits = second & payingSecond; bits !== 0; bits &= bits - 1) {
    winners |= 1 << (SYMBOLS_PER_INTEGER + slotOf(bits))
  }
  return winners
}

/** Which symbol of an integer owns its lowest set bit. */
function slotOf(bits: number): number {
  return ((31 - Math.clz32(bits & -bits)) / BITS) | 0
}

function countOf({ table, first, second }: Cascade, symbol: number): number {
  const counts =
    symbol < SYMBOLS_PER_INTEGER ? first - table.emptyFirst : second - table.emptySecond
  return (counts >> ((symbol % SYMBOLS_PER_INTEGER) * BITS)) & COUNT
}

/** Pays the winners and takes them out of the counts; the board still shows them. */
function payWinners(cascade: Cascade, winners: number, recorder: Recorder | null): number {
  const { table, board } = cascade
  let winUnits = 0
  for (let rest = winners; rest !== 0; rest &= rest - 1) {
    const symbol = 31 - Math.clz32(rest & -rest)
    const count = countOf(cascade, symbol)
    const pay = table.pays[symbol * (board.length + 1) + count]!
    winUnits += pay
    cascade.first -= count * table.cellFirst[symbol]!
    cascade.second -= count * table.cellSecond[symbol]!
    if (recorder !== null) recorder.anywhereWin(symbol, count, board, pay)
  }
  return winUnits
}

/** The winners vanish, what is left falls; from above the strips run on, bottom cell first. */
function dropAndRefill(
  cascade: Cascade,
  winners: number,
  draws: Draws,
  recorder: Recorder | null,
): void {
  const { table, board, stops } = cascade
  const { columns, rows, lengths, starts, symbols } = table.reels
  if (recorder !== null) markRemoved(cascade, winners)
  for (let column = 0; column < columns; column++) {
    const top = column * rows
    let to = top + rows - 1
    for (let from = to; from >= top; from--) {
      const symbol = board[from]!
      if (((winners >>> symbol) & 1) === 0) board[to--] = symbol
    }
    let stop = stops[column]!
    for (; to >= top; to--) {
      stop = stop === 0 ? lengths[column]! - 1 : stop - 1
      const symbol = symbols[starts[column]! + stop]!
      cascade.first += table.cellFirst[symbol]!
      cascade.second += table.cellSecond[symbol]!
      board[to] = landSymbol(cascade, symbol, draws)
    }
    stops[column] = stop
  }
  if (recorder !== null) recorder.cascade(cascade.removed, board)
}

function markRemoved({ board, removed }: Cascade, winners: number): void {
  for (let cell = 0; cell < board.length; cell++) removed[cell] = (winners >>> board[cell]!) & 1
}

/** The multipliers left on the final board are added up; without any the win stays. */
function applyMultipliers(cascade: Cascade, winUnits: number, recorder: Recorder | null): number {
  const { table, board, multiplier } = cascade
  if (winUnits === 0 || multiplier === 0) return winUnits
  const multiplied = winUnits * multiplier
  if (recorder !== null) recorder.multiplierApplied(table.values, board, multiplier, multiplied)
  return multiplied
}
