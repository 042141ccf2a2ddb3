// What all benches print alike: the machine, rounded figures, rows in columns, and either the
// figures as one JSON line or a report for people. Calculates no figure.

import os from 'node:os'
import { printJson, printLines } from '../src/cli/command-line.ts'

export type Machine = ReturnType<typeof describeMachine>

export function describeMachine() {
  const cpus = os.cpus()
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    os: `${os.type()} ${os.release()}`,
    node: process.version,
  }
}

export const printMachine = ({ cpu, cores, node }: Machine) =>
  `${cpu}, ${cores} cores for everything, Node ${node}`

export const rounded = (value: number) => Number(value.toPrecision(4))

/** Rows in columns as wide as their widest cell; numbers are right-aligned, these columns left. */
export function alignRows(rows: readonly (readonly string[])[], textColumns = [0]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map(row => row[at]!.length)))
  const align = (cell: string, at: number) =>
    textColumns.includes(at) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)
  return rows.map(row => row.map(align).join('  ').trimEnd())
}

/** @param json the option --json */
export function printFigures<Figures>(
  json: true | undefined,
  figures: Figures,
  report: (figures: Figures) => readonly string[],
): void {
  if (json === true) printJson(figures)
  else printLines(report(figures).join('\n'))
}
