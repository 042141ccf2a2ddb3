// All results of the suite as one page: a curve for each case over the results, and what moved
// since the result before. Shows figures of results; measures nothing.

import { escapeXml } from '../../src/cli/mathematics/svg.ts'
import { drawCurves, type Line } from '../curve-plot.ts'
import { describeSlices, short, signed } from './page.ts'
import { changeOf, type MeasuredCase, type MeasuredRow, type SuiteResult } from './result.ts'

/** Kept in every result, so that cases of different results are found by it. */
const nameOf = ({ row, name }: MeasuredRow, { name: of }: MeasuredCase) =>
  `${row} ${name}${of === '' ? '' : `, ${of}`}`

/** @param results the oldest first */
export function printHistory(results: readonly SuiteResult[]): string {
  const newest = results.at(-1)!
  const moved = results.length < 2 ? [] : listMoved(results.at(-2)!, newest)
  const cases = newest.rows.flatMap(row => row.cases.map(each => ({ row, each })))
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<title>Results of the benchmark suite</title>',
    `<style>${STYLE}</style>`,
    '<h1>Results of the benchmark suite</h1>',
    '<p>Rates depend on the machine and on what else it does: compare ratios, which are taken slice',
    'by slice in one run. How each row is measured is in docs/bench.md.</p>',
    '<table><tr><th>#</th><th>date</th><th>commit</th><th>how</th><th>load before</th></tr>',
    ...results.map(printResult),
    '</table>',
    '<h2>What moved since the result before</h2>',
    ...(moved.length === 0 ? ['<p>Nothing beyond noise.</p>'] : printMoved(moved)),
    '<h2>Curves</h2>',
    ...cases.map(({ row, each }) => drawCase(results, row, nameOf(row, each))),
    '</html>',
    '',
  ].join('\n')
}

const cell = (text: string) => `<td>${escapeXml(text)}</td>`

function printResult(result: SuiteResult, number: number): string {
  const { date, commit, loadBefore, machine } = result
  const how = `${describeSlices(result)}; ${machine.cpu}, Node ${machine.node}`
  const cells = [String(number), date, commit, how, loadBefore.toFixed(1)]
  return `<tr>${cells.map(cell).join('')}</tr>`
}

interface Moved {
  name: string
  change: string
  why: string
}

/** What moved beyond noise, and the notes of the newer result on rows. */
function listMoved(before: SuiteResult, after: SuiteResult): Moved[] {
  return after.rows.flatMap(row =>
    row.cases.flatMap(each => {
      const change = changeOf(before, row, each)
      if (change === null || !change.isMoved) return []
      const of =
        change.ratioToFloor === null ? '' : `; ratio to the floor ${signed(change.ratioToFloor)}`
      const why = after.notes?.[row.row] ?? 'no reason is noted'
      return [{ name: nameOf(row, each), change: `${signed(change.ours)}${of}`, why }]
    }),
  )
}

function printMoved(moved: readonly Moved[]): string[] {
  const lines = moved.map(
    ({ name, change, why }) => `<tr>${[name, change, why].map(cell).join('')}</tr>`,
  )
  return ['<table><tr><th>case</th><th>change</th><th>why</th></tr>', ...lines, '</table>']
}

function drawCase(results: readonly SuiteResult[], row: MeasuredRow, name: string): string {
  const found = results.map(
    result => result.rows.flatMap(of => of.cases.filter(each => nameOf(of, each) === name))[0],
  )
  const line = (called: string, read: (of: MeasuredCase) => number | null | undefined): Line => ({
    name: called,
    points: found.map((of, at) => [at, (of && read(of)) ?? null] as const),
  })
  const hasPoints = ({ points }: Line) => points.some(([, y]) => y !== null)
  const rates = [
    line('ours', of => of.ours.median),
    line('floor', of => of.floor?.median),
    line('peer', of => of.peer?.median),
  ].filter(hasPoints)
  const ratios = [
    line('of its floor', of => of.ratioToFloor?.median),
    line('CPU of its floor', of => of.cpuRatioToFloor),
    line('times its peer', of => of.ratioToPeer?.median),
  ].filter(hasPoints)
  return drawCurves({
    title: name,
    caption: `newest: ${short(found.at(-1)!.ours.median)} ${row.unit}; ${row.better} is better`,
    axis: 'number of the result',
    panels: [
      { label: row.unit, lines: rates },
      ...(ratios.length === 0 ? [] : [{ label: 'ratio, more is better', lines: ratios }]),
    ],
    marks: [],
  })
}

const STYLE = `body { font: 15px system-ui, sans-serif; margin: 2rem auto; max-width: 900px;
  padding: 0 1rem; color: #222 } table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd }
  svg { max-width: 100%; height: auto }`
