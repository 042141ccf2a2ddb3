// Rows as CSV: RFC 4180 with a UTF-8 byte-order mark, because spreadsheets otherwise guess the
// encoding. A cell that a spreadsheet would run as a formula gets an apostrophe before it. Holds
// one page of rows at a time.

/**
 * A column: its title, and how its cell is written. Only texts are protected from being formulas:
 * in a number a minus is a minus.
 */
export interface CsvColumn<Row> {
  title: string
  text?: (row: Row) => string | null
  number?: (row: Row) => string | number
}

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
export async function* writeCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield UTF8_MARK + columns.map(({ title }) => title).join(',') + LINE_END
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map(row => writeLine(columns, row)).join('')
  }
}

function writeLine<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return columns.map(column => writeCell(column, row)).join(',') + LINE_END
}

function writeCell<Row>({ text, number }: CsvColumn<Row>, row: Row): string {
  if (number !== undefined) return String(number(row))
  const value = text!(row)
  return value === null ? '' : quoted(neutralised(value))
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
