// How ways are evaluated: symbols or wilds counted reel by reel from the left, the pay of the run
// times the product of the counts. Must never draw a number or depend on where the board came from.

import type { Board, Recorder } from '../engine/recorder.ts'

/** Sets of symbols are stored as the bits of one 32-bit integer. */
const MAX_SYMBOLS = 31

/** Everything about a game's ways that does not change, prepared for the evaluation. */
export interface WaysTable {
  columns: number
  /** The height of the tallest column. */
  rows: number
  /** Number of symbol ids. */
  symbols: number
  /** Substitutes for every symbol that ways pay, and pays nothing itself; -1 if there is none. */
  wild: number
  /** The pay of one way: `pays[symbol * (columns + 1) + count]`, units; 0 where nothing is paid. */
  pays: Int32Array
  /** Ids of the symbols that ways pay. */
  paid: Uint8Array
  /** The shortest run that pays. */
  shortestRun: number
  /** Flags the cells of the win being recorded. */
  members: Uint8Array
}

export interface WaysRules {
  columns: number
  rows: number
  symbols: readonly {
    role: string
    pays: readonly (readonly [count: number, winUnits: number])[]
  }[]
}

export function buildWaysTable({ columns, rows, symbols }: WaysRules): WaysTable {
  if (symbols.length > MAX_SYMBOLS) throw new RangeError(`at most ${MAX_SYMBOLS} symbols`)
  const pays = new Int32Array(symbols.length * (columns + 1))
  const paid = symbols.flatMap(({ role }, id) => (role === 'regular' ? [id] : []))
  for (const id of paid) {
    for (const [count, winUnits] of symbols[id]!.pays) {
      if (count > columns) throw new RangeError(`no run of ${count} on ${columns} reels`)
      pays[id * (columns + 1) + count] = winUnits
    }
  }
  const runs = Array.from(pays, (pay, at) => (pay > 0 ? at % (columns + 1) : columns))
  return {
    columns,
    rows,
    symbols: symbols.length,
    wild: symbols.findIndex(({ role }) => role === 'wild'),
    pays,
    paid: Uint8Array.from(paid),
    shortestRun: Math.min(...runs),
    members: new Uint8Array(columns * rows),
  }
}

/**
 * A board in the form that ways need: its columns counted, in place or inside a table of many
 * columns.
 */
export interface CountedBoard {
  readonly board: Board
  /** Cells of a column that show a symbol or a wild: `counts[at[column] + symbol]`. */
  readonly counts: Uint8Array
  readonly at: Int32Array
}

/**
 * Counts the cells of one column into `counts` from `at` on; a column may end in `NO_CELL`. Returns
 * the symbols it shows, as bits: a wild shows all that ways pay.
 */
export function countColumn(
  { rows, symbols, wild, paid }: WaysTable,
  board: Board,
  column: number,
  counts: Uint8Array,
  at: number,
): number {
  counts.fill(0, at, at + symbols)
  let wilds = 0
  for (let cell = column * rows; cell < (column + 1) * rows; cell++) {
    const symbol = board[cell]!
    if (symbol === wild) wilds++
    else if (symbol < symbols) counts[at + symbol]!++
  }
  let shown = 0
  for (let index = 0; index < paid.length; index++) {
    const symbol = paid[index]!
    counts[at + symbol]! += wilds
    if (counts[at + symbol]! > 0) shown |= 1 << symbol
  }
  return shown
}

/**
 * The units won by the symbols in `live`, given as bits: those that every column shows up to the
 * shortest run that pays. Each symbol wins once, with its longest run, lowest id first.
 */
export function payWays(
  table: WaysTable,
  { board, counts, at }: CountedBoard,
  live: number,
  multiplier: number,
  recorder: Recorder | null,
): number {
  const { columns, pays } = table
  let units = 0
  for (let left = live; left !== 0; left &= left - 1) {
    const symbol = 31 - Math.clz32(left & -left)
    let ways = counts[at[0]! + symbol]!
    let count = 1
    while (count < columns) {
      const more = counts[at[count]! + symbol]!
      if (more === 0) break
      ways *= more
      count++
    }
    const winUnits = pays[symbol * (columns + 1) + count]! * ways * multiplier
    if (winUnits === 0) continue
    units += winUnits
    if (recorder === null) continue
    flagMembers(table, board, symbol, count)
    recorder.waysWin(symbol, count, ways, multiplier, table.members, winUnits)
  }
  return units
}

function flagMembers(
  { rows, wild, members }: WaysTable,
  board: Board,
  symbol: number,
  count: number,
): void {
  members.fill(0)
  for (let cell = 0; cell < count * rows; cell++) {
    if (board[cell] === symbol || board[cell] === wild) members[cell] = 1
  }
}
