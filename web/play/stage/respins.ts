// Owns the board during respins: held cells that stay lit, coins that land, and the time of all
// drums. It must never choose what lands; that is given by the round's events.

import { Container, Sprite } from 'pixi.js'
import type { Cell, Grid } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import type { Coins } from './acts.ts'
import { type Animator, easeOut, easeOutBack } from './animator.ts'
import type { Board } from './board.ts'
import { Drums } from './drums.ts'
import type { Lights } from './highlights.ts'
import { type Landing, landingsOf, weightsOf } from './landings.ts'
import { FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'

interface Held {
  cell: Cell
  symbol: number
  light: Container
  /** What moves: the symbol and its glow. */
  coin: Container
  glow: Sprite
  picture: Sprite
}

/** Label of the sprites behind a held symbol. */
const CARD = 'card'
const SHADE = 0x8c8c9a
/** Of the time of a respin: how long a coin falls. */
const FALL_SHARE = 0.32

export class Respins {
  readonly view = new Container()
  private readonly board: Board
  private readonly atlas: SymbolAtlas
  private readonly animator: Animator
  private readonly lights: Lights
  private readonly drums: Drums
  private readonly lit = new Container()
  private readonly held = new Map<string, Held>()
  /** Counts the ends: what began before one must not hold anything after it. */
  private ends = 0
  /** 0 to 1 by symbol: the value of a cash symbol among all of them. */
  private readonly weights: readonly number[]
  /** How coins land; null: they are there when their cell stops. */
  coins: Coins | null = null
  /** Called when a coin hits its cell, with its weight. */
  onHit: (weight: number) => void = () => {}

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
    const faces = symbols.flatMap(({ role }, index) =>
      role === 'cash' || role === 'blank' ? [index] : [],
    )
    this.drums = new Drums(board, atlas, faces)
    this.weights = weightsOf(symbols)
    this.drums.view.tint = SHADE
    this.view.addChild(this.drums.view, this.lit)
  }

  /** Shows the board with these cells held; everything else is in shade. */
  hold(cells: readonly Cell[], grid: Grid): void {
    this.end()
    this.board.put(grid)
    for (const cell of cells) this.add(cell, this.board.symbolAt(cell))
    this.layOut()
  }

  /** Spins every free cell until it stops on the grid; what landed is held from then on. */
  async spin(landed: readonly Cell[], grid: Grid, durationMs: number): Promise<void> {
    const { coins, ends } = this
    const landings = coins === null ? [] : landingsOf(landed, grid, durationMs)
    const waiting = landings.map(({ cell }) => cell)
    this.drums.start(this.freeCells(grid), grid, waiting)
    const wholeMs = Math.max(durationMs, ...landings.map(({ hitsAtMs }) => hitsAtMs))
    await Promise.all([
      this.animator.run(wholeMs, t => this.drums.turn((t * wholeMs) / durationMs)),
      ...landings.map(landing => this.land(landing, durationMs * FALL_SHARE)),
    ])
    if (ends !== this.ends) return
    this.drums.clear()
    this.board.put(grid)
    for (const cell of landed) this.add(cell, this.board.symbolAt(cell))
    this.layOut()
    if (coins === null && landed.length > 0) await this.flash(landed, durationMs * 0.5)
  }

  /** A held coin leaps when its value is counted; then it is dark. */
  async collect(cell: Cell, durationMs: number, calm: boolean): Promise<void> {
    const held = this.held.get(cell.join())
    if (held === undefined) return
    if (!calm) await this.leap(held, durationMs)
    if (held.light.destroyed) return
    held.picture.tint = SHADE
    held.glow.visible = false
    this.animator.requestDraw()
  }

  /** A held coin turns over. */
  async turnOver(cell: Cell, durationMs: number): Promise<void> {
    const held = this.held.get(cell.join())
    if (held === undefined || this.coins === null) return
    this.raise(held)
    await this.coins.turnOver(held.coin, cell, durationMs)
    rest(held)
  }

  /** All held coins leap, one diagonal after another. */
  async wave(durationMs: number): Promise<void> {
    const leaps = [...this.held.values()].map(async held => {
      await this.animator.wait(((held.cell[0] + held.cell[1]) * durationMs) / 12)
      await this.leap(held, durationMs / 2)
    })
    await Promise.all(leaps)
  }

  private async leap(held: Held, durationMs: number): Promise<void> {
    if (this.coins === null) return this.flash([held.cell], durationMs)
    this.raise(held)
    await this.coins.leap(held.coin, held.cell, durationMs)
    rest(held)
  }

  /** It falls so that it hits its cell in time, and ends what turns there. */
  private async land({ cell, symbol, hitsAtMs }: Landing, fallMs: number): Promise<void> {
    const { coins, ends } = this
    await this.animator.wait(hitsAtMs - fallMs)
    if (coins === null || ends !== this.ends) return
    const held = this.add(cell, symbol)
    this.place(held)
    const weight = this.weights[symbol] ?? 0
    const lies = coins.slam(held.coin, cell, weight, fallMs)
    await this.animator.wait(fallMs)
    this.drums.hide(cell)
    this.onHit(weight)
    await lies
    rest(held)
  }

  /** Over all others. */
  private raise({ light }: Held): void {
    if (!light.destroyed) this.lit.addChild(light)
  }

  /** Turns all lights off. */
  end(): void {
    this.ends += 1
    this.held.clear()
    this.drums.clear()
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
    for (const held of this.held.values()) {
      this.place(held)
      this.layOutCard(held)
    }
    this.animator.requestDraw()
  }

  private place({ cell, symbol, light, glow, picture }: Held): void {
    const { x, y } = this.board.center(cell)
    const size = (FRAME_UNITS * this.board.symbolSize(cell)) / 100
    light.position.set(x, y)
    glow.setSize(size * 1.25)
    picture.texture = this.atlas.texture(symbol)
    picture.setSize(size)
  }

  /** The card of a held cell is below everything else of it. */
  private layOutCard({ cell, symbol, light }: Held): void {
    for (const old of light.children.filter(({ label }) => label === CARD)) old.destroy()
    const rim = this.board.rimAt(cell)
    if (rim !== null) rim.tint = this.lights.color
    for (const card of [rim, this.board.cardAt(cell, symbol)]) {
      if (card === null) continue
      card.label = CARD
      card.position.set(0, 0)
      light.addChildAt(card, 0)
    }
  }

  private add(cell: Cell, symbol: number): Held {
    const known = this.held.get(cell.join())
    if (known !== undefined) return known
    const [light, coin] = [new Container(), new Container()]
    const { spot, color: tint } = this.lights
    const glow = new Sprite({ texture: spot, anchor: 0.5, tint, blendMode: 'add', alpha: 0.5 })
    const picture = new Sprite({ texture: this.atlas.texture(symbol), anchor: 0.5 })
    coin.addChild(glow, picture)
    light.addChild(coin)
    this.lit.addChild(light)
    const held = { cell, symbol, light, coin, glow, picture }
    this.held.set(cell.join(), held)
    return held
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
}

/** As it lies in its cell. */
function rest({ coin }: Held): void {
  if (coin.destroyed) return
  coin.position.set(0, 0)
  coin.scale.set(1)
  coin.rotation = 0
  coin.alpha = 1
}
