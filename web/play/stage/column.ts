// Owns one column of the board: a strip that rolls and stops, or symbols that fall. It must never
// decide what lands; final symbols are always given. Its cells share the board's height: the fewer
// symbols it shows, the taller they are.

import { Container, Sprite } from 'pixi.js'
import type { Cards } from './cards.ts'
import { BLUR_UNITS, FRAME_UNITS, type SymbolAtlas } from './symbol-atlas.ts'

export interface ColumnSize {
  width: number
  /** Height of all its cells together. */
  height: number
}

/** Symbols between the last visible and the landing ones, so that no visible symbol is replaced. */
const LEAD_CELLS = 2
/** Share of its cell that a symbol fills. */
const FILL = 0.97

/** Side of the square in which a symbol is shown. */
export function fitSymbol(cellWidth: number, cellHeight: number): number {
  return Math.floor(Math.min(cellWidth, cellHeight) * FILL)
}

export class Column {
  readonly view = new Container()
  /** Its symbols at rest, top to bottom. */
  symbols: number[]
  private readonly mostRows: number
  private readonly atlas: SymbolAtlas
  private readonly scenery: readonly number[]
  private readonly sprites: Sprite[] = []
  /** Behind the symbols, one for each. */
  private readonly cards: Sprite[] = []
  private readonly deck: Cards
  /** Symbols by their position on the endless strip; position 0 starts in the bottom row. */
  private readonly strip = new Map<number, number>()
  private readonly offsets: number[]
  private position = 0
  private from = 0
  private target = 0
  /** Cells that fill the height now; fractional while the column stops. */
  private shownRows: number
  private rowsBefore: number
  private size: ColumnSize = { width: 1, height: 1 }

  /** `rows` is the number of cells it starts with, `mostRows` the most it can ever show. */
  constructor(
    rows: number,
    mostRows: number,
    atlas: SymbolAtlas,
    deck: Cards,
    scenery: readonly number[],
  ) {
    this.mostRows = mostRows
    this.shownRows = rows
    this.rowsBefore = rows
    this.atlas = atlas
    this.deck = deck
    this.scenery = scenery
    this.symbols = Array.from({ length: rows }, () => this.anySymbol())
    this.offsets = Array.from({ length: mostRows }, () => 0)
    for (const sprites of [this.cards, this.sprites]) {
      for (let index = 0; index <= mostRows; index++) {
        sprites.push(this.view.addChild(new Sprite({ anchor: 0.5 })))
      }
    }
    this.put(this.symbols)
  }

  get rows(): number {
    return this.symbols.length
  }

  get cellHeight(): number {
    return this.size.height / this.rows
  }

  /** Side of the square in which its symbols are shown. */
  get symbolSize(): number {
    return fitSymbol(this.size.width, this.cellHeight)
  }

  resize(size: ColumnSize): void {
    this.size = size
    this.show()
  }

  /** Places symbols at rest. */
  put(symbols: readonly number[]): void {
    this.symbols = symbols.slice(0, this.mostRows)
    this.shownRows = this.rows
    this.position = 0
    this.strip.clear()
    this.symbols.forEach((symbol, row) => {
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

  /** Rolls by a number of cells (negative: winds up). */
  roll(cells: number): void {
    this.position += cells
    this.forget()
    this.show(cells > 0.12)
  }

  /** Prepares the strip so that it comes to rest on these symbols. */
  aim(symbols: readonly number[]): void {
    this.rowsBefore = this.shownRows
    this.symbols = symbols.slice(0, this.mostRows)
    this.from = this.position
    this.target = Math.ceil(this.position) + this.mostRows + LEAD_CELLS
    this.symbols.forEach((symbol, row) => {
      this.strip.set(this.target + this.rows - 1 - row, symbol)
    })
  }

  /** Moves between the aim's start (0) and rest (1); an ease may overshoot. */
  settle(t: number): void {
    const before = this.position
    this.position = this.from + (this.target - this.from) * t
    this.shownRows = this.rowsBefore + (this.rows - this.rowsBefore) * Math.min(1, t)
    this.show(this.position - before > 0.3)
  }

  /** Shifts rows by cells from their position, for falling. */
  shift(row: number, cells: number): void {
    this.offsets[row] = cells
  }

  show(blurred = false): void {
    const bottom = Math.floor(this.position)
    const { width, height } = this.size
    const cellHeight = height / this.shownRows
    const side = (FRAME_UNITS * fitSymbol(width, cellHeight)) / 100
    this.sprites.forEach((sprite, index) => {
      const above = bottom + index - this.position
      const texture = this.atlas.texture(this.symbolAt(bottom + index), blurred)
      if (sprite.texture !== texture) sprite.texture = texture
      sprite.setSize(side, blurred ? (side * BLUR_UNITS) / FRAME_UNITS : side)
      const offset = this.offsets[this.rows - 1 - index] ?? 0
      sprite.x = width / 2
      sprite.y = height - (above - offset + 0.5) * cellHeight
      sprite.visible = above < this.shownRows
      this.showCard(index, cellHeight, blurred)
    })
  }

  private showCard(index: number, cellHeight: number, blurred: boolean): void {
    const { visible, position } = this.sprites[index]!
    const card = this.cards[index]!
    const symbol = this.symbolAt(Math.floor(this.position) + index)
    const texture = visible ? this.deck.texture(symbol, blurred) : null
    card.visible = texture !== null
    if (texture === null) return
    card.texture = texture
    card.setSize(this.size.width, cellHeight)
    card.position.copyFrom(position)
  }

  private symbolAt(place: number): number {
    const known = this.strip.get(place)
    if (known !== undefined) return known
    const symbol = this.anySymbol()
    this.strip.set(place, symbol)
    return symbol
  }

  /** Symbols that rush by are scenery: they have no bearing on what lands. */
  private anySymbol(): number {
    return this.scenery[Math.floor(Math.random() * this.scenery.length)] ?? 0
  }

  private forget(): void {
    for (const place of this.strip.keys()) {
      if (place < Math.floor(this.position) - 1) this.strip.delete(place)
    }
  }
}
