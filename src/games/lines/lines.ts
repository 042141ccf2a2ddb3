// How pay lines are evaluated: left to right, wilds substitute, the best win of each line counts.
// Must never draw a number or depend on where the board came from.

import type { Board, Recorder } from '../engine/recorder.ts'

/** Lines that begin in one row are followed together, as the bits of one 32-bit integer: a word. */
const WORD_LINES = 32

/** These symbols pay anywhere, not on lines. */
const NO_LINE_PAYS: readonly string[] = ['scatter', 'wildScatter', 'cash']

/** Lines that begin in any row. */
const ALL_ROWS = -1

/** Used as the wild where no symbol substitutes: no strip shows this id. */
const NO_WILD = 254

/** Everything about a game's lines that does not change, prepared for the evaluation. */
export interface LineTable {
  columns: number
  rows: number
  /** Number of lines. */
  lines: number
  wild: number
  /** The word of the lines that begin in each row; games of up to 32 lines have one word. */
  wordOf: Uint8Array
  /** Which lines of a word pass through a cell: `through[word * columns * rows + cell]`. */
  through: Int32Array
  /** The line of each bit: `lineOf[word * 32 + bit]`, ascending within a word. */
  lineOf: Uint8Array
  /** An id above those of the symbols, for cells that show none: it pays nothing. */
  blank: number
  /** `pays[symbol * (columns + 1) + count]`, units; 0 where nothing is paid. */
  pays: Int32Array
  /** By number of leading wilds: the best win they make alone, as wilds or as any other symbol. */
  wildPays: Int32Array
  /** The symbol for which that win is paid. */
  wildPaidAs: Uint8Array
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
  if (lines.length === 0) throw new RangeError('no lines')
  const columns = lines[0]!.length
  const wordOf = shareOutRows(rows, lines)
  const words = wordOf[rows - 1]! + 1
  const through = new Int32Array(words * columns * rows)
  const lineOf = new Uint8Array(words * WORD_LINES)
  const used = new Uint8Array(words)
  lines.forEach((line, number) => {
    const word = wordOf[line[0]!]!
    const bit = used[word]!++
    lineOf[word * WORD_LINES + bit] = number
    line.forEach((row, column) => {
      through[(word * columns + column) * rows + row]! |= 1 << bit
    })
  })
  const blank = symbols.length
  const pays = new Int32Array((blank + 1) * (columns + 1))
  symbols.forEach((symbol, id) => {
    if (NO_LINE_PAYS.includes(symbol.role)) return
    for (const [count, winUnits] of symbol.pays) pays[id * (columns + 1) + count] = winUnits
  })
  const found = symbols.findIndex(({ role }) => role === 'wild' || role === 'wildScatter')
  const wild = found < 0 ? NO_WILD : found
  const wildPays = new Int32Array(columns + 1)
  const wildPaidAs = new Uint8Array(columns + 1).fill(wild)
  pays.forEach((pay, at) => {
    const count = at % (columns + 1)
    if (pay < wildPays[count]!) return
    const symbol = Math.floor(at / (columns + 1))
    if (pay > wildPays[count]! || symbol === wild) wildPaidAs[count] = symbol
    wildPays[count] = pay
  })
  return {
    columns,
    rows,
    lines: lines.length,
    wild,
    blank,
    wordOf,
    through,
    lineOf,
    pays,
    wildPays,
    wildPaidAs,
  }
}

/** Fills one word after another with all lines of a row. */
function shareOutRows(rows: number, lines: LineRules['lines']): Uint8Array {
  let word = 0
  let used = 0
  return Uint8Array.from({ length: rows }, (_, row) => {
    const begin = lines.filter(line => line[0] === row).length
    if (begin > WORD_LINES) throw new RangeError(`${begin} lines begin in row ${row}`)
    used += begin
    if (used > WORD_LINES) {
      word++
      used = begin
    }
    return word
  })
}

/**
 * Units won on all lines, including the multiplier. All lines that leave the first column through
 * one cell, or a stack of one symbol, are followed together and dropped together: most boards are
 * done after two columns. `beginnings` has a bit for every row whose lines must be followed.
 */
export function evaluateLines(
  table: LineTable,
  board: Board,
  multiplier: number,
  recorder: Recorder | null,
  beginnings = ALL_ROWS,
): number {
  const { columns, rows, wild, wordOf, through } = table
  let winUnits = 0
  for (let row = 0; row < rows; row++) {
    if (((beginnings >>> row) & 1) === 0) continue
    const symbol = board[row]!
    const word = wordOf[row]!
    const from = word * columns * rows
    let lines = through[from + row]!
    while (row + 1 < rows && board[row + 1] === symbol && wordOf[row + 1] === word) {
      row++
      lines |= through[from + row]!
    }
    winUnits +=
      symbol === wild
        ? followWilds(table, board, word, lines, multiplier, recorder)
        : followLines(table, board, word, lines, symbol, 1, 0, multiplier, recorder)
  }
  return winUnits
}

/**
 * The minimum and the maximum that the lines win, at multiplier 1, when the first `known` columns
 * are known: with nothing and with wilds in all other columns, which this overwrites.
 */
export function evaluateAtLeast(table: LineTable, board: Board, known: number): number {
  board.fill(table.blank, known * table.rows)
  return evaluateLines(table, board, 1, null)
}

export function evaluateAtMost(table: LineTable, board: Board, known: number): number {
  board.fill(table.wild, known * table.rows)
  return evaluateLines(table, board, 1, null)
}

/** One bit for every row with lines that win, or still can, when the first columns are known. */
export function findBeginnings(table: LineTable, board: Board, known: number): number {
  if (evaluateAtMost(table, board, known) === 0) return 0
  let beginnings = 0
  for (let row = 0; row < table.rows; row++) {
    if (evaluateLines(table, board, 1, null, 1 << row) > 0) beginnings |= 1 << row
  }
  return beginnings
}

/** Follows lines that begin with wilds; each continues with the first other symbol it shows. */
function followWilds(
  table: LineTable,
  board: Board,
  word: number,
  lines: number,
  multiplier: number,
  recorder: Recorder | null,
): number {
  const { columns, rows, wild, through, wildPays, wildPaidAs } = table
  const from = word * columns * rows
  let winUnits = 0
  let alive = lines
  for (let wilds = 1; alive !== 0; wilds++) {
    if (wilds === columns) {
      const pay = wildPays[wilds]!
      if (pay === 0) return winUnits
      return (
        winUnits +
        payLines(table, word, alive, wildPaidAs[wilds]!, wilds, multiplier, pay, recorder)
      )
    }
    let next = 0
    for (let cell = wilds * rows; cell < (wilds + 1) * rows; cell++) {
      const here = alive & through[from + cell]!
      if (here === 0) continue
      const found = board[cell]!
      if (found === wild) next |= here
      else
        winUnits += followLines(
          table,
          board,
          word,
          here,
          found,
          wilds + 1,
          wilds,
          multiplier,
          recorder,
        )
    }
    alive = next
  }
  return winUnits
}

/**
 * Follows lines that show one regular symbol, or wilds for it, in their first `shown` columns until
 * the last of them is broken or complete. A line pays for the symbol or for its leading wilds
 * alone, whichever is more.
 */
function followLines(
  table: LineTable,
  board: Board,
  word: number,
  lines: number,
  symbol: number,
  shown: number,
  wilds: number,
  multiplier: number,
  recorder: Recorder | null,
): number {
  const { columns, rows, wild, through, pays, wildPays, wildPaidAs } = table
  const from = word * columns * rows
  const firstPay = symbol * (columns + 1)
  const leastPay = wildPays[wilds]!
  let winUnits = 0
  let alive = lines
  for (let count = shown; alive !== 0; count++) {
    let next = 0
    if (count < columns) {
      for (let cell = count * rows; cell < (count + 1) * rows; cell++) {
        const found = board[cell]!
        if (found === symbol || found === wild) next |= through[from + cell]!
      }
      next &= alive
    }
    const pay = pays[firstPay + count]!
    const broken = alive & ~next
    if (broken !== 0) {
      if (pay >= leastPay) {
        if (pay !== 0)
          winUnits += payLines(table, word, broken, symbol, count, multiplier, pay, recorder)
      } else {
        winUnits += payLines(
          table,
          word,
          broken,
          wildPaidAs[wilds]!,
          wilds,
          multiplier,
          leastPay,
          recorder,
        )
      }
    }
    alive = next
  }
  return winUnits
}

/** Pays the same win on every line whose bit is set. */
function payLines(
  { lineOf }: LineTable,
  word: number,
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
    if (recorder === null) continue
    const line = lineOf[word * WORD_LINES + lowestBit(rest)]!
    recorder.lineWin(line, symbol, count, multiplier, lineWin)
  }
  return winUnits
}

function lowestBit(lines: number): number {
  return 31 - Math.clz32(lines & -lines)
}
