// Draws a stream over time as SVG: spins a second above, latency below. No dependency.

import { drawFrame, drawText } from '../src/cli/mathematics/svg.ts'
import { niceTop } from './curve-plot.ts'

export interface Second {
  atSecond: number
  spins: number
  p50Ms: number
  p99Ms: number
}

export interface Plot {
  title: string
  caption: string
  seconds: readonly Second[]
  /** Vertical lines with a label, for example when the platform was killed. */
  marks: readonly { atSecond: number; word: string }[]
}

const WIDTH = 860
const LEFT = 70
const RIGHT = 20
const PANEL = { height: 150, rate: 60, latency: 260 }
const HEIGHT = 450
const MARK_LINES = 3

export function drawStream({ title, caption, seconds, marks }: Plot): string {
  const last = Math.max(1, ...seconds.map(({ atSecond }) => atSecond))
  const x = (atSecond: number) => LEFT + (atSecond / last) * (WIDTH - LEFT - RIGHT)
  const rateTop = niceTop(Math.max(...seconds.map(({ spins }) => spins)))
  const latencyTop = niceTop(Math.max(...seconds.map(({ p99Ms }) => p99Ms)))
  const line = (top: number, panelY: number, read: (second: Second) => number, cls: string) => {
    const y = (value: number) => panelY + PANEL.height * (1 - value / top)
    const point = (s: Second) => `${x(s.atSecond).toFixed(1)},${y(read(s)).toFixed(1)}`
    return stretches(seconds, s => cls === 'rate' || read(s) > 0).map(
      stretch => `<polyline class="${cls}" points="${stretch.map(point).join(' ')}"/>`,
    )
  }
  return drawFrame({ width: WIDTH, height: HEIGHT, title, style: STYLE }, [
    drawText(LEFT, 24, title, 'title'),
    ...panel(PANEL.rate, rateTop, 'spins a second'),
    ...line(rateTop, PANEL.rate, s => s.spins, 'rate'),
    ...panel(
      PANEL.latency,
      latencyTop,
      'latency of a spin, ms: median (full), 99th percentile (thin)',
    ),
    ...line(latencyTop, PANEL.latency, s => s.p50Ms, 'p50'),
    ...line(latencyTop, PANEL.latency, s => s.p99Ms, 'p99'),
    ...marks.flatMap((mark, at) => drawMark(x(mark.atSecond), mark.word, at % MARK_LINES)),
    ...timeAxis(last, x),
    drawText(LEFT, HEIGHT - 8, caption, 'small'),
  ])
}

const STYLE = `<style>
  text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 11px; fill: #666 } .paper { fill: #fff } .grid { stroke: #ddd }
  polyline { fill: none } .rate { stroke: #1f6feb; stroke-width: 2 }
  .p50 { stroke: #2a7d46; stroke-width: 2 } .p99 { stroke: #c4522d; stroke-width: 1.2 }
  .mark { stroke: #b3261e; stroke-dasharray: 4 3 }
</style>`

function panel(top: number, largest: number, label: string): string[] {
  const lines = [0, 0.5, 1].flatMap(share => {
    const y = top + PANEL.height * (1 - share)
    return [
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}"/>`,
      `<text class="small" x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${round(largest * share)}</text>`,
    ]
  })
  return [drawText(LEFT, top - 8, label, 'small'), ...lines]
}

/** Labels of neighbouring marks are on separate lines. */
function drawMark(x: number, word: string, onLine: number): string[] {
  const bottom = PANEL.latency + PANEL.height
  return [
    `<line class="mark" x1="${x}" x2="${x}" y1="${PANEL.rate}" y2="${bottom}"/>`,
    drawText(x + 4, PANEL.rate + 12 * (onLine + 1), word, 'small'),
  ]
}

function timeAxis(last: number, x: (atSecond: number) => number): string[] {
  const step = niceTop(last / 8)
  const count = Math.floor(last / step)
  return Array.from({ length: count + 1 }, (_, i) =>
    drawText(x(i * step) - 6, PANEL.latency + PANEL.height + 16, `${round(i * step)} s`, 'small'),
  )
}

/** Consecutive seconds with a value: a second without one is a gap, not a zero. */
function stretches(seconds: readonly Second[], holds: (second: Second) => boolean): Second[][] {
  const found: Second[][] = [[]]
  for (const second of seconds) {
    if (holds(second)) found.at(-1)!.push(second)
    else if (found.at(-1)!.length > 0) found.push([])
  }
  return found.filter(stretch => stretch.length > 0)
}

const round = (value: number) => Number(value.toPrecision(3)).toString()
