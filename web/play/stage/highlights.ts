// Owns the highlighting of wins on a board at rest: dimmed losers, glowing winners, win lines, and
// where the plate with the amount is. It must never move or change what is on the board.

import { Container, Sprite, type Texture } from 'pixi.js'
import type { Cell, SymbolRole } from '../../../src/games/engine/contract.ts'
import { type Animator, easeInOut } from './animator.ts'
import type { Board } from './board.ts'
import { ease, GESTURE_MS, type Gesture, gestureOf, type Manner } from './gestures.ts'
import { FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'
import { type WinLine, WinLines } from './win-lines.ts'

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
  lines: readonly WinLine[]
  /** On the plate. */
  amount: string | null
  /** On the plate after the amount: how the win was formed. */
  caption?: string | null
}

/** An amount and where it is: the middle of its plate, from the top left of the board. */
export interface Plate {
  text: string
  caption: string
  x: number
  y: number
}

const DIMMED = 0x5a5a66
/** Opacity of losers on light reels. */
const FADED = 0.26
/** From this height of the room between two symbols on, a plate fits there; in CSS pixels. */
const PLATE_ROOM_PX = 24

export class Highlights {
  readonly view = new Container()
  /** Called with the plate to show; null: none. */
  onPlate: (plate: Plate | null) => void = () => {}
  private readonly board: Board
  private readonly atlas: SymbolAtlas
  private readonly animator: Animator
  private readonly lights: Lights
  private readonly motions: Motions
  private readonly lines: WinLines
  /** Cards behind winners, below the lines. */
  private readonly cards = new Container()
  private readonly winners = new Container()
  /** Symbols at rest under the winners, which move. */
  private readonly hidden: Sprite[] = []
  private shown = 0
  /** Where the amount is shown, and as what; null: nowhere. */
  plate: Plate | null = null

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
    this.lines = new WinLines(board)
    this.view.addChild(this.cards, this.lines.view, this.winners)
    this.clear()
  }

  clear(): void {
    this.shown += 1
    this.lines.clear()
    for (const layer of [this.cards, this.winners]) {
      for (const child of layer.removeChildren()) child.destroy({ children: true })
    }
    for (const sprite of this.hidden) sprite.alpha = 1
    this.hidden.length = 0
    this.setPlate(null)
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
    const trace = this.lines.draw(win.lines)
    this.setPlate(this.plateOf(win))
    const turns = Math.max(1, Math.round(pulseMs / GESTURE_MS))
    await this.animator.run(pulseMs, t => {
      if (this.shown !== mine) return
      trace(easeInOut(Math.min(1, t * 2.4)))
      for (const move of moves) move(t, turns)
    })
  }

  /** Another amount on the plate, which stays where it is. */
  write(text: string, caption = ''): void {
    if (this.plate !== null) this.setPlate({ ...this.plate, text, caption })
  }

  private setPlate(plate: Plate | null): void {
    this.plate = plate
    this.onPlate(plate)
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
    const card = this.board.cardAt(cell)
    const rim = this.board.rimAt(cell)
    if (card !== null && rim !== null) {
      rim.tint = tint
      this.cards.addChild(card, rim)
    }
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

  /** Off the symbols: between two rows if there is room, else at the middle of the lower edge. */
  private plateOf({ amount, caption, cells }: Shown): Plate | null {
    const [first] = cells
    if (amount === null || first === undefined) return null
    const { x, y } = middleOf(cells.map(cell => this.board.center(cell)))
    const { height } = this.board.cellBox(first)
    const rows = Math.round(this.board.height / height)
    // The boundary next to the middle of the cells, but not the upper edge of the reels.
    const boundary = Math.max(1, Math.min(rows - 1, Math.round(y / height)))
    const hasRoom = height - this.board.symbolSize(first) >= PLATE_ROOM_PX && rows > 1
    const between = { x, y: boundary * height }
    const middle = (this.board.columnWidth * this.board.columns.length) / 2
    const place = hasRoom ? between : { x: middle, y: this.board.height }
    return { text: amount, caption: caption ?? '', ...place }
  }
}

function middleOf(points: readonly { x: number; y: number }[]): { x: number; y: number } {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

function uniqueCells(cells: readonly Cell[]): Cell[] {
  return [...new Map(cells.map(cell => [cell.join(), cell])).values()]
}
