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
const HEAD = ['#', 'what', 'ours', 'floor', 'of floor', 'CPU of floor', 'peer', 'times peer']

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
    ...rows.flatMap(row => row.cases.map(each => printRow(cellsOf(row, each)))),
  ].join('\n')
  return `${page.slice(0, from + MARKS[0].length)}\n${table}\n${page.slice(to)}`
}

/** The last result measured; null: nothing was measured yet. */
export function readNewestResult(folder: string): SuiteResult | null {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  const read = files.map(
    name => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as SuiteResult,
  )
  return read.sort((a, b) => a.at.localeCompare(b.at)).at(-1) ?? null
}

/** @param before an earlier result to compare with */
export function printSuite(result: SuiteResult, before: SuiteResult | null): string {
  const { machine, rows, commit, loadBefore } = result
  const lines = rows.flatMap(row =>
    row.cases.map(each => [
      ...cellsOf(row, each),
      ...(before === null ? [] : [against(before, row, each)]),
    ]),
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

const describeSlices = ({ repeats, sliceMs }: SuiteResult) =>
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
  ]
}

const listed = (cells: readonly string[]) => (cells.length === 0 ? '–' : cells.join(' · '))
const times = ({ median }: Spread) => String(Number(median.toPrecision(2)))
const withSpread = ({ median, low, high }: Spread) => `${short(median)} ±${short((high - low) / 2)}`

function percent(share: number | null | undefined): string {
  return share == null ? '–' : `${rounded(Number((share * 100).toPrecision(3)))} %`
}

function short(value: number): string {
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

const signed = (ratio: number) => `${ratio >= 1 ? '+' : '−'}${percent(Math.abs(ratio - 1))}`

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
