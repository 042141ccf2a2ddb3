// Draws the suite's results as SVG: a bar for ours and for each peer, as long as its share of the
// floor. No dependency.

import { drawFrame, drawText } from '../../src/cli/mathematics/svg.ts'
import { rounded } from '../stream-report.ts'
import type { MeasuredCase, MeasuredRow, SuiteResult } from './result.ts'

interface Bar {
  role: 'ours' | 'peer'
  /** The share of the floor. */
  share: number
  label: string
}

interface Group {
  title: string
  bars: readonly Bar[]
}

const WIDTH = 860
const LEFT = 330
const RIGHT = 150
const TOP = 64
const BAR = 12
const GAP = 10
/** Bars are cut here: a contestant may be better than its floor. */
const MOST = 1.25

export function drawSuite({ rows, machine, commit, date }: SuiteResult): string {
  const groups = rows.flatMap(row => row.cases.flatMap(each => groupOf(row, each)))
  const height = groups.reduce((sum, { bars }) => sum + bars.length * BAR + GAP, TOP) + 40
  const x = (share: number) => LEFT + (Math.min(share, MOST) / MOST) * (WIDTH - LEFT - RIGHT)
  const title = 'Ours (blue) and its peers (red), of the floor'
  const caption = `${machine.cpu}, ${machine.cores} cores for everything; Node ${machine.node}; ${date}, commit ${commit}`
  const bottom = height - 36
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap(share => [
    `<line class="${share === 1 ? 'floor' : 'grid'}" x1="${at(x(share))}" x2="${at(x(share))}" y1="${TOP - 6}" y2="${bottom}"/>`,
    drawText(x(share) - 10, TOP - 12, share === 1 ? 'floor' : `${share * 100} %`, 'small'),
  ])
  let y = TOP
  const drawn = groups.flatMap(({ title: of, bars }) => {
    const top = y
    y += bars.length * BAR + GAP
    return [
      drawText(12, top + BAR - 2, of, 'what'),
      ...bars.flatMap(({ role, share, label }, i) => [
        `<rect class="${role}" x="${LEFT}" y="${top + i * BAR}" width="${at(x(share) - LEFT)}" height="${BAR - 2}"/>`,
        drawText(Number(at(x(share) + 5)), top + (i + 1) * BAR - 3, label, 'small'),
      ]),
    ]
  })
  return drawFrame({ width: WIDTH, height, title, style: STYLE }, [
    drawText(12, 24, title, 'title'),
    ...grid,
    ...drawn,
    drawText(12, height - 10, caption, 'small'),
  ])
}

const STYLE = `<style>
  text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 10px; fill: #666 } .paper { fill: #fff } .grid { stroke: #ddd } .floor { stroke: #2a7d46 }
  .ours { fill: #1f6feb } .peer { fill: #c4522d }
</style>`

/** A row without a floor has no bars. */
function groupOf({ row, name, better, unit }: MeasuredRow, measured: MeasuredCase): Group[] {
  const { ours, floor, peer, otherPeer } = measured
  if (floor === null) return []
  const share = (value: number) => (better === 'more' ? value / floor.median : floor.median / value)
  const figures = [
    { role: 'ours' as const, figure: ours },
    { role: 'peer' as const, figure: peer },
    { role: 'peer' as const, figure: otherPeer },
  ]
  const bars = figures.flatMap(({ role, figure }) =>
    figure === null
      ? []
      : [{ role, share: share(figure.median), label: `${rounded(figure.median)} ${unit}` }],
  )
  const of = measured.name === '' ? name : `${name}, ${measured.name}`
  return [{ title: `${row}  ${of}`, bars }]
}

const at = (pixels: number) => pixels.toFixed(1)
