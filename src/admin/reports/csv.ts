// Rows as CSV: RFC 4180 with a UTF-8 byte-order mark, because spreadsheets otherwise guess the
// encoding. A cell that a spreadsheet would run as a formula gets an apostrophe before it. Holds
// one page of rows at a time.

import { formatAmount } from '../../core/money.ts'
import { type Column, cellOf } from '../../ledger/reports/column.ts'

const UTF8_MARK = '\ufeff'
const LINE_END = '\r\n'
/**
 * Where a cell begins: at the start of the text, and after each separator that some spreadsheet
 * uses.
 */
const CELL_START = String.raw`(^|[;,|\t\r\n])`
/**
 * Spreadsheets skip blanks, quotes and zero-width characters, and treat full-width signs like the
 * plain ones.
 */
const FORMULA = String.raw`[\s\p{C}"]*[=+\-@＝＋－＠−]`
const LEADING_BREAK = String.raw`(?<=^)[\t\r\n]`
const RUNS = new RegExp(`${CELL_START}(?=${FORMULA}|${LEADING_BREAK})`, 'gu')
const TO_QUOTE = /[",;\r\n]/

/** Reads one page after another, as fast as the client takes them. */
export async function* writeCsv<Row extends object>(
  columns: readonly Column[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield UTF8_MARK + columns.map(({ title }) => title).join(',') + LINE_END
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map(row => writeLine(columns, row)).join('')
  }
}

function writeLine(columns: readonly Column[], row: object): string {
  return columns.map(column => writeCell(cellOf(column, row))).join(',') + LINE_END
}

/** Only texts are protected from being formulas: in a number a minus is a minus. */
function writeCell(cell: ReturnType<typeof cellOf>): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'bigint') return formatAmount(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return typeof cell === 'number' ? String(cell) : quoted(neutralised(cell))
}

/**
 * Puts an apostrophe before everything that would run, in every cell that the text may be split
 * into: a spreadsheet that separates by semicolons ignores the quotes of a cell between commas.
 */
function neutralised(text: string): string {
  return text.replace(RUNS, "$1'")
}

function quoted(text: string): string {
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Page after page of a list, until its end or until the client stops reading. */
export async function* readPages<Row>(
  read: (after: Row | null) => Promise<readonly Row[]>,
  pageRows: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  let last: Row | null = null
  for (;;) {
    if (signal.aborted) return
    const rows = await read(last)
    yield rows
    if (rows.length < pageRows) return
    last = rows.at(-1)!
  }
}

export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
