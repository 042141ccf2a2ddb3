// Owns how pay lines are evaluated: left to right, wilds substitute, the best win of each line
// counts. Must never draw a number or know where the board came from.

import type { Board, Recorder } from './recorder.ts'

/** Lines are held as bits of one 32-bit integer; a game with more lines uses several tables. */
const MAX_LINES = 32

/** No symbol substitutes. */
export const NO_WILD = -1

/** Everything about a game's lines that does not change, laid out for the evaluation. */
export interface LineTable {
  columns: number
  rows: number
  wild: number
  /** For each cell of the board: which lines pass through it, one bit a line. */
  through: Int32Array
  /** `pays[symbol * (columns + 1) + count]`, units; 0 where nothing is paid. */
  pays: Int32Array
  /** By number of leading wilds: the best win they make alone, as wilds or as any other symbol. */
  wildPays: Int32Array
  /** The symbol that win is paid for. */
  wildPaidAs: Uint8Array
  /** Row of line l in column c: `rowOf[l * columns + c]`. */
  rowOf: Uint8Array
}

export interface LineRules {
  rows: number
  lines: readonly (readonly number[])[]
  symbols: readonly {
    role: string
    pays: readonly (readonly [count: number, winUnits: number])[]
  }[]
}

/** Builds the table. Pays of scatters and of cash are not line pays and are left out. */
export function buildLineTable({ rows, lines, symbols }: LineRules): LineTable {
  if (lines.length === 0 || lines.length > MAX_LINES) throw new RangeError('1 to 32 lines a table')
  const columns = lines[0]!.length
  const through = new Int32Array(columns * rows)
  lines.forEach((line, number) => {
    line.forEach((row, column) => {
      const cell = column * rows + row
      through[cell] = through[cell]! | (1 << number)
    })
  })
  const pays = new Int32Array(symbols.length * (columns + 1))
  symbols.forEach((symbol, id) => {
    if (symbol.role === 'scatter' || symbol.role === 'cash') return
    for (const [count, winUnits] of symbol.pays) pays[id * (columns + 1) + count] = winUnits
  })
  const wild = symbols.findIndex(symbol => symbol.role === 'wild')
  const wildPays = new Int32Array(columns + 1)
  const wildPaidAs = new Uint8Array(columns + 1).fill(Math.max(wild, 0))
  pays.forEach((pay, at) => {
    const count = at % (columns + 1)
    if (pay < wildPays[count]!) return
    const symbol = Math.floor(at / (columns + 1))
    if (pay > wildPays[count]! || symbol === wild) wildPaidAs[count] = symbol
    wildPays[count] = pay
  })
  const rowOf = Uint8Array.from(lines.flat())
  return { columns, rows, wild, through, pays, wildPays, wildPaidAs, rowOf }
}

/**
 * Units won on all lines, multiplier included. All lines that leave the first column through one
 * cell share their first symbol, so they are followed together and fall away together: most boards
 * are done after two columns.
 */
export function evaluateLines(
  table: LineTable,
  board: Board,
  multiplier: number,
  recorder: Recorder | null,
): number {
  let winUnits = 0
  for (let row = 0; row < table.rows; row++) {
    const symbol = board[row]!
    const lines = table.through[row]!
    winUnits +=
      symbol === table.wild
        ? evaluateWildLed(table, board, lines, multiplier, recorder)
        : followLines(table, board, lines, symbol, multiplier, recorder)
  }
  return winUnits
}

/**
 * Follows lines that begin with one regular symbol until the last of them is broken or complete.
 */
function followLines(
  table: LineTable,
  board: Board,
  lines: number,
  symbol: number,
  multiplier: number,
  recorder: Recorder | null,
): number {
  const { columns, rows, wild, through, pays } = table
  const firstPay = symbol * (columns + 1)
  let winUnits = 0
  let alive = lines
  for (let count = 1; alive !== 0; count++) {
    let next = 0
    if (count < columns) {
      for (let cell = count * rows; cell < (count + 1) * rows; cell++) {
        const found = board[cell]!
        if (found === symbol || found === wild) next |= through[cell]!
      }
      next &= alive
    }
    const pay = pays[firstPay + count]!
    if (pay !== 0 && next !== alive) {
      winUnits += payLines(alive & ~next, symbol, count, multiplier, pay, recorder)
    }
    alive = next
  }
  return winUnits
}

/** Pays the same win on every line whose bit is set. */
function payLines(
  lines: number,
  symbol: number,
  count: number,
  multiplier: number,
  pay: number,
  recorder: Recorder | null,
): number {
  const lineWin = pay * multiplier
  let winUnits = 0
  for (let rest = lines; rest !== 0; rest &= rest - 1) {
    winUnits += lineWin
    if (recorder !== null) recorder.lineWin(lowestLine(rest), symbol, count, multiplier, lineWin)
  }
  return winUnits
}

/** Lines that begin with a wild: what the leading wilds make alone, or the symbol they lead to. */
function evaluateWildLed(
  table: LineTable,
  board: Board,
  lines: number,
  multiplier: number,
  recorder: Recorder | null,
): number {
  const { columns, rows, wild, rowOf, pays, wildPays, wildPaidAs } = table
  let winUnits = 0
  for (let rest = lines; rest !== 0; rest &= rest - 1) {
    const line = lowestLine(rest)
    let symbol = wild
    let wilds = 0
    let count = 0
    for (; count < columns; count++) {
      const found = board[count * rows + rowOf[line * columns + count]!]!
      if (found !== wild) {
        if (symbol !== wild && found !== symbol) break
        symbol = found
      } else if (symbol === wild) wilds++
    }
    const bySymbol = pays[symbol * (columns + 1) + count]!
    const wildsPayMore = wildPays[wilds]! > bySymbol
    const pay = wildsPayMore ? wildPays[wilds]! : bySymbol
    if (pay === 0) continue
    winUnits += pay * multiplier
    if (recorder !== null) {
      const paid = wildsPayMore ? wildPaidAs[wilds]! : symbol
      recorder.lineWin(line, paid, wildsPayMore ? wilds : count, multiplier, pay * multiplier)
    }
  }
  return winUnits
}

function lowestLine(lines: number): number {
  return 31 - Math.clz32(lines & -lines)
}
