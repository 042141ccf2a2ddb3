// Draws the distribution of a simulation's wins as SVG: how often a size of win comes, on a
// logarithmic scale, and what part of the return it brings. Written here, without a dependency.

import type { Bucket, SimulationReport } from '../../games/rtp/simulation-report.ts'
import { drawFrame, drawText } from './svg.ts'

const WIDTH = 860
const HEIGHT = 430
const LEFT = 70
const RIGHT = 60
const TOP = 60
const BOTTOM = 340

const STYLE = `<style>
  text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 11px; fill: #666 } .paper { fill: #fff } .grid { stroke: #ddd }
  .often { fill: #1f6feb } .part { fill: none; stroke: #c4522d; stroke-width: 2 } .dot { fill: #c4522d }
</style>`

export function drawDistribution(report: SimulationReport): string {
  const buckets = report.buckets.filter(({ rounds }) => rounds > 0)
  const decades = Math.ceil(-Math.log10(Math.min(...buckets.map(({ share }) => share))))
  const mostRtp = Math.max(...buckets.map(({ rtp }) => rtp), 0.01)
  const step = (WIDTH - LEFT - RIGHT) / buckets.length
  const x = (index: number) => LEFT + (index + 0.5) * step
  const yOften = (share: number) => TOP + ((BOTTOM - TOP) * -Math.log10(share)) / decades
  const yPart = (rtp: number) => BOTTOM - ((BOTTOM - TOP) * rtp) / mostRtp
  const title = `${report.game} ${report.mode}, ${report.set}: return ${percent(report.rtp)}`
  const points = buckets.map(({ rtp }, index) => [x(index), yPart(rtp)] as const)
  return drawFrame({ width: WIDTH, height: HEIGHT, title, style: STYLE }, [
    drawText(LEFT, 24, title, 'title'),
    drawText(LEFT, 44, 'bars: share of rounds; line: part of the return', 'small'),
    ...oftenAxis(decades, yOften),
    ...[0, 0.5, 1].map(share =>
      drawText(
        WIDTH - RIGHT + 8,
        round(yPart(mostRtp * share) + 4),
        percent(mostRtp * share),
        'small',
      ),
    ),
    ...buckets.map((bucket, index) => bar(bucket, x(index), step, yOften)),
    `<polyline class="part" points="${points.map(at => at.map(round).join(',')).join(' ')}"/>`,
    ...points.map(([cx, cy]) => `<circle class="dot" cx="${round(cx)}" cy="${round(cy)}" r="3"/>`),
    ...buckets.map(({ label }, index) => slanted(x(index), label)),
    drawText(LEFT, HEIGHT - 8, caption(report), 'small'),
  ])
}

function oftenAxis(decades: number, y: (share: number) => number): string[] {
  return Array.from({ length: decades + 1 }, (_, decade) => {
    const at = round(y(10 ** -decade))
    return [
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/>`,
      `<text class="small" x="${LEFT - 8}" y="${at + 4}" text-anchor="end">1 in ` +
        `${power(decade)}</text>`,
    ].join('\n')
  })
}

function bar({ share }: Bucket, x: number, step: number, y: (share: number) => number): string {
  const top = round(y(share))
  const left = round(x - step * 0.36)
  const height = Math.max(1, round(BOTTOM - top))
  return (
    `<rect class="often" x="${left}" y="${top}" width="${round(step * 0.72)}" ` +
    `height="${height}"/>`
  )
}

function slanted(x: number, label: string): string {
  const at = `${round(x + 3)} ${BOTTOM + 14}`
  return (
    `<text class="small" text-anchor="end" transform="translate(${at}) ` +
    `rotate(-50)">${label}</text>`
  )
}

function caption({ rounds, seed, halfWidth99, largestBets }: SimulationReport): string {
  const half = (halfWidth99 * 100).toFixed(3)
  return (
    `win in base bets; ${rounds.toLocaleString('en-US')} rounds, seed "${seed}", ± ${half} ` +
    `points at 99 %, largest ${largestBets}`
  )
}

const power = (decade: number) =>
  decade < 3
    ? String(10 ** decade)
    : `10${[...String(decade)].map(digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`
const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const round = (value: number) => Math.round(value * 10) / 10
