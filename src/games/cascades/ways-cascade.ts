// Owns ways wins that cascade on reels of changing height: land, pay, remove, drop, refill, and a
// multiplier that grows. Must never know what a number of scatters sets off.

import { type Board, NO_CELL, type Recorder } from '../engine/recorder.ts'
import type { Draws } from '../engine/rng.ts'
import {
  buildWaysCascadeTable,
  COUNT,
  SCATTER_SHIFT,
  type WaysCascadeRules,
  type WaysCascadeTable,
} from './ways-cascade-table.ts'

/** A cascade in play: reused from spin to spin. */
export interface WaysCascade {
  readonly table: WaysCascadeTable
  readonly board: Board
  /** Cells of each column; they stay during a spin. */
  readonly heights: Int32Array
  /** The strip position that shows, or last dropped in, at the top of each column. */
  readonly stops: Int32Array
  /** Symbol counts of each column, packed as `WaysCascadeTable` says. */
  readonly counts: Int32Array
  /** Symbols of each column that won, one bit an id. */
  readonly won: Int32Array
  /** Cells of one win, and cells that vanish: for the recorder only. */
  readonly members: Uint8Array
  readonly removed: Uint8Array
  /** Stays from spin to spin: its owner sets it back. */
  multiplier: number
  /** Scatters on the final board of the last spin; 0 when fewer than wanted. */
  scatters: number
}

export function buildWaysCascade(rules: WaysCascadeRules): WaysCascade {
  const { columns, rows } = rules.reels
  return {
    table: buildWaysCascadeTable(rules),
    board: new Uint8Array(columns * rows),
    heights: new Int32Array(columns),
    stops: new Int32Array(columns),
    counts: new Int32Array(columns),
    won: new Int32Array(columns),
    members: new Uint8Array(columns * rows),
    removed: new Uint8Array(columns * rows),
    multiplier: 1,
    scatters: 0,
  }
}

/** Draws a height and then a stop for every reel, left to right. */
export function drawReels(cascade: WaysCascade, draws: Draws): void {
  const { table, heights, stops } = cascade
  const { columns, lengths } = table.reels
  for (let column = 0; column < columns; column++) {
    heights[column] = drawHeight(table, draws)
    stops[column] = draws.below(lengths[column]!)
  }
}

export function drawHeight({ heightByTicket }: WaysCascadeTable, draws: Draws): number {
  return heightByTicket[draws.below(heightByTicket.length)]!
}

/**
 * Plays the board of the drawn heights and stops to its end and returns the units won. Without a
 * recorder boards that win nothing are never laid out.
 */
export function playWaysCascade(
  cascade: WaysCascade,
  cause: 'spin' | 'freeGame',
  recorder: Recorder | null,
): number {
  const { table, board } = cascade
  const scatters = countStops(cascade)
  let winners = findWinners(cascade)
  if (recorder === null && winners === 0) {
    cascade.scatters = scatters >= table.scattersWanted ? scatters : 0
    return 0
  }
  landBoard(cascade)
  if (recorder !== null) recorder.reels(cause, board)
  let winUnits = 0
  while (winners !== 0) {
    winUnits += payWinners(cascade, winners, recorder)
    if (winUnits >= table.capUnits) break
    dropAndRefill(cascade, recorder)
    growMultiplier(cascade, recorder)
    winners = findWinners(cascade)
  }
  const left = countScatters(cascade)
  cascade.scatters = left >= table.scattersWanted ? left : 0
  return winUnits
}

/** Returns the number of scatters in the windows. */
function countStops({ table, heights, stops, counts }: WaysCascade): number {
  const { columns, starts, symbols } = table.reels
  let scatters = 0
  for (let column = 0; column < columns; column++) {
    const place = starts[column]! + stops[column]!
    const window = table.windows[heights[column]! * symbols.length + place]!
    counts[column] = window
    scatters += window >>> SCATTER_SHIFT
  }
  return scatters
}

function countScatters({ counts }: WaysCascade): number {
  let scatters = 0
  for (let column = 0; column < counts.length; column++)
    scatters += counts[column]! >>> SCATTER_SHIFT
  return scatters
}

/** The lowest bit of every count that is not zero; `regular` cuts off what is no lowest bit. */
function shownIn(counts: number): number {
  return counts | (counts >>> 1) | (counts >>> 2)
}

/** One bit, the lowest of its count, for every symbol on as many reels as its first pay asks. */
function findWinners({ table, counts }: WaysCascade): number {
  const onTwo = shownIn(counts[0]!) & shownIn(counts[1]!) & table.regular
  return onTwo & (shownIn(counts[2]!) | table.pairs)
}

function landBoard({ table, board, heights, stops }: WaysCascade): void {
  const { columns, rows, starts, symbols } = table.reels
  for (let column = 0; column < columns; column++) {
    const from = starts[column]! + stops[column]!
    const to = column * rows
    const height = heights[column]!
    for (let row = 0; row < height; row++) board[to + row] = symbols[from + row]!
    for (let row = height; row < rows; row++) board[to + row] = NO_CELL
  }
}

/** Pays the winners and notes in `won` what will vanish; the board still shows it. */
function payWinners(cascade: WaysCascade, winners: number, recorder: Recorder | null): number {
  const { table, counts, won, multiplier } = cascade
  const { columns } = table.reels
  won.fill(0)
  let winUnits = 0
  for (let rest = winners; rest !== 0; rest &= rest - 1) {
    const shift = 31 - Math.clz32(rest & -rest)
    const symbol = table.symbolAt[shift]!
    const vanishing = (1 << symbol) | table.wilds
    let ways = 1
    let count = 0
    for (; count < columns; count++) {
      const cells = (counts[count]! >>> shift) & COUNT
      if (cells === 0) break
      ways *= cells
      won[count]! |= vanishing
    }
    const pay = table.pays[symbol * (columns + 1) + count]! * ways * multiplier
    winUnits += pay
    if (recorder === null) continue
    markMembers(cascade, vanishing, count)
    recorder.waysWin(symbol, count, ways, multiplier, cascade.members, pay)
  }
  return winUnits
}

function markMembers({ table, board, members }: WaysCascade, symbols: number, reels: number): void {
  const cells = reels * table.reels.rows
  members.fill(0)
  for (let cell = 0; cell < cells; cell++) members[cell] = isAmong(symbols, board[cell]!)
}

/** 1 for a symbol among them. `NO_CELL` must be asked for: shifting by 255 shifts by 31. */
function isAmong(symbols: number, symbol: number): number {
  return symbol === NO_CELL ? 0 : (symbols >>> symbol) & 1
}

/** What won vanishes, the rest falls; from above the strips run on, bottom cell first. */
function dropAndRefill(cascade: WaysCascade, recorder: Recorder | null): void {
  const { board, won, removed } = cascade
  const { columns, rows } = cascade.table.reels
  if (recorder !== null) {
    for (let cell = 0; cell < board.length; cell++) {
      removed[cell] = isAmong(won[Math.floor(cell / rows)]!, board[cell]!)
    }
  }
  // A win has no gaps: to the right of a column without one there is none.
  for (let column = 0; column < columns && won[column] !== 0; column++) settle(cascade, column)
  if (recorder !== null) recorder.cascade(removed, board)
}

function settle({ table, board, heights, stops, counts, won }: WaysCascade, column: number): void {
  const { cells } = table
  const { rows, lengths, starts, symbols } = table.reels
  const gone = won[column]!
  const start = starts[column]!
  const top = column * rows
  let to = top + heights[column]! - 1
  let shown = 0
  for (let from = to; from >= top; from--) {
    const symbol = board[from]!
    if (((gone >>> symbol) & 1) !== 0) continue
    shown += cells[symbol]!
    board[to--] = symbol
  }
  let stop = stops[column]!
  for (; to >= top; to--) {
    stop = stop === 0 ? lengths[column]! - 1 : stop - 1
    const symbol = symbols[start + stop]!
    shown += cells[symbol]!
    board[to] = symbol
  }
  stops[column] = stop
  counts[column] = shown
}

function growMultiplier(cascade: WaysCascade, recorder: Recorder | null): void {
  const { multiplierGrowth } = cascade.table
  if (multiplierGrowth === 0) return
  cascade.multiplier += multiplierGrowth
  if (recorder !== null) recorder.multiplierGrew(cascade.multiplier)
}
