// The tables with which a cascade game is played: pays by count, and the symbol counts of every
// window packed into integers. Must never play.

import type { ReelStrips } from '../engine/reels.ts'
import { sumCounts } from './running-counts.ts'

/** A symbol that a multiplier cell can turn into, with its weight among the draws. */
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
  /** Fewer scatters than this have no effect and are reported as 0. */
  scattersWanted: number
  /**
   * The strips show this id, the first multiplier's, where a multiplier lands; its value is drawn
   * when it lands.
   */
  placeholder: number
  multipliers: readonly WeightedMultiplier[]
  capUnits: number
}

/**
 * The counts of a column are one integer, three bits a symbol. The counts of a board are two
 * integers, six bits a symbol, one for the even ids and one for the odd ones, so that adding a
 * column takes a mask and a shift. Every count of a board starts at 32 minus the number at which
 * its symbol matters, so it sets its sixth bit at that number: one test shows whether anything
 * matters. 30 cells cannot carry into the next symbol, and neither can a column's six.
 */
export const COLUMN_BITS = 3
export const BOARD_BITS = 2 * COLUMN_BITS
const SIXTH_BIT = 1 << (BOARD_BITS - 1)
const MAX_ROWS = 6
const MAX_CELLS = 30
const MAX_COUNTED = 10

export interface CascadeTable extends CascadeRules {
  /** `pays[symbol << BOARD_BITS | count]`, units; the count in the form of the board's integers. */
  pays: Int32Array
  /** Value of each symbol as a multiplier, 0 for other symbols. */
  values: Uint16Array
  /** The multiplier of each ticket. */
  multiplierByTicket: Uint8Array
  /** Running counts of the strips; see `sumCounts`. */
  sums: Int32Array
  /** Counts of an empty board, of the even and of the odd ids. */
  emptyEven: number
  emptyOdd: number
  /** The sixth bits of the paying symbols. */
  payingEven: number
  payingOdd: number
}

export function buildCascadeTable(rules: CascadeRules): CascadeTable {
  const { reels, symbols, scatter, placeholder, multipliers } = rules
  const { columns, rows } = reels
  if (
    rows > MAX_ROWS ||
    columns * rows > MAX_CELLS ||
    placeholder >= MAX_COUNTED ||
    symbols.length > 32
  ) {
    throw new RangeError('too many cells or symbols to count them in two integers')
  }
  const values = new Uint16Array(symbols.length)
  for (const { symbol, value } of multipliers) values[symbol] = value
  const cells = symbols.map((_, id) => (id <= placeholder ? 1 << (id * COLUMN_BITS) : 0))
  const empty = symbols.slice(0, placeholder + 1).map((symbol, id) => {
    if (id === scatter) return SIXTH_BIT - rules.scattersWanted
    return SIXTH_BIT - (id < scatter ? symbol.pays[0]![0] : 1)
  })
  const paying = empty.map((_, id) => (id < scatter ? SIXTH_BIT : 0))
  return {
    ...rules,
    pays: buildPays(symbols.slice(0, scatter), empty),
    values,
    multiplierByTicket: Uint8Array.from(
      multipliers.flatMap(({ symbol, weight }) => new Array<number>(weight).fill(symbol)),
    ),
    sums: sumCounts(reels.symbols, cells),
    emptyEven: packEverySecond(empty, 0),
    emptyOdd: packEverySecond(empty, 1),
    payingEven: packEverySecond(paying, 0),
    payingOdd: packEverySecond(paying, 1),
  }
}

/** A pay applies to its number of symbols and every larger one, up to the next pay. */
function buildPays(paying: CascadeRules['symbols'], empty: readonly number[]): Int32Array {
  const pays = new Int32Array(paying.length << BOARD_BITS)
  paying.forEach((symbol, id) => {
    for (const [count, winUnits] of symbol.pays) {
      pays.fill(winUnits, (id << BOARD_BITS) + empty[id]! + count, (id + 1) << BOARD_BITS)
    }
  })
  return pays
}

/** Numbers by symbol id, every second one from `first` on, in the form of a board's integer. */
function packEverySecond(numbers: readonly number[], first: 0 | 1): number {
  let packed = 0
  for (let id = first; id < numbers.length; id += 2)
    packed |= numbers[id]! << ((id >> 1) * BOARD_BITS)
  return packed
}
