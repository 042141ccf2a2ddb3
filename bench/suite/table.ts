// The suite's figures as a table for people. Only shows figures.

import { rounded } from '../stream-report.ts'
import { percent, withSpread } from './page.ts'
import { changeOf, type Figures, type MeasuredRow, type SuiteResult } from './result.ts'

const HEAD = ['#', 'what', 'ours', 'floor', 'of floor', 'CPU of floor', 'peer', 'times peer']

export function printSuite(result: SuiteResult, before: SuiteResult | null): string {
  const { machine, rows, sliceMs, repeats, loadBefore } = result
  const head = before === null ? HEAD : [...HEAD, 'against']
  const lines = rows.flatMap(row => row.cases.map(each => lineOf(row, each, before)))
  return [
    `${machine.cpu}, ${machine.cores} cores for everything, Node ${machine.node}, commit ${result.commit}; load before ${rounded(loadBefore)}`,
    `median of ${repeats} slices of ${sliceMs} ms in turn, ± half the distance of the quartiles`,
    '',
    ...align([head, ...lines]),
    '',
    ...rows.flatMap(detailsOf),
  ].join('\n')
}

function lineOf(
  row: MeasuredRow,
  measured: MeasuredRow['cases'][number],
  before: SuiteResult | null,
): string[] {
  const { name, ours, floor, peer, otherPeer, ratioToFloor, cpuRatioToFloor } = measured
  const what = `${name === '' ? row.name : `${row.name}, ${name}`}, ${row.unit}`
  const cells = [
    String(row.row),
    what,
    withSpread(ours),
    floor === null ? '–' : withSpread(floor),
    percent(ratioToFloor?.median),
    percent(cpuRatioToFloor),
    [peer, otherPeer]
      .flatMap(figures => (figures === null ? [] : withSpread(figures)))
      .join(' · ') || '–',
    [measured.ratioToPeer, measured.ratioToOtherPeer]
      .flatMap(ratio => (ratio === null ? [] : rounded(ratio.median)))
      .join(' · ') || '–',
  ]
  return before === null ? cells : [...cells, against(before, row, measured)]
}

/** A star means beyond noise. */
function against(
  before: SuiteResult,
  row: MeasuredRow,
  measured: MeasuredRow['cases'][number],
): string {
  const change = changeOf(before, row, measured)
  if (change === null) return 'new'
  const { ours, ratioToFloor, isMoved } = change
  const of = ratioToFloor === null ? '' : `, of floor ${signed(ratioToFloor)}`
  return `${signed(ours)}${of}${isMoved ? ' *' : ''}`
}

/** CPU and latency, under the table. */
function detailsOf({ row, name, cases }: MeasuredRow): string[] {
  const shown = cases.flatMap(measured => {
    const { ours, floor, peer, otherPeer } = measured
    const all = { ours, floor, peer, 'other peer': otherPeer }
    const lines = Object.entries(all).flatMap(([role, figures]) =>
      figures === null ? [] : detailOf(role, figures),
    )
    return measured.name === '' ? lines : [`   ${measured.name}`, ...lines]
  })
  return [`${row}  ${name}`, ...shown]
}

function detailOf(role: string, { about, cpuUs, cpuUsInAll, latencyMs, refused }: Figures): string {
  const who = Object.entries(cpuUs)
    .filter(([, us]) => us > 0)
    .map(([name, us]) => `${name} ${rounded(us)}`)
  const cpu = who.length === 0 ? '' : `; CPU ${rounded(cpuUsInAll)} µs (${who.join(', ')})`
  const latency =
    latencyMs === null
      ? ''
      : `; at 70 % p50 ${rounded(latencyMs.p50)} ms, p99 ${rounded(latencyMs.p99)}, p99.9 ${rounded(latencyMs.p999)}`
  const causes = Object.keys(refused).length === 0 ? '' : `; refused ${JSON.stringify(refused)}`
  return `     ${role.padEnd(11)}${about}${cpu}${latency}${causes}`
}

const signed = (ratio: number) => `${ratio >= 1 ? '+' : '−'}${percent(Math.abs(ratio - 1))}`

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map(row => row[at]!.length)))
  return rows.map(row =>
    row
      .map((cell, at) => (at === 1 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  )
}
