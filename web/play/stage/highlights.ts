// Owns the highlighting of wins on a board at rest: dimmed losers, glowing winners, win lines and
// the amount. It must never move or change what is on the board.

import { Container, Sprite, Text, type Texture } from 'pixi.js'
import type { Cell, SymbolRole } from '../../../src/games/engine/contract.ts'
import { canvasFamily } from '../page/fonts.ts'
import { type Animator, easeInOut, easeOutBack } from './animator.ts'
import type { Board } from './board.ts'
import { ease, GESTURE_MS, type Gesture, gestureOf, type Manner } from './gestures.ts'
import { FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'

/** White light textures, tinted where they are used. */
export interface Lights {
  spot: Texture
  beam: Texture
  color: string
  lightReels: boolean
}

/** How winners move, and the role of each symbol; with `calm` none moves. */
export interface Motions {
  manner: Manner
  roles: readonly SymbolRole[]
  calm: boolean
}

export interface Shown {
  cells: readonly Cell[]
  /** The row in each column for every line to draw, with its number for the colour. */
  lines: readonly { number: number; rows: readonly number[] }[]
  /** Written over the middle of the cells. */
  amount: string | null
  /** Written under the amount: how the win was formed. */
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
/** Opacity of losers on light reels. */
const FADED = 0.26
/** Outline of letters over the board. */
const EDGE = '#2a0a00'

export class Highlights {
  readonly view = new Container()
  /** Above the masked view: an amount may be wider than its cells and is never cut off. */
  readonly letters = new Container()
  private readonly board: Board
  private readonly atlas: SymbolAtlas
  private readonly animator: Animator
  private readonly lights: Lights
  private readonly motions: Motions
  private readonly lines = new Container()
  private readonly winners = new Container()
  /** Symbols at rest under the winners, which move. */
  private readonly hidden: Sprite[] = []
  private readonly amount: Text
  private readonly caption: Text
  private shown = 0

  constructor(
    board: Board,
    atlas: SymbolAtlas,
    animator: Animator,
    lights: Lights,
    motions: Motions,
  ) {
    this.board = board
    this.atlas = atlas
    this.animator = animator
    this.lights = lights
    this.motions = motions
    this.amount = lettering()
    this.caption = lettering()
    this.view.addChild(this.lines, this.winners)
    this.letters.addChild(this.amount, this.caption)
    this.clear()
  }

  /** The font has changed. */
  reletter(): void {
    for (const text of [this.amount, this.caption]) text.style.fontFamily = canvasFamily()
  }

  clear(): void {
    this.shown += 1
    for (const layer of [this.lines, this.winners]) {
      for (const child of layer.removeChildren()) child.destroy({ children: true })
    }
    for (const sprite of this.hidden) sprite.alpha = 1
    this.hidden.length = 0
    this.amount.visible = false
    this.caption.visible = false
    this.dim(false)
    this.animator.requestDraw()
  }

  /** Shows a win; resolves after the pulse. The highlight stays until `clear` or the next one. */
  async show(win: Shown, pulseMs: number): Promise<void> {
    this.clear()
    const mine = this.shown
    this.dim(true)
    const cells = uniqueCells(win.cells)
    const moves = cells.map((cell, index) => this.addWinner(cell, index / cells.length))
    const traces = win.lines.map(line => this.addLine(line))
    this.writeAmount(win)
    const turns = Math.max(1, Math.round(pulseMs / GESTURE_MS))
    await this.animator.run(pulseMs, t => {
      if (this.shown !== mine) return
      const drawn = easeInOut(Math.min(1, t * 2.4))
      for (const trace of traces) trace(drawn)
      for (const move of moves) move(t, turns)
      this.amount.scale.set(easeOutBack(Math.min(1, t * 4)))
    })
  }

  private dim(on: boolean): void {
    const { lightReels } = this.lights
    for (const { view } of this.board.columns) {
      if (lightReels) view.alpha = on ? FADED : 1
      else view.tint = on ? DIMMED : 0xffffff
    }
  }

  /**
   * `delay`, 0 to 1: a wave runs through the winners. Returns a function that poses one at an
   * instant.
   */
  private addWinner(cell: Cell, delay: number): (t: number, turns: number) => void {
    const { x, y } = this.board.center(cell)
    const symbol = this.board.symbolAt(cell)
    const { spot, color: tint } = this.lights
    const glow = new Sprite({ texture: spot, anchor: 0.5, tint, blendMode: 'add', x, y })
    const { under, body, sheen } = this.atlas.winner(symbol)
    const shadow = new Sprite({ texture: under, anchor: 0.5, x, y })
    const picture = new Sprite({ texture: body, anchor: 0.5, x, y })
    this.winners.addChild(glow, shadow, picture)
    const size = (FRAME_UNITS * this.board.symbolSize(cell)) / 100
    shadow.setSize(size)
    this.hide(cell)
    const light = this.addSheen(sheen)
    const gesture = gestureOf(this.motions.manner, this.motions.roles[symbol])
    const move = (t: number, turns: number) => {
      this.pose(picture, glow, [x, y], size, gesture, t, turns)
      light?.(picture, t * turns - delay * 0.35)
    }
    move(0, 1)
    return move
  }

  /** A winner that turns or leaps leaves an empty cell, not a second symbol. */
  private hide([column, row]: Cell): void {
    const sprite = this.board.columns[column]!.sprite(row)
    sprite.alpha = 0
    this.hidden.push(sprite)
  }

  /** Eased in and out, so that a highlight begins and ends at rest. */
  private pose(
    picture: Sprite,
    glow: Sprite,
    [x, y]: readonly [number, number],
    size: number,
    gesture: Gesture,
    t: number,
    turns: number,
  ): void {
    const share = this.motions.calm ? 0 : Math.min(1, Math.min(t, 1 - t) * 6)
    const pose = ease(gesture(t * turns), share)
    picture.setSize(size * 1.03 * pose.scaleX, size * 1.03 * pose.scaleY)
    picture.rotation = pose.rotation
    picture.position.set(x + pose.x * size, y + pose.y * size)
    glow.setSize(size * (1.25 + 0.25 * pose.light))
    glow.alpha = 0.4 + 0.35 * pose.light
  }

  /** A light that runs over a winner; returns a function that moves it. */
  private addSheen(steps: readonly Texture[]): ((over: Sprite, t: number) => void) | null {
    if (this.motions.calm) return null
    const light = new Sprite({ texture: steps[0]!, anchor: 0.5, blendMode: 'add' })
    this.winners.addChild(light)
    return (over, t) => {
      const at = Math.floor((t - 0.15) * steps.length * 1.7)
      light.visible = at >= 0 && at < steps.length
      if (!light.visible) return
      light.texture = steps[at]!
      light.position.copyFrom(over.position)
      light.setSize(over.width, over.height)
      light.rotation = over.rotation
    }
  }

  /**
   * A coloured beam with a white core along the line; returns a function that shows a part of it.
   */
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
      const rotation = Math.atan2(to.y - from.y, to.x - from.x)
      const at = { ...from, anchor: { x: 0, y: 0.5 }, rotation, visible: false }
      const beam = this.lines.addChild(new Sprite({ texture: this.lights.beam, tint, ...at }))
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
    size(this.amount, 34 * scale, 7 * scale)
    this.amount.text = amount
    this.amount.position.set(x, y)
    this.amount.scale.set(1)
    this.amount.visible = true
    size(this.caption, 19 * scale, 5 * scale)
    this.caption.text = caption ?? ''
    this.caption.position.set(x, y + 30 * scale)
    this.caption.visible = this.caption.text !== ''
  }

  private letterScale(): number {
    return Math.max(0.6, this.board.columnWidth / 115)
  }
}

function lettering(): Text {
  const text = new Text({
    text: '',
    style: {
      fontFamily: canvasFamily(),
      fontWeight: '900',
      fill: '#fffbe0',
      stroke: { color: EDGE, width: 1, join: 'round' },
      padding: 6,
    },
  })
  text.anchor.set(0.5)
  return text
}

/** Drawn at its size, not scaled: letters stay sharp on the largest screens. */
function size(text: Text, fontSize: number, edge: number): void {
  if (text.style.fontSize === fontSize) return
  text.style.fontSize = fontSize
  text.style.stroke = { color: EDGE, width: edge, join: 'round' }
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
