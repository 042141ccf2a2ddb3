// The tables with which a cluster game is played: windows as bit planes, and pays by size. Must
// never play.

import type { GameSymbol } from '../engine/contract.ts'
import type { ReelStrips } from '../engine/reels.ts'

/** Fewer touching cells are not a cluster. The evaluator's test for seeds is made for this size. */
export const SMALLEST_CLUSTER = 5

export interface ClusterRules {
  reels: ReelStrips
  /** All of them pay, for clusters of five or more. */
  symbols: readonly Pick<GameSymbol, 'pays'>[]
  /**
   * Multiplier of each step of a round: every cascade moves to the next one; the last one stays.
   */
  multipliers: readonly number[]
  capUnits: number
}

/**
 * A board is two integers, four columns each, eight bits a column from its top cell down. The
 * eighth bit is never set, so that a shift by a row does not run into the next column.
 */
export const COLUMNS_PER_INTEGER = 4
export const COLUMN_BITS = 8
const MAX_COLUMNS = 2 * COLUMNS_PER_INTEGER
const MAX_ROWS = COLUMN_BITS - 1

/** A symbol id takes three such boards, one for each of its bits. */
export const PLANES = 3
const MAX_SYMBOLS = 2 ** PLANES

export interface ClusterTable extends ClusterRules {
  /** Columns in the first of the two integers. */
  lowColumns: number
  /** `windows[place * PLANES + plane]`, shifted to its column, by its place in `reels.symbols`. */
  windows: Int32Array
  /** `pays[symbol * (cells + 1) + count]`, units. */
  pays: Int32Array
  /** Cells that have a cell below them, in either integer; cells that have one to their right. */
  belowLow: number
  belowHigh: number
  besideLow: number
  besideHigh: number
}

/**
 * Throws RangeError for rules that do not fit the integers, and for pays that leave a cluster
 * unpaid.
 */
export function buildClusterTable(rules: ClusterRules): ClusterTable {
  const { reels, symbols } = rules
  const { columns, rows } = reels
  if (columns > MAX_COLUMNS || rows > MAX_ROWS || symbols.length > MAX_SYMBOLS) {
    throw new RangeError('too many columns, rows or symbols for the integers of a cluster board')
  }
  const cells = columns * rows
  const lowColumns = Math.min(columns, COLUMNS_PER_INTEGER)
  const highColumns = columns - lowColumns
  return {
    ...rules,
    lowColumns,
    windows: buildWindows(reels),
    pays: buildPays(symbols, cells),
    belowLow: fillColumns(lowColumns, rows - 1),
    belowHigh: fillColumns(highColumns, rows - 1),
    besideLow: fillColumns(highColumns > 0 ? lowColumns : lowColumns - 1, rows),
    besideHigh: fillColumns(highColumns - 1, rows),
  }
}

/** The first cells of the first columns. */
function fillColumns(columns: number, rows: number): number {
  let bits = 0
  for (let column = 0; column < columns; column++) {
    bits |= (2 ** rows - 1) << (column * COLUMN_BITS)
  }
  return bits
}

function buildWindows(reels: ReelStrips): Int32Array {
  const { columns, rows, starts, lengths, symbols } = reels
  const windows = new Int32Array(symbols.length * PLANES)
  for (let column = 0; column < columns; column++) {
    const shift = shiftOf(column)
    for (let stop = 0; stop < lengths[column]!; stop++) {
      const place = starts[column]! + stop
      for (let row = 0; row < rows; row++) {
        for (let plane = 0; plane < PLANES; plane++) {
          const bit = (symbols[place + row]! >>> plane) & 1
          windows[place * PLANES + plane]! |= bit << (shift + row)
        }
      }
    }
  }
  return windows
}

/** The bit at which a column begins in its integer. */
export function shiftOf(column: number): number {
  return (column % COLUMNS_PER_INTEGER) * COLUMN_BITS
}

/** A pay applies to its size and every larger one, up to the next pay. */
function buildPays(symbols: ClusterRules['symbols'], cells: number): Int32Array {
  const pays = new Int32Array(symbols.length * (cells + 1))
  symbols.forEach((symbol, id) => {
    if (symbol.pays[0]?.[0] !== SMALLEST_CLUSTER) {
      throw new RangeError(`symbol ${id} must pay from clusters of ${SMALLEST_CLUSTER} on`)
    }
    for (const [count, winUnits] of symbol.pays) {
      pays.fill(winUnits, id * (cells + 1) + count, (id + 1) * (cells + 1))
    }
  })
  return pays
}
