// Owns the board during respins: held cells that stay lit, and every free cell spinning
// independently. It must never choose what lands; where a free cell stops is given by the round's
// events.

import { Container, Graphics, Sprite } from 'pixi.js'
import type { Cell, Grid } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import { type Animator, easeOut, easeOutBack } from './animator.ts'
import type { Board } from './board.ts'
import type { Lights } from './highlights.ts'
import { FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'

interface Held {
  cell: Cell
  light: Container
  glow: Sprite
  picture: Sprite
}

/** A spinning free cell: the face that leaves and the one that comes, seen through the cell. */
interface Drum {
  cell: Cell
  faces: readonly number[]
  window: Graphics
  leaving: Sprite
  coming: Sprite
}

/** Label of the sprites behind a held symbol. */
const CARD = 'card'
const TURNS = 5
/** Each column spins this share of a respin longer than the one before. */
const COLUMN_DELAY = 0.09
const SHADE = 0x8c8c9a

export class Respins {
  readonly view = new Container()
  private readonly board: Board
  private readonly atlas: SymbolAtlas
  private readonly animator: Animator
  private readonly lights: Lights
  private readonly faces: readonly number[]
  private readonly drums = new Container()
  private readonly lit = new Container()
  private readonly held = new Map<string, Held>()

  constructor(
    board: Board,
    atlas: SymbolAtlas,
    animator: Animator,
    lights: Lights,
    symbols: GameView['symbols'],
  ) {
    this.board = board
    this.atlas = atlas
    this.animator = animator
    this.lights = lights
    this.faces = symbols.flatMap(({ role }, index) =>
      role === 'cash' || role === 'blank' ? [index] : [],
    )
    this.drums.tint = SHADE
    this.view.addChild(this.drums, this.lit)
  }

  /** Shows the board with these cells held; everything else is in shade. */
  hold(cells: readonly Cell[], grid: Grid): void {
    this.end()
    this.board.put(grid)
    for (const cell of cells) this.add(cell)
    this.layOut()
  }

  /** Spins every free cell until it stops on the grid; what landed is held from then on. */
  async spin(landed: readonly Cell[], grid: Grid, durationMs: number): Promise<void> {
    const drums = this.freeCells(grid).map(cell => this.addDrum(cell, grid))
    await this.animator.run(durationMs, t => {
      for (const drum of drums) this.turn(drum, t, grid.length)
    })
    this.clearDrums()
    this.board.put(grid)
    for (const cell of landed) this.add(cell)
    this.layOut()
    if (landed.length > 0) await this.flash(landed, durationMs * 0.5)
  }

  /** Makes a held cell jump when its value is counted. */
  leap(cell: Cell, durationMs: number): Promise<void> {
    return this.flash([cell], durationMs)
  }

  /** Turns all lights off. */
  end(): void {
    this.held.clear()
    this.clearDrums()
    for (const child of this.lit.removeChildren()) child.destroy({ children: true })
    for (const column of this.board.columns) column.view.tint = 0xffffff
    this.animator.requestDraw()
  }

  /**
   * Moves the lights to the current cells, with textures of their size: those of another size no
   * longer exist.
   */
  layOut(): void {
    if (this.held.size === 0) return
    for (const column of this.board.columns) column.view.tint = SHADE
    for (const { cell, light, glow, picture } of this.held.values()) {
      const { x, y } = this.board.center(cell)
      const size = (FRAME_UNITS * this.board.symbolSize(cell)) / 100
      light.position.set(x, y)
      glow.setSize(size * 1.25)
      picture.texture = this.atlas.texture(this.board.symbolAt(cell))
      picture.setSize(size)
      this.layOutCard(cell, light)
    }
    this.animator.requestDraw()
  }

  /** The card of a held cell is below everything else of it. */
  private layOutCard(cell: Cell, light: Container): void {
    for (const old of light.children.filter(({ label }) => label === CARD)) old.destroy()
    const rim = this.board.rimAt(cell)
    if (rim !== null) rim.tint = this.lights.color
    for (const card of [rim, this.board.cardAt(cell)]) {
      if (card === null) continue
      card.label = CARD
      card.position.set(0, 0)
      light.addChildAt(card, 0)
    }
  }

  private add(cell: Cell): void {
    if (this.held.has(cell.join())) return
    const light = new Container()
    const { spot, color: tint } = this.lights
    const glow = new Sprite({ texture: spot, anchor: 0.5, tint, blendMode: 'add', alpha: 0.5 })
    const texture = this.atlas.texture(this.board.symbolAt(cell))
    const picture = new Sprite({ texture, anchor: 0.5 })
    light.addChild(glow, picture)
    this.lit.addChild(light)
    this.held.set(cell.join(), { cell, light, glow, picture })
  }

  private async flash(cells: readonly Cell[], durationMs: number): Promise<void> {
    const lights = cells.flatMap(cell => this.held.get(cell.join()) ?? [])
    for (const { light } of lights) this.lit.addChild(light)
    await this.animator.run(durationMs, t => {
      for (const { light, glow } of lights) {
        if (light.destroyed) continue
        light.scale.set(1 + 0.28 * (1 - easeOutBack(t)))
        glow.alpha = 0.5 + 0.5 * (1 - easeOut(t))
      }
    })
  }

  private freeCells(grid: Grid): Cell[] {
    return grid
      .flatMap((symbols, column) => symbols.map((_, row): Cell => [column, row]))
      .filter(cell => !this.held.has(cell.join()))
  }

  private addDrum(cell: Cell, grid: Grid): Drum {
    const [column, row] = cell
    const passing = Array.from({ length: TURNS + column }, () => this.anyFace())
    const faces = [this.board.symbolAt(cell), ...passing, grid[column]![row]!]
    const [leaving, coming] = [new Sprite({ anchor: 0.5 }), new Sprite({ anchor: 0.5 })]
    const window = new Graphics()
    const drum = new Container()
    drum.addChild(leaving, coming, window)
    // A face with its glow is larger than its cell, and is cut off at the cell's edges.
    drum.mask = window
    this.drums.addChild(drum)
    this.board.columns[column]!.sprite(row).alpha = 0
    return { cell, faces, window, leaving, coming }
  }

  private clearDrums(): void {
    for (const drum of this.drums.removeChildren()) drum.destroy({ children: true })
  }

  /** Symbols that spin by are scenery: they have no bearing on what lands. */
  private anyFace(): number {
    return this.faces[Math.floor(Math.random() * this.faces.length)] ?? 0
  }

  /** The faces are on a wheel seen from the front, a quarter turn apart. */
  private turn({ cell, faces, window, leaving, coming }: Drum, t: number, columns: number): void {
    const { x, y, width, height } = this.board.cellBox(cell)
    window.clear().rect(x, y, width, height).fill('#ffffff')
    const share = 1 - COLUMN_DELAY * (columns - 1 - cell[0])
    const at = easeOut(Math.min(1, t / share)) * (faces.length - 1)
    const face = Math.min(faces.length - 2, Math.floor(at))
    this.placeFace(leaving, cell, faces[face]!, at - face)
    this.placeFace(coming, cell, faces[face + 1]!, at - face - 1)
  }

  private placeFace(sprite: Sprite, cell: Cell, symbol: number, quarter: number): void {
    const { x, y } = this.board.center(cell)
    const angle = (quarter * Math.PI) / 2
    const size = (FRAME_UNITS * this.board.symbolSize(cell)) / 100
    sprite.texture = this.atlas.texture(symbol)
    sprite.position.set(x, y + (Math.sin(angle) * size) / 2)
    sprite.width = size
    sprite.height = Math.max(1, size * Math.cos(angle))
  }
}
