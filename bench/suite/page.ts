// The suite's result as tables: for a terminal with details, and as Markdown between two markers of
// a page. Shows figures of a result; measures nothing.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { alignRows, printMachine, rounded } from '../printing.ts'
import {
  changeOf,
  type Figures,
  type MeasuredCase,
  type MeasuredRow,
  type SuiteResult,
} from './result.ts'
import type { Spread } from './statistics.ts'

const MARKS = ['<!-- suite: written by npm run write:bench -->', '<!-- /suite -->'] as const
const HEAD = [
  '#',
  'what',
  'ours',
  'floor',
  'of floor',
  'CPU of floor',
  'peer',
  'times peer',
  'by CPU',
]

/** The page with the result between its markers; null: it has no markers. */
export function writeIntoPage(page: string, result: SuiteResult): string | null {
  const [from, to] = MARKS.map(mark => page.indexOf(mark)) as [number, number]
  if (from < 0 || to < from) return null
  const { machine, date, commit, rows } = result
  const table = [
    `${printMachine(machine)}, ${date}, commit ${commit};`,
    `${describeSlices(result)}.`,
    '',
    printRow(HEAD),
    printRow(HEAD.map(() => '---')),
    ...rows.flatMap(row => linesOf(row).map(({ cells }) => printRow(cells))),
    ...rows.filter(isTabled).flatMap(tableOf),
  ].join('\n')
  return `${page.slice(0, from + MARKS[0].length)}\n${table}\n${page.slice(to)}`
}

/** The results of the folder, the oldest first. */
export function readResults(folder: string): SuiteResult[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  const read = files.map(
    name => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as SuiteResult,
  )
  return read.sort((a, b) => a.at.localeCompare(b.at))
}

/** @param before an earlier result to compare with */
export function printSuite(result: SuiteResult, before: SuiteResult | null): string {
  const { machine, rows, commit, loadBefore } = result
  const lines = rows.flatMap(row =>
    linesOf(row).map(({ cells, of }) => {
      if (before === null) return cells
      return [...cells, of === null ? '' : against(before, row, of)]
    }),
  )
  return [
    `${printMachine(machine)}, commit ${commit}; load before ${rounded(loadBefore)}`,
    describeSlices(result),
    '',
    ...alignRows([before === null ? HEAD : [...HEAD, 'against'], ...lines], [1]),
    '',
    ...rows.flatMap(detailsOf),
  ].join('\n')
}

const printRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

export const describeSlices = ({ repeats, sliceMs }: SuiteResult) =>
  `medians of ${repeats} slices of ${sliceMs} ms in turn, ± half the distance of the quartiles`

function cellsOf({ row, name, unit }: MeasuredRow, measured: MeasuredCase): string[] {
  const { ours, floor, peer, otherPeer, ratioToFloor, ratioToPeer, ratioToOtherPeer } = measured
  return [
    `${row}`,
    `${name}${measured.name === '' ? '' : `, ${measured.name}`}, ${unit}`,
    withSpread(ours),
    floor === null ? '–' : withSpread(floor),
    percent(ratioToFloor?.median),
    percent(measured.cpuRatioToFloor),
    listed([peer, otherPeer].flatMap(each => (each === null ? [] : withSpread(each)))),
    listed([ratioToPeer, ratioToOtherPeer].flatMap(each => (each === null ? [] : times(each)))),
    listed([peer, otherPeer].flatMap(each => timesByCpu(each, ours) ?? [])),
  ]
}

/** The peer's CPU divided by ours; null: it was not measured. */
function timesByCpu(peer: Figures | null, ours: Figures): string | null {
  if (peer === null || !(peer.cpuUsInAll > 0) || !(ours.cpuUsInAll > 0)) return null
  return two(peer.cpuUsInAll / ours.cpuUsInAll)
}

/** A row with more cases is one line of ranges, with a table of its cases behind it. */
const CASES_MAX = 6

const isTabled = ({ cases }: MeasuredRow) => cases.length > CASES_MAX

/** The lines of a row: one for each case, or one for all. */
function linesOf(row: MeasuredRow): { cells: string[]; of: MeasuredCase | null }[] {
  if (!isTabled(row)) return row.cases.map(of => ({ cells: cellsOf(row, of), of }))
  const { cases } = row
  const medians = (role: 'ours' | 'floor' | 'peer') =>
    cases.flatMap(each => each[role]?.median ?? [])
  const shares = (of: (each: MeasuredCase) => number | null | undefined) =>
    range(
      cases.flatMap(each => of(each) ?? []),
      percent,
    )
  const cells = [
    `${row.row}`,
    `${row.name}, ${cases.length} cases (table below), ${row.unit}`,
    range(medians('ours'), short),
    range(medians('floor'), short),
    shares(each => each.ratioToFloor?.median),
    shares(each => each.cpuRatioToFloor),
    range(medians('peer'), short),
    range(
      cases.flatMap(each => each.ratioToPeer?.median ?? []),
      two,
    ),
    '–',
  ]
  return [{ cells, of: null }]
}

function range(values: readonly number[], print: (value: number) => string): string {
  if (values.length === 0) return '–'
  return `${print(Math.min(...values))} to ${print(Math.max(...values))}`
}

function tableOf(row: MeasuredRow): string[] {
  return [
    '',
    `Row ${row.row}, ${row.name}:`,
    '',
    printRow(HEAD),
    printRow(HEAD.map(() => '---')),
    ...row.cases.map(each => printRow(cellsOf(row, each))),
  ]
}

const listed = (cells: readonly string[]) => (cells.length === 0 ? '–' : cells.join(' · '))
const two = (value: number) => String(Number(value.toPrecision(2)))
const times = ({ median }: Spread) => two(median)
const withSpread = ({ median, low, high }: Spread) => `${short(median)} ±${short((high - low) / 2)}`

function percent(share: number | null | undefined): string {
  return share == null ? '–' : `${rounded(Number((share * 100).toPrecision(3)))} %`
}

export function short(value: number): string {
  return Number(value.toPrecision(value >= 1000 ? 4 : 3)).toLocaleString('en')
}

/** A star means beyond noise. */
function against(before: SuiteResult, row: MeasuredRow, measured: MeasuredCase): string {
  const change = changeOf(before, row, measured)
  if (change === null) return 'new'
  const { ours, ratioToFloor, isMoved } = change
  const of = ratioToFloor === null ? '' : `, of floor ${signed(ratioToFloor)}`
  return `${signed(ours)}${of}${isMoved ? ' *' : ''}`
}

export const signed = (ratio: number) => `${ratio >= 1 ? '+' : '−'}${percent(Math.abs(ratio - 1))}`

/** CPU and latency, under the table. */
function detailsOf({ row, name, cases }: MeasuredRow): string[] {
  const shown = cases.flatMap(({ name, ours, floor, peer, otherPeer }) => {
    const all = { ours, floor, peer, 'other peer': otherPeer }
    const lines = Object.entries(all).flatMap(([role, figures]) =>
      figures === null ? [] : detailOf(role, figures),
    )
    return name === '' ? lines : [`   ${name}`, ...lines]
  })
  return [`${row}  ${name}`, ...shown]
}

function detailOf(role: string, figures: Figures): string {
  const { about, cpuUs, cpuUsInAll, latencyMs, refused, handshakes } = figures
  const who = Object.entries(cpuUs)
    .filter(([, us]) => us > 0)
    .map(([name, us]) => `${name} ${rounded(us)}`)
  const cpu = who.length === 0 ? '' : `; CPU ${rounded(cpuUsInAll)} µs (${who.join(', ')})`
  const latency = Object.entries(latencyMs ?? {}).map(([name, ms]) => `${name} ${rounded(ms)}`)
  const paced = latency.length === 0 ? '' : `; at 70 %, ms: ${latency.join(', ')}`
  const causes = Object.keys(refused).length === 0 ? '' : `; refused ${JSON.stringify(refused)}`
  const tls = handshakes === undefined ? '' : `; TLS handshakes ${handshakes}`
  return `     ${role.padEnd(11)}${about}${cpu}${paced}${causes}${tls}`
}
