// The suite's newest result as Markdown, between two markers of a page. Shows figures of a file;
// measures nothing.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rounded } from '../stream-report.ts'
import type { Figures, MeasuredCase, MeasuredRow, SuiteResult } from './result.ts'
import type { Spread } from './statistics.ts'

const MARKS = ['<!-- suite: written by npm run write:bench -->', '<!-- /suite -->'] as const

/** The page with the result between its markers; null: it has no markers. */
export function writeIntoPage(page: string, result: SuiteResult): string | null {
  const [from, to] = MARKS.map(mark => page.indexOf(mark)) as [number, number]
  if (from < 0 || to < from) return null
  return `${page.slice(0, from + MARKS[0].length)}\n${printMarkdown(result)}\n${page.slice(to)}`
}

/** The last result measured; null: there is none yet. */
export function readNewestResult(folder: string): SuiteResult | null {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  const read = files.map(
    name => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as SuiteResult,
  )
  return read.sort((a, b) => a.at.localeCompare(b.at)).at(-1) ?? null
}

export function printMarkdown({
  machine,
  rows,
  date,
  commit,
  sliceMs,
  repeats,
}: SuiteResult): string {
  return [
    `${machine.cpu}, ${machine.cores} cores for everything, Node ${machine.node}, ${date}, commit ${commit}; medians of ${repeats} slices of`,
    `${sliceMs} ms in turn, ± half the distance of the quartiles.`,
    '',
    '| # | what | ours | floor | of floor | CPU of floor | peer | times peer |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.flatMap(row => row.cases.map(each => lineOf(row, each))),
  ].join('\n')
}

function lineOf({ row, name, unit }: MeasuredRow, measured: MeasuredCase): string {
  const { ours, floor, peer, otherPeer, ratioToFloor, ratioToPeer, ratioToOtherPeer } = measured
  const cells = [
    row,
    `${name}${measured.name === '' ? '' : `, ${measured.name}`}, ${unit}`,
    withSpread(ours),
    floor === null ? '–' : withSpread(floor),
    percent(ratioToFloor?.median),
    percent(measured.cpuRatioToFloor),
    listed([peer, otherPeer].flatMap(each => (each === null ? [] : withSpread(each)))),
    listed([ratioToPeer, ratioToOtherPeer].flatMap(each => (each === null ? [] : times(each)))),
  ]
  return `| ${cells.join(' | ')} |`
}

const listed = (cells: readonly string[]) => (cells.length === 0 ? '–' : cells.join(' · '))
const times = ({ median }: Spread) => String(Number(median.toPrecision(2)))

export function withSpread({
  median,
  low,
  high,
}: Pick<Figures, 'median' | 'low' | 'high'>): string {
  return `${short(median)} ±${short((high - low) / 2)}`
}

export function percent(share: number | null | undefined): string {
  return share == null ? '–' : `${rounded(Number((share * 100).toPrecision(3)))} %`
}

function short(value: number): string {
  return Number(value.toPrecision(value >= 1000 ? 4 : 3)).toLocaleString('en')
}
