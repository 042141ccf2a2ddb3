// Rows in columns for a person, each column as wide as its widest cell.

import { showInvisible } from '../core/visible-text.ts'
import { printLine } from './command-line.ts'

export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [header, ...rows].map(row => row.map(showInvisible))
  const widths = header.map((_, at) => Math.max(...all.map(row => row[at]!.length)))
  for (const row of all) {
    printLine(
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
  }
}
