// Owns one column of the board: a strip that rolls and stops, or symbols that fall. It must never
// decide what lands; final symbols are always given.

import { Container, Sprite } from 'pixi.js'
import { FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'

export interface CellSize {
  width: number
  height: number
  /** Side of the square a symbol is shown in. */
  symbol: number
}

/** Symbols between the last seen and the landing ones, so that nothing visible is exchanged. */
const LEAD_CELLS = 2

export class Column {
  readonly view = new Container()
  /** What lies on the board, top to bottom. */
  symbols: number[]
  private readonly rows: number
  private readonly atlas: SymbolAtlas
  private readonly scenery: readonly number[]
  private readonly sprites: Sprite[] = []
  /** Symbols by their place on the endless strip; place 0 starts in the bottom row. */
  private readonly strip = new Map<number, number>()
  private readonly offsets: number[]
  private position = 0
  private from = 0
  private target = 0
  private size: CellSize = { width: 1, height: 1, symbol: 1 }

  constructor(rows: number, atlas: SymbolAtlas, scenery: readonly number[]) {
    this.rows = rows
    this.atlas = atlas
    this.scenery = scenery
    this.symbols = Array.from({ length: rows }, () => this.anySymbol())
    this.offsets = Array.from({ length: rows }, () => 0)
    for (let index = 0; index <= rows; index++) {
      const sprite = new Sprite()
      sprite.anchor.set(0.5)
      this.sprites.push(sprite)
      this.view.addChild(sprite)
    }
    this.put(this.symbols)
  }

  resize(size: CellSize): void {
    this.size = size
    this.show()
  }

  /** Places symbols at rest. */
  put(symbols: readonly number[]): void {
    this.symbols = [...symbols]
    this.position = 0
    this.strip.clear()
    symbols.forEach((symbol, row) => {
      this.strip.set(this.rows - 1 - row, symbol)
    })
    this.offsets.fill(0)
    for (const sprite of this.sprites) sprite.alpha = 1
    this.show()
  }

  /** The sprite that shows a row at rest. */
  sprite(row: number): Sprite {
    return this.sprites[this.rows - 1 - row]!
  }

  /** Rolls on by a number of cells (negative: winds up). */
  roll(cells: number): void {
    this.position += cells
    this.forget()
    this.show(cells > 0.12)
  }

  /** Prepares the strip so that it comes to rest on these symbols. */
  aim(symbols: readonly number[]): void {
    this.symbols = [...symbols]
    this.from = this.position
    this.target = Math.ceil(this.position) + this.rows + LEAD_CELLS
    symbols.forEach((symbol, row) => {
      this.strip.set(this.target + this.rows - 1 - row, symbol)
    })
  }

  /** Moves between the aim's start (0) and rest (1); an ease may overshoot. */
  settle(t: number): void {
    const before = this.position
    this.position = this.from + (this.target - this.from) * t
    this.show(this.position - before > 0.3)
  }

  /** Shifts rows by cells from their place, for falling. */
  shift(row: number, cells: number): void {
    this.offsets[row] = cells
  }

  show(blurred = false): void {
    const bottom = Math.floor(this.position)
    const scale = this.size.symbol / 100
    this.sprites.forEach((sprite, index) => {
      const place = bottom + index
      const row = this.position + this.rows - 1 - place
      const texture = this.atlas.texture(this.symbolAt(place), blurred)
      if (sprite.texture !== texture) sprite.texture = texture
      sprite.setSize(FRAME_UNITS * scale)
      const offset = this.offsets[this.rows - 1 - index] ?? 0
      sprite.x = this.size.width / 2
      sprite.y = (row + offset + 0.5) * this.size.height
      sprite.visible = index < this.rows || this.position !== bottom
    })
  }

  private symbolAt(place: number): number {
    const known = this.strip.get(place)
    if (known !== undefined) return known
    const symbol = this.anySymbol()
    this.strip.set(place, symbol)
    return symbol
  }

  /** What rushes by is scenery: it has no bearing on what lands. */
  private anySymbol(): number {
    return this.scenery[Math.floor(Math.random() * this.scenery.length)] ?? 0
  }

  private forget(): void {
    for (const place of this.strip.keys()) {
      if (place < Math.floor(this.position) - 1) this.strip.delete(place)
    }
  }
}
