// Ways wins that cascade on reels of changing height: land, pay, remove, drop, refill, and a
// multiplier that grows. Must never decide what a number of scatters triggers.

import type { Board, Recorder } from '../engine/recorder.ts'
import type { Draws } from '../engine/rng.ts'
import { dropColumn, markColumn, showColumn } from './column-board.ts'
import {
  buildWaysCascadeTable,
  SCATTER_SHIFT,
  type WaysCascadeRules,
  type WaysCascadeTable,
} from './ways-cascade-table.ts'

/** The compiler inlines a constant of this module; an imported one is read every time. */
const SCATTERS = SCATTER_SHIFT

/**
 * A cascade in play: reused from spin to spin. The row of a symbol has no effect, so a round is
 * played on counts alone, and a board is laid out only for a recorder.
 */
export interface WaysCascade {
  readonly table: WaysCascadeTable
  /** Cells of each column; they do not change during a spin. */
  readonly heights: Int32Array
  /**
   * The strip position at the top of each column: of the stop, or of the symbol that dropped in
   * last.
   */
  readonly stops: Int32Array
  /** Symbol counts of each column, packed as described at `WaysCascadeTable`, and its wilds. */
  readonly counts: Int32Array
  readonly wilds: Int32Array
  /** Kept from spin to spin: the caller resets it. */
  multiplier: number
  /**
   * Scatters on the final board of the last spin; 0 when there were fewer than `scattersWanted`.
   */
  scatters: number
  /** Only for the recorder: cells of one win, and cells that vanish. */
  readonly board: Board
  readonly members: Uint8Array
  readonly removed: Uint8Array
}

export function buildWaysCascade(rules: WaysCascadeRules): WaysCascade {
  const { columns, rows } = rules.reels
  return {
    table: buildWaysCascadeTable(rules),
    heights: new Int32Array(columns),
    stops: new Int32Array(columns),
    counts: new Int32Array(columns),
    wilds: new Int32Array(columns),
    multiplier: 1,
    scatters: 0,
    board: new Uint8Array(columns * rows),
    members: new Uint8Array(columns * rows),
    removed: new Uint8Array(columns * rows),
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

/** Plays the board of the drawn heights and stops to its end and returns the units won. */
export function playWaysCascade(
  cascade: WaysCascade,
  cause: 'spin' | 'freeGame',
  recorder: Recorder | null,
): number {
  const { scattersWanted, capUnits } = cascade.table
  let scatters = countStops(cascade)
  if (recorder !== null) showLanding(cascade, cause, recorder)
  let winUnits = 0
  let winners = findWinners(cascade)
  if (winners !== 0) {
    countWilds(cascade)
    do {
      winUnits += payWinners(cascade, winners, recorder)
      if (winUnits >= capUnits) break
      dropAndRefill(cascade, winners, recorder)
      growMultiplier(cascade, recorder)
      winners = findWinners(cascade)
    } while (winners !== 0)
    scatters = countScatters(cascade)
  }
  cascade.scatters = scatters >= scattersWanted ? scatters : 0
  return winUnits
}

/** Returns the number of scatters in the windows. */
function countStops({ table, heights, stops, counts }: WaysCascade): number {
  const { sums, reels } = table
  const { columns, starts } = reels
  let scatters = 0
  for (let column = 0; column < columns; column++) {
    const place = starts[column]! + stops[column]!
    const shown = (sums[place + heights[column]!]! - sums[place]!) | 0
    counts[column] = shown
    scatters += shown >>> SCATTERS
  }
  return scatters
}

/** Most boards win nothing, and then their wilds are not needed. */
function countWilds({ table, heights, stops, wilds }: WaysCascade): void {
  const { wildSums, reels } = table
  const { columns, starts } = reels
  for (let column = 0; column < columns; column++) {
    const place = starts[column]! + stops[column]!
    wilds[column] = wildSums[place + heights[column]!]! - wildSums[place]!
  }
}

function countScatters({ counts }: WaysCascade): number {
  let scatters = 0
  for (let column = 0; column < counts.length; column++) {
    scatters += counts[column]! >>> SCATTERS
  }
  return scatters
}

/** The lowest bit of every count that is not zero; `regular` removes all other bits. */
function shownIn(counts: number): number {
  return counts | (counts >>> 1) | (counts >>> 2)
}

/** One bit, the lowest of its count, for every symbol on as many reels as its first pay needs. */
function findWinners({ table, counts }: WaysCascade): number {
  const onTwo = shownIn(counts[0]!) & shownIn(counts[1]!) & table.regular
  return onTwo & (shownIn(counts[2]!) | table.pairs)
}

function payWinners(cascade: WaysCascade, winners: number, recorder: Recorder | null): number {
  const { table, counts, multiplier } = cascade
  const { pays, symbolAt, reels } = table
  const { columns } = reels
  let winUnits = 0
  for (let rest = winners; rest !== 0; rest &= rest - 1) {
    const shift = 31 - Math.clz32(rest & -rest)
    const symbol = symbolAt[shift]!
    let ways = 1
    let count = 0
    for (; count < columns; count++) {
      const cells = (counts[count]! >>> shift) & 7
      if (cells === 0) break
      ways *= cells
    }
    const pay = pays[symbol * (columns + 1) + count]! * ways * multiplier
    winUnits += pay
    if (recorder === null) continue
    markMembers(cascade, rest & -rest, count)
    recorder.waysWin(symbol, count, ways, multiplier, cascade.members, pay)
  }
  return winUnits
}

/**
 * Removes the winning symbols and the wilds that substituted for them; the strips continue from
 * above.
 */
function dropAndRefill(cascade: WaysCascade, winners: number, recorder: Recorder | null): void {
  const { table, stops, counts, wilds } = cascade
  const { sums, wildSums, regular, reels } = table
  const { columns, lengths, starts } = reels
  if (recorder !== null) cascade.removed.fill(0)
  let won = winners
  for (let column = 0; column < columns; column++) {
    const before = counts[column]!
    // A win has no gaps: a symbol that does not show here has not won further to the right.
    won &= shownIn(before)
    if (won === 0) break
    const cells = (won << 3) - won
    const own = before - wilds[column]! * regular
    const gone = wilds[column]! + addCounts(own & cells)
    const above = stops[column]! - gone
    const stop = above < 0 ? above + lengths[column]! : above
    const place = starts[column]! + stop
    stops[column] = stop
    counts[column] = ((own & ~cells) + sums[place + gone]! - sums[place]!) | 0
    wilds[column] = wildSums[place + gone]! - wildSums[place]!
    if (recorder !== null) showRefill(cascade, column, won)
  }
  if (recorder !== null) recorder.cascade(cascade.removed, cascade.board)
}

/**
 * Three bits are one digit of base 8, and a sum of digits from 1 to 7 is given by the remainder.
 */
function addCounts(counts: number): number {
  return counts === 0 ? 0 : ((counts - 1) % 7) + 1
}

function growMultiplier(cascade: WaysCascade, recorder: Recorder | null): void {
  const { multiplierGrowth } = cascade.table
  if (multiplierGrowth === 0) return
  cascade.multiplier += multiplierGrowth
  if (recorder !== null) recorder.multiplierGrew(cascade.multiplier)
}

function showLanding(cascade: WaysCascade, cause: 'spin' | 'freeGame', recorder: Recorder): void {
  const { table, heights, stops, board } = cascade
  for (let column = 0; column < table.reels.columns; column++) {
    showColumn(table.reels, board, column, heights[column]!, stops[column]!)
  }
  recorder.reels(cause, board)
}

function markMembers(cascade: WaysCascade, winner: number, reels: number): void {
  const { table, board, members } = cascade
  const symbols = listSymbols(table, winner)
  members.fill(0)
  for (let column = 0; column < reels; column++) {
    markColumn(table.reels, board, members, column, symbols)
  }
}

function showRefill(cascade: WaysCascade, column: number, won: number): void {
  const { table, heights, stops, board, removed } = cascade
  markColumn(table.reels, board, removed, column, listSymbols(table, won))
  dropColumn(table.reels, board, removed, column, heights[column]!, stops[column]!)
}

/** One bit for each id of the symbols whose counts begin at these bits, and for the wilds. */
function listSymbols({ symbolAt, wilds }: WaysCascadeTable, bits: number): number {
  let symbols = wilds
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    symbols |= 1 << symbolAt[31 - Math.clz32(rest & -rest)]!
  }
  return symbols
}
