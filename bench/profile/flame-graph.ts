// Draws a profile as a flame graph in SVG, without scripts: a frame is as wide as the time or bytes
// of its function and everything it called, and is drawn on its caller. Pure: the same profile
// gives the same picture.

import { drawFrame, drawText, escapeXml } from '../../src/cli/mathematics/svg.ts'
import { type Frame, type ProfileTree, roomOf, totalOf } from './frames.ts'

const WIDTH = 1600
const MARGIN = 10
const ROW = 17
const HEAD = 92
const LETTER = 6.65
/** Narrower frames are left out: they are not readable and make the file large. */
const LEAST_SHARE = 0.001
/** Rooms with a smaller share have no field in the legend. */
const LEGEND_SHARE = 0.005
const LEGEND_COLUMNS = 10

/** By room; packages are brown, less known ones by their name. */
const COLORS: ReadonlyMap<string, string> = new Map([
  ['edge', '#4c9be8'],
  ['lanes', '#3fb6a8'],
  ['player', '#58b368'],
  ['round', '#8fc93a'],
  ['wallet', '#e8b84c'],
  ['redis', '#e2725b'],
  ['ledger', '#b083d6'],
  ['games', '#f08cb4'],
  ['operator', '#7f8fe0'],
  ['server', '#6fb3d2'],
  ['wire', '#9ad1c9'],
  ['core', '#c5d86d'],
  ['recovery', '#d69a83'],
  ['bench', '#a8a8c8'],
  ['undici', '#b99366'],
  ['postgres', '#9d8a4f'],
  ['ioredis', '#dcb491'],
  ['pg', '#8c7a68'],
  ['piscina', '#cf9478'],
  ['node', '#c9c4b8'],
  ['native', '#dedad2'],
  ['garbage', '#9a9a9a'],
])

interface Box {
  frame: Frame
  depth: number
  /** Position within the whole. */
  from: number
  total: number
}

export function drawFlameGraph(title: string, { kind, root, idle }: ProfileTree): string {
  const all = totalOf(root)
  const boxes = layOut(root, all)
  const depth = Math.max(...boxes.map(box => box.depth)) + 1
  const bottom = HEAD + depth * ROW
  const amount = (value: number) => (kind === 'cpu' ? `${ms(value)} ms` : `${mb(value)} MB`)
  const head =
    kind === 'cpu'
      ? `CPU, ${amount(all)} at work in ${amount(all + idle)}, a sample a millisecond`
      : `Heap, ${amount(all)} allocated, sampled, garbage collected since included`
  return drawFrame(
    { width: WIDTH, height: bottom + MARGIN, title, style: STYLE },
    [
      drawText(MARGIN, 22, `${title}: ${head}`, 'title'),
      ...drawLegend(root, all),
      ...boxes.map(box => drawBox(box, all, bottom, amount)),
    ],
    ` width="${WIDTH}"`,
  )
}

const STYLE = `<style>
  text { font: 11px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #222 }
  .title { font: 600 15px system-ui, sans-serif } .paper { fill: #fff } .f { stroke: #fff; stroke-width: .6 }
</style>`

const ms = (us: number) => (us / 1000).toFixed(us < 1e5 ? 1 : 0)
const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 2 : 0)

/** Callees are drawn side by side on their caller, the heaviest first. */
function layOut(root: Frame, all: number): Box[] {
  const boxes: Box[] = []
  function add(frame: Frame, depth: number, from: number, total: number): void {
    if (total < all * LEAST_SHARE) return
    boxes.push({ frame, depth, from, total })
    const callees = [...frame.children]
      .map(([key, child]) => ({ key, child, total: totalOf(child) }))
      .sort((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1))
    let at = from
    for (const { child, total: width } of callees) {
      add(child, depth + 1, at, width)
      at += width
    }
  }
  add(root, 0, 0, all)
  return boxes
}

function drawBox(
  { frame, depth, from, total }: Box,
  all: number,
  bottom: number,
  amount: (value: number) => string,
): string {
  const scale = all === 0 ? 0 : (WIDTH - 2 * MARGIN) / all
  const [x, width] = [MARGIN + from * scale, total * scale]
  const y = bottom - (depth + 1) * ROW
  const where = frame.file === '' ? '' : `, ${frame.file}:${frame.line}`
  const share = all === 0 ? 100 : (100 * total) / all
  const own = frame.self > 0 ? `, ${amount(frame.self)} of its own` : ''
  const told = `${frame.name}${where}: ${share.toFixed(1)} %, ${amount(total)}${own}`
  const color = depth === 0 ? '#eee' : colorOf(roomOf(frame))
  const text = clip(frame.name, width - 6)
  return [
    `<g><title>${escapeXml(told)}</title>`,
    `<rect class="f" x="${x.toFixed(2)}" y="${y}" width="${width.toFixed(2)}" height="${ROW - 1}" fill="${color}"/>`,
    text === '' ? '' : `<text x="${(x + 3).toFixed(2)}" y="${y + 12}">${escapeXml(text)}</text>`,
    '</g>',
  ].join('')
}

/** As much of it as fits; fewer than three letters are left out. */
function clip(name: string, width: number): string {
  const letters = Math.floor(width / LETTER)
  if (name.length <= letters) return name
  return letters < 3 ? '' : `${name.slice(0, letters - 1)}…`
}

/** Rooms by what their own code took, without the calls they make. */
function drawLegend(root: Frame, all: number): string[] {
  const rooms = new Map<string, number>()
  function add(frame: Frame): void {
    const room = roomOf(frame)
    rooms.set(room, (rooms.get(room) ?? 0) + frame.self)
    for (const child of frame.children.values()) add(child)
  }
  for (const child of root.children.values()) add(child)
  const shown = [...rooms]
    .filter(([, own]) => own >= all * LEGEND_SHARE && own > 0)
    .sort(([a, own], [b, other]) => other - own || (a < b ? -1 : 1))
    .slice(0, 2 * LEGEND_COLUMNS)
  const column = (WIDTH - 2 * MARGIN) / LEGEND_COLUMNS
  return shown.flatMap(([room, own], i) => {
    const x = MARGIN + (i % LEGEND_COLUMNS) * column
    const y = 38 + Math.floor(i / LEGEND_COLUMNS) * 20
    const label = `${((100 * own) / all).toFixed(1)} % ${room}`
    return [
      `<rect x="${x}" y="${y}" width="12" height="12" fill="${colorOf(room)}"/>`,
      drawText(x + 16, y + 10, clip(label, column - 20), 'legend'),
    ]
  })
}

function colorOf(room: string): string {
  const known = COLORS.get(room)
  if (known !== undefined) return known
  let hash = 0
  for (const letter of room) hash = (hash * 31 + letter.charCodeAt(0)) % 997
  return `hsl(${15 + (hash % 35)} ${30 + (hash % 25)}% ${60 + (hash % 18)}%)`
}
