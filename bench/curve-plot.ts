// Draws curves as SVG: panels above one another over a common axis. No dependency; does not depend
// on the meaning of the figures.

import { drawFrame, drawText, escapeXml } from '../src/cli/mathematics/svg.ts'
import { rounded } from './printing.ts'

export interface Curves {
  title: string
  caption: string
  /** The unit of the axis below. */
  axis: string
  panels: readonly Panel[]
  /** Vertical lines with a label. */
  marks: readonly { x: number; word: string }[]
}

interface Panel {
  label: string
  /** Logarithmic, by powers of ten. */
  isLog?: boolean
  lines: readonly Line[]
  /** A horizontal line with a label. */
  bound?: { y: number; word: string }
}

export interface Line {
  name: string
  /** In drawing order; a null is a gap. */
  points: readonly (readonly [x: number, y: number | null])[]
  isDashed?: boolean
}

const WIDTH = 860
const LEFT = 70
const RIGHT = 20
const TOP = 66
const PANEL = 150
const GAP = 58
/** Labels of neighbouring marks are on separate lines. */
const MARK_LINES = 3
const COLORS = ['#1f6feb', '#c4522d', '#2a7d46', '#8250a8', '#b58900', '#0b8a8a', '#777', '#d6336c']

export function drawCurves({ title, caption, axis, panels, marks }: Curves): string {
  const height = TOP + panels.length * (PANEL + GAP) + 30
  const xs = panels.flatMap(({ lines }) => lines.flatMap(line => line.points.map(([x]) => x)))
  const right = niceTop(Math.max(...xs, 0))
  const x = (value: number) => LEFT + (value / right) * (WIDTH - LEFT - RIGHT)
  const bottom = TOP + (panels.length - 1) * (PANEL + GAP) + PANEL
  return drawFrame({ width: WIDTH, height, title, style: STYLE }, [
    drawText(LEFT, 24, title, 'title'),
    ...panels.flatMap((panel, i) => drawPanel(panel, TOP + i * (PANEL + GAP), x)),
    ...marks.flatMap(({ x: at, word }, i) => [
      drawLine('mark', [x(at), TOP], [x(at), bottom]),
      drawText(Number(px(x(at) + 4)), TOP + 12 * (1 + (i % MARK_LINES)), word, 'small'),
    ]),
    ...drawAxis(axis, right, x, bottom),
    drawText(LEFT, height - 10, caption, 'small'),
  ])
}

/** A stream over time: spins a second above, latency below. */
export function drawStream({ title, caption, seconds, marks }: StreamPlot): string {
  const line = (name: string, read: (second: Second) => number | null): Line => ({
    name,
    points: seconds.map(second => [second.atSecond, read(second)] as const),
  })
  return drawCurves({
    title,
    caption,
    axis: 'seconds',
    panels: [
      { label: 'spins a second', lines: [line('spins', ({ spins }) => spins)] },
      {
        label: 'latency of a spin, ms',
        // A second without an answer has no latency.
        lines: [
          line('median', ({ p50Ms }) => p50Ms || null),
          line('99th percentile', ({ p99Ms }) => p99Ms || null),
        ],
      },
    ],
    marks: marks.map(({ atSecond, word }) => ({ x: atSecond, word })),
  })
}

export interface Second {
  atSecond: number
  spins: number
  p50Ms: number
  p99Ms: number
}

interface StreamPlot extends Pick<Curves, 'title' | 'caption'> {
  seconds: readonly Second[]
  /** For example when the platform was killed. */
  marks: readonly { atSecond: number; word: string }[]
}

const STYLE = `<style>
  text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 11px; fill: #666 } .paper { fill: #fff } .grid { stroke: #ddd }
  .bound { stroke: #b3261e; stroke-dasharray: 4 3 } .mark { stroke: #b3261e; stroke-dasharray: 4 3 }
  polyline { fill: none; stroke-width: 1.8 }
</style>`

function drawPanel(panel: Panel, top: number, x: (value: number) => number): string[] {
  const { label, lines, bound, isLog = false } = panel
  const values = lines.flatMap(line => line.points.flatMap(([, y]) => (y === null ? [] : [y])))
  const scale = isLog ? logScale(values, bound?.y) : linearScale(values, bound?.y)
  const y = (value: number) => top + PANEL * (1 - scale.share(value))
  const across = (cls: string, at: number) => drawLine(cls, [LEFT, at], [WIDTH - RIGHT, at])
  const grid = scale.ticks.flatMap(tick => [
    across('grid', y(tick)),
    drawSmall(LEFT - 8, y(tick) + 4, String(rounded(tick)), 'text-anchor="end"'),
  ])
  const limit =
    bound === undefined
      ? []
      : [
          across('bound', y(bound.y)),
          drawText(LEFT + 4, Number(px(y(bound.y) - 4)), bound.word, 'small'),
        ]
  return [
    drawText(LEFT, top - 24, label, 'small'),
    ...drawNames(lines, top - 8),
    ...grid,
    ...limit,
    ...lines.flatMap((line, i) => drawCurve(line, COLORS[i % COLORS.length]!, x, y)),
  ]
}

/** Names of the lines in their colours, side by side. */
function drawNames(lines: readonly Line[], y: number): string[] {
  let at = LEFT
  return lines.map(({ name }, i) => {
    const text = drawSmall(at, y, name, `style="fill: ${COLORS[i % COLORS.length]}"`)
    at += 14 + name.length * 6
    return text
  })
}

function drawCurve(
  { points, isDashed }: Line,
  color: string,
  x: (value: number) => number,
  y: (value: number) => number,
): string[] {
  const stretches: string[][] = [[]]
  for (const [at, value] of points) {
    if (value !== null) stretches.at(-1)!.push(`${px(x(at))},${px(y(value))}`)
    else if (stretches.at(-1)!.length > 0) stretches.push([])
  }
  const dashes = isDashed ? ' stroke-dasharray="3 4"' : ''
  return stretches.map(
    stretch => `<polyline stroke="${color}"${dashes} points="${stretch.join(' ')}"/>`,
  )
}

type Point = readonly [x: number, y: number]

const drawLine = (cls: string, [x1, y1]: Point, [x2, y2]: Point) =>
  `<line class="${cls}" x1="${px(x1)}" x2="${px(x2)}" y1="${px(y1)}" y2="${px(y2)}"/>`

const drawSmall = (x: number, y: number, text: string, attributes: string) =>
  `<text class="small" x="${px(x)}" y="${px(y)}" ${attributes}>${escapeXml(text)}</text>`

function linearScale(values: readonly number[], bound = 0) {
  const top = niceTop(Math.max(...values, bound, 0))
  return { share: (value: number) => value / top, ticks: [0, top / 2, top] }
}

/** From the power of ten below the smallest value to the one above the largest. */
function logScale(values: readonly number[], bound = 1) {
  const known = [...values, bound].filter(value => value > 0)
  const low = Math.floor(Math.log10(Math.min(...known)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known))))
  return {
    share: (value: number) => (Math.max(Math.log10(value), low) - low) / (high - low),
    ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
  }
}

function drawAxis(axis: string, right: number, x: (value: number) => number, bottom: number) {
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(share => share * right)
  return [
    ...ticks.map(tick =>
      drawSmall(x(tick), bottom + 16, String(rounded(tick)), 'text-anchor="middle"'),
    ),
    drawSmall(WIDTH - RIGHT, bottom + 32, axis, 'text-anchor="end"'),
  ]
}

const px = (pixels: number) => pixels.toFixed(1)

/** A round number, at least the value. */
function niceTop(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 1.5, 2, 3, 5, 7.5, 10].map(n => n * power).find(top => top >= value)!
}
