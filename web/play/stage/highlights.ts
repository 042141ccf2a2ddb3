// Owns the showing of wins over a board at rest: dimmed losers, glowing winners, drawn lines and
// the amount. It must never move or change what lies on the board.

import { Container, Sprite, Text, type Texture } from 'pixi.js'
import type { Cell } from '../../../src/games/engine/contract.ts'
import { SANS } from '../art/paint.ts'
import { type Animator, easeInOut, easeOutBack } from './animator.ts'
import type { Board } from './board.ts'
import { FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'

/** White pictures of light, tinted where they are used. */
export interface Lights {
  spot: Texture
  beam: Texture
  color: string
}

export interface Shown {
  cells: readonly Cell[]
  /** Row by column for each line to draw, with its number for the colour. */
  lines: readonly { number: number; rows: readonly number[] }[]
  /** Written over the middle of the cells. */
  amount: string | null
  /** Written under the amount: how the win came about. */
  caption?: string | null
}

interface Point {
  x: number
  y: number
}

const LINE_COLORS = [
  '#ffd84a',
  '#ff6b6b',
  '#4ad0ff',
  '#7dff8a',
  '#ff9cf0',
  '#ffa94a',
  '#a79bff',
  '#4affd4',
]
const DIMMED = 0x5a5a66

export class Highlights {
  readonly view = new Container()
  private readonly board: Board
  private readonly atlas: SymbolAtlas
  private readonly animator: Animator
  private readonly lights: Lights
  private readonly lines = new Container()
  private readonly winners = new Container()
  private readonly amount: Text
  private readonly caption: Text
  private shown = 0

  constructor(board: Board, atlas: SymbolAtlas, animator: Animator, lights: Lights) {
    this.board = board
    this.atlas = atlas
    this.animator = animator
    this.lights = lights
    this.amount = lettering(34, 7)
    this.caption = lettering(19, 5)
    this.view.addChild(this.lines, this.winners, this.amount, this.caption)
    this.clear()
  }

  clear(): void {
    this.shown += 1
    for (const layer of [this.lines, this.winners]) {
      for (const child of layer.removeChildren()) child.destroy({ children: true })
    }
    this.amount.visible = false
    this.caption.visible = false
    for (const column of this.board.columns) column.view.tint = 0xffffff
    this.animator.requestDraw()
  }

  /** Shows a win; resolves after the pulse. The showing stays until `clear` or the next one. */
  async show(win: Shown, pulseMs: number): Promise<void> {
    this.clear()
    const mine = this.shown
    for (const column of this.board.columns) column.view.tint = DIMMED
    const pulses = uniqueCells(win.cells).map(cell => this.addWinner(cell))
    const traces = win.lines.map(line => this.addLine(line))
    this.writeAmount(win)
    await this.animator.run(pulseMs, t => {
      if (this.shown !== mine) return
      const drawn = easeInOut(Math.min(1, t * 2.4))
      for (const trace of traces) trace(drawn)
      const swell = Math.sin(Math.min(1, t * 1.6) * Math.PI)
      for (const pulse of pulses) pulse(swell)
      this.amount.scale.set(easeOutBack(Math.min(1, t * 4)) * this.letterScale())
    })
  }

  private addWinner(cell: Cell): (swell: number) => void {
    const { x, y } = this.board.center(cell)
    const glow = new Sprite(this.lights.spot)
    glow.anchor.set(0.5)
    glow.tint = this.lights.color
    glow.blendMode = 'add'
    glow.position.set(x, y)
    const picture = new Sprite(this.atlas.texture(this.board.symbolAt(cell)))
    picture.anchor.set(0.5)
    picture.position.set(x, y)
    this.winners.addChild(glow, picture)
    const size = (FRAME_UNITS * this.board.symbolSize(cell)) / 100
    const pulse = (swell: number) => {
      picture.setSize(size * (1.03 + 0.12 * swell))
      glow.setSize(size * (1.3 + 0.25 * swell))
      glow.alpha = 0.55 + 0.45 * swell
    }
    pulse(0)
    return pulse
  }

  /** A coloured beam with a white core along the line; answers how to show a part of it. */
  private addLine({ number, rows }: Shown['lines'][number]): (progress: number) => void {
    const { columnWidth, smallestSymbol } = this.board
    const color = LINE_COLORS[number % LINE_COLORS.length]!
    const points = linePoints(this.board, rows, columnWidth)
    const traces = [
      [smallestSymbol * 0.26, color],
      [smallestSymbol * 0.07, '#ffffff'],
    ] as const
    const beams = traces.flatMap(([thickness, tint]) => this.addBeams(points, thickness, tint))
    return progress => {
      for (const beam of beams) beam(progress * (points.length - 1))
    }
  }

  private addBeams(
    points: readonly Point[],
    thickness: number,
    tint: string,
  ): ((reached: number) => void)[] {
    return points.slice(1).map((to, index) => {
      const from = points[index]!
      const length = Math.hypot(to.x - from.x, to.y - from.y)
      const beam = new Sprite(this.lights.beam)
      beam.anchor.set(0, 0.5)
      beam.tint = tint
      beam.position.set(from.x, from.y)
      beam.rotation = Math.atan2(to.y - from.y, to.x - from.x)
      beam.visible = false
      this.lines.addChild(beam)
      return reached => {
        const part = Math.max(0, Math.min(1, reached - index))
        beam.visible = part > 0
        if (part > 0) beam.setSize(length * part, thickness)
      }
    })
  }

  private writeAmount({ amount, caption, cells }: Shown): void {
    if (amount === null || cells.length === 0) return
    const { x, y } = middleOf(cells.map(cell => this.board.center(cell)))
    const scale = this.letterScale()
    this.amount.text = amount
    this.amount.position.set(x, y)
    this.amount.scale.set(scale)
    this.amount.visible = true
    this.caption.text = caption ?? ''
    this.caption.position.set(x, y + 30 * scale)
    this.caption.scale.set(scale)
    this.caption.visible = this.caption.text !== ''
  }

  private letterScale(): number {
    return Math.max(0.6, Math.min(1.2, this.board.columnWidth / 110))
  }
}

function lettering(fontSize: number, edge: number): Text {
  const text = new Text({
    text: '',
    style: {
      fontFamily: SANS,
      fontWeight: '900',
      fill: '#fffbe0',
      stroke: { color: '#2a0a00', width: edge, join: 'round' },
      fontSize,
      padding: 6,
    },
  })
  text.anchor.set(0.5)
  return text
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

function uniqueCells(cells: readonly Cell[]): Cell[] {
  return [...new Map(cells.map(cell => [cell.join(), cell])).values()]
}

/** From the board's left edge through the middle of each cell to its right edge. */
function linePoints(board: Board, rows: readonly number[], cellWidth: number): Point[] {
  const middles = rows.map((row, column) => board.center([column, row]))
  const first = middles[0]!
  const last = middles[middles.length - 1]!
  const reach = cellWidth * 0.46
  return [{ x: first.x - reach, y: first.y }, ...middles, { x: last.x + reach, y: last.y }]
}
