// Owns the free cells that spin during a respin, each on its own drum. It must never choose where
// one stops; that is given by the round's events.

import { Container, Graphics, Sprite } from 'pixi.js'
import type { Cell, Grid } from '../../../src/games/engine/contract.ts'
import { easeOut } from './animator.ts'
import type { Board } from './board.ts'
import { stopOf } from './landings.ts'
import { FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'

/** A spinning free cell: the face that leaves and the one that comes, seen through the cell. */
interface Drum {
  cell: Cell
  faces: readonly number[]
  /** It turns until a coin hits it. */
  waits: boolean
  view: Container
  window: Graphics
  leaving: Sprite
  coming: Sprite
}

const TURNS = 5
/** Of a drum that a coin will hit, against the mean speed of the others. */
const WAITING_SPEED = 1.3

export class Drums {
  readonly view = new Container()
  private readonly board: Board
  private readonly atlas: SymbolAtlas
  /** What passes: it has no bearing on what lands. */
  private readonly scenery: readonly number[]
  private drums: Drum[] = []

  constructor(board: Board, atlas: SymbolAtlas, scenery: readonly number[]) {
    this.board = board
    this.atlas = atlas
    this.scenery = scenery
  }

  /** @param waiting cells that turn until they are hit */
  start(cells: readonly Cell[], grid: Grid, waiting: readonly Cell[]): void {
    this.clear()
    const wait = new Set(waiting.map(String))
    this.drums = cells.map(cell => this.add(cell, grid, wait.has(String(cell))))
  }

  /** All of them at an instant: 1 is the end of the respin. */
  turn(t: number): void {
    for (const drum of this.drums) this.turnOne(drum, t)
  }

  /** What has hit the cell is over it. */
  hide(cell: Cell): void {
    const drum = this.drums.find(each => String(each.cell) === String(cell))
    if (drum !== undefined && !drum.view.destroyed) drum.view.visible = false
  }

  clear(): void {
    this.drums = []
    for (const drum of this.view.removeChildren()) drum.destroy({ children: true })
  }

  private add(cell: Cell, grid: Grid, waits: boolean): Drum {
    const [column, row] = cell
    const passing = Array.from({ length: TURNS + column }, () => this.anyFace())
    const faces = [this.board.symbolAt(cell), ...passing, grid[column]![row]!]
    const [leaving, coming] = [new Sprite({ anchor: 0.5 }), new Sprite({ anchor: 0.5 })]
    const window = new Graphics()
    const view = new Container()
    view.addChild(leaving, coming, window)
    // A face with its glow is larger than its cell, and is cut off at the cell's edges.
    view.mask = window
    this.view.addChild(view)
    this.board.columns[column]!.sprite(row).alpha = 0
    return { cell, faces, waits, view, window, leaving, coming }
  }

  private anyFace(): number {
    return this.scenery[Math.floor(Math.random() * this.scenery.length)] ?? 0
  }

  /** The faces are on a wheel seen from the front, a quarter turn apart. */
  private turnOne(drum: Drum, t: number): void {
    const { cell, faces, waits, view, window, leaving, coming } = drum
    if (view.destroyed || !view.visible) return
    const { x, y, width, height } = this.board.cellBox(cell)
    window.clear().rect(x, y, width, height).fill('#ffffff')
    const last = faces.length - 1
    const stopped = easeOut(Math.min(1, t / stopOf(cell[0], this.board.columns.length))) * last
    // Only faces that pass are shown before a hit.
    const at = waits ? (t * last * WAITING_SPEED) % (last - 1) : stopped
    const face = Math.min(last - 1, Math.floor(at))
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
