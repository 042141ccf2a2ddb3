// Owns how a cascade game is laid out for play: pays by count, and the symbol counts of every
// window packed into integers. Must never play.

import { countSymbol, type ReelStrips } from '../engine/reels.ts'

/** A symbol a multiplier cell can turn into, with its weight among the draws. */
export interface WeightedMultiplier {
  symbol: number
  value: number
  weight: number
}

export interface CascadeRules {
  reels: ReelStrips
  /**
   * Ids in order: the paying symbols, the scatter, the multipliers. At most ten up to
   * `placeholder`.
   */
  symbols: readonly { pays: readonly (readonly [count: number, winUnits: number])[] }[]
  scatter: number
  /** Fewer scatters than this mean nothing and are reported as none. */
  scattersWanted: number
  /**
   * Strips show this id, the first multiplier's, where one lands; its value is drawn as it lands.
   */
  placeholder: number
  multipliers: readonly WeightedMultiplier[]
  capUnits: number
}

/**
 * Counts live in two integers, six bits a symbol, so that a board's counts are one addition a
 * column and "does anything matter" is one test: every count begins at 32 minus the number at which
 * its symbol matters, and so sets its sixth bit there. 30 cells cannot carry into the next symbol.
 */
export const SYMBOLS_PER_INTEGER = 5
export const BITS = 6
const SIXTH_BIT = 1 << (BITS - 1)
const MAX_CELLS = 30

export interface CascadeTable extends CascadeRules {
  /** `pays[symbol * (cells + 1) + count]`, units. */
  pays: Int32Array
  /** Value of each symbol as a multiplier, 0 for those that are none. */
  values: Uint16Array
  multiplierWeight: number
  /** What one cell of each symbol adds to either integer. */
  cellFirst: Int32Array
  cellSecond: Int32Array
  /** What a window adds, by its place in `reels.symbols`. */
  windowFirst: Int32Array
  windowSecond: Int32Array
  /** Counts of an empty board. */
  emptyFirst: number
  emptySecond: number
  /** The sixth bits of the paying symbols. */
  payingFirst: number
  payingSecond: number
}

export function buildCascadeTable(rules: CascadeRules): CascadeTable {
  const { reels, symbols, scatter, placeholder, multipliers } = rules
  const cells = reels.columns * reels.rows
  if (cells > MAX_CELLS || placeholder >= 2 * SYMBOLS_PER_INTEGER || symbols.length > 32) {
    throw new RangeError('too many cells or symbols to count them in two integers')
  }
  const values = new Uint16Array(symbols.length)
  for (const { symbol, value } of multipliers) values[symbol] = value
  const pays = buildPays(symbols.slice(0, scatter), cells)
  const wanted = symbols.map((symbol, id) => {
    if (id === scatter) return rules.scattersWanted
    return id < scatter ? symbol.pays[0]![0] : 1
  })
  const first = packCounts(reels, 0, wanted, placeholder)
  const second = packCounts(reels, SYMBOLS_PER_INTEGER, wanted, placeholder)
  return {
    ...rules,
    pays,
    values,
    multiplierWeight: multipliers.reduce((sum, { weight }) => sum + weight, 0),
    cellFirst: first.cell,
    cellSecond: second.cell,
    windowFirst: first.window,
    windowSecond: second.window,
    emptyFirst: first.empty,
    emptySecond: second.empty,
    payingFirst: sixthBits(first.cell.subarray(0, scatter)),
    payingSecond: sixthBits(second.cell.subarray(0, scatter)),
  }
}

/** A pay counts for its number of symbols and every larger one, up to the next pay. */
function buildPays(paying: CascadeRules['symbols'], cells: number): Int32Array {
  const pays = new Int32Array(paying.length * (cells + 1))
  paying.forEach((symbol, id) => {
    for (const [count, winUnits] of symbol.pays) {
      pays.fill(winUnits, id * (cells + 1) + count, (id + 1) * (cells + 1))
    }
  })
  return pays
}

/** One of the two integers: the symbols from `from` on, as cells, windows and an empty board. */
function packCounts(reels: ReelStrips, from: number, wanted: readonly number[], last: number) {
  const cell = new Int32Array(wanted.length)
  const window = new Int32Array(reels.symbols.length)
  let empty = 0
  for (let symbol = from; symbol < from + SYMBOLS_PER_INTEGER && symbol <= last; symbol++) {
    const one = 1 << ((symbol - from) * BITS)
    cell[symbol] = one
    empty += (SIXTH_BIT - wanted[symbol]!) * one
    for (let at = 0; at < window.length; at++) {
      window[at]! += countSymbol(reels.symbols.subarray(at, at + reels.rows), symbol) * one
    }
  }
  return { cell, window, empty }
}

function sixthBits(cells: Int32Array): number {
  return cells.reduce((bits, one) => bits | (one * SIXTH_BIT), 0)
}
