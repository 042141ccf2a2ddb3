// Owns the showing of wins over a board at rest: dimmed losers, glowing winners, drawn lines and the
// amount. It must never move or change what lies on the board.

import { Container, Graphics, Sprite, Text, type Texture } from 'pixi.js'
import type { Cell } from '../../../src/games/contract.ts'
import { SANS } from '../art/paint.ts'
import { type Animator, easeInOut, easeOutBack } from './animator.ts'
import type { Board } from './board.ts'
import { FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'

export interface Shown {
  cells: readonly Cell[]
  /** Row by column for each line to draw, with its number for the colour. */
  lines: readonly { number: number; rows: readonly number[] }[]
  /** Written over the middle of the cells. */
  amount: string | null
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
  private readonly glow: Texture
  private readonly glowColor: string
  private readonly lines = new Graphics()
  private readonly winners = new Container()
  private readonly amount: Text
  private shown = 0

  constructor(
    board: Board,
    atlas: SymbolAtlas,
    animator: Animator,
    glow: { texture: Texture; color: string },
  ) {
    this.board = board
    this.atlas = atlas
    this.animator = animator
    this.glow = glow.texture
    this.glowColor = glow.color
    this.amount = new Text({
      text: '',
      style: {
        fontFamily: SANS,
        fontWeight: '900',
        fill: '#fffbe0',
        stroke: { color: '#2a0a00', width: 7, join: 'round' },
        fontSize: 34,
        padding: 6,
      },
    })
    this.amount.anchor.set(0.5)
    this.view.addChild(this.lines, this.winners, this.amount)
    this.clear()
  }

  clear(): void {
    this.shown += 1
    this.lines.clear()
    for (const child of this.winners.removeChildren()) child.destroy({ children: true })
    this.amount.visible = false
    for (const column of this.board.columns) column.view.tint = 0xffffff
    this.animator.requestDraw()
  }

  /** Shows a win; resolves after the pulse. The showing stays until `clear` or the next one. */
  async show(win: Shown, pulseMs: number): Promise<void> {
    this.clear()
    const mine = this.shown
    for (const column of this.board.columns) column.view.tint = DIMMED
    const pulses = uniqueCells(win.cells).map(cell => this.addWinner(cell))
    this.writeAmount(win)
    await this.animator.run(pulseMs, t => {
      if (this.shown !== mine) return
      this.drawLines(win.lines, easeInOut(Math.min(1, t * 2.4)))
      const swell = Math.sin(Math.min(1, t * 1.6) * Math.PI)
      for (const pulse of pulses) pulse(swell)
      this.amount.scale.set(easeOutBack(Math.min(1, t * 4)) * this.amountScale())
    })
  }

  private addWinner(cell: Cell): (swell: number) => void {
    const { symbol } = this.board.cellSize
    const { x, y } = this.board.center(cell)
    const glow = new Sprite(this.glow)
    glow.anchor.set(0.5)
    glow.tint = this.glowColor
    glow.blendMode = 'add'
    glow.position.set(x, y)
    const picture = new Sprite(this.atlas.texture(this.board.symbolAt(cell)))
    picture.anchor.set(0.5)
    picture.position.set(x, y)
    this.winners.addChild(glow, picture)
    const size = (FRAME_UNITS * symbol) / 100
    const pulse = (swell: number) => {
      picture.setSize(size * (1.03 + 0.12 * swell))
      glow.setSize(size * (1.3 + 0.25 * swell))
      glow.alpha = 0.55 + 0.45 * swell
    }
    pulse(0)
    return pulse
  }

  private drawLines(lines: Shown['lines'], progress: number): void {
    const g = this.lines.clear()
    const { width, symbol } = this.board.cellSize
    for (const { number, rows } of lines) {
      const color = LINE_COLORS[number % LINE_COLORS.length]!
      const points = linePoints(this.board, rows, width)
      for (const [thickness, alpha] of [
        [0.16, 0.22],
        [0.085, 0.85],
      ] as const) {
        trace(g, points, progress)
        g.stroke({ width: symbol * thickness, color, alpha, join: 'round', cap: 'round' })
      }
      trace(g, points, progress)
      g.stroke({ width: symbol * 0.026, color: '#ffffff', alpha: 0.9, join: 'round', cap: 'round' })
    }
  }

  private writeAmount({ amount, cells }: Shown): void {
    if (amount === null || cells.length === 0) return
    const centers = cells.map(cell => this.board.center(cell))
    const sum = centers.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
    this.amount.text = amount
    this.amount.position.set(sum.x / centers.length, sum.y / centers.length)
    this.amount.scale.set(this.amountScale())
    this.amount.visible = true
  }

  private amountScale(): number {
    return Math.max(0.55, this.board.cellSize.symbol / 110)
  }
}

function uniqueCells(cells: readonly Cell[]): Cell[] {
  return [...new Map(cells.map(cell => [cell.join(), cell])).values()]
}

/** From the board's left edge through the middle of each cell to its right edge. */
function linePoints(
  board: Board,
  rows: readonly number[],
  cellWidth: number,
): { x: number; y: number }[] {
  const middles = rows.map((row, column) => board.center([column, row]))
  const first = middles[0]!
  const last = middles[middles.length - 1]!
  const reach = cellWidth * 0.46
  return [{ x: first.x - reach, y: first.y }, ...middles, { x: last.x + reach, y: last.y }]
}

/** The part of a polyline up to `progress`, by segments. */
function trace(g: Graphics, points: readonly { x: number; y: number }[], progress: number): void {
  const length = (points.length - 1) * progress
  g.moveTo(points[0]!.x, points[0]!.y)
  for (let index = 1; index < points.length && index - 1 < length; index++) {
    const part = Math.min(1, length - (index - 1))
    const from = points[index - 1]!
    const to = points[index]!
    g.lineTo(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
  }
}
