// Owns the reels: spinning, landing, falling and vanishing, column by column. It must never choose
// a symbol that stays; everything that comes to rest is given by the round's events.

import { Container, Sprite, type Texture } from 'pixi.js'
import type { Cell, Grid } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import { type Animator, easeIn, easeOut, easeOutBack, easeOutBounce } from './animator.ts'
import type { Cards } from './cards.ts'
import { variesInHeight } from './cell-shape.ts'
import { Column } from './column.ts'
import type { Pace } from './pace.ts'
import type { SymbolAtlas } from './symbol-atlas.ts'

export type Motion = 'spin' | 'drop' | 'calm'

/** Width of a column, height of the board, and the side of a symbol in its shortest cells. */
export interface BoardSize {
  column: number
  height: number
  symbol: number
}

/** Cells per millisecond at full speed. */
const SPEED = 0.03
/** While other columns are held, the free ones spin faster. */
const HELD_HASTE = 1.6
const WIND_UP_MS = 110
const SPEED_UP_MS = 230
/**
 * Share of the full speed while the time of the result is unknown; and the time to slow down to it.
 */
const IDLE_SHARE = 0.07
const SLOW_DOWN_MS = 350
/** Opacity of the last board, for boards whose reels cannot idle. */
const IDLE_ALPHA = 0.4
const POP_MS = 420

export class Board {
  /** Symbols roll in and out at its edges, so it must be shown through a mask of its size. */
  readonly view = new Container()
  readonly columns: readonly Column[]
  /** Called when a column has come to rest after a spin or a drop. */
  onStop: (column: number) => void = () => {}
  /** Called when the whole board has come to rest on new symbols. */
  onRest: () => void = () => {}
  /**
   * Called when a column keeps spinning to build anticipation, and with null when no column does.
   */
  onAnticipation: (column: number | null) => void = () => {}
  private readonly animator: Animator
  private readonly cards: Cards
  private readonly rolling = new Set<Column>()
  /** Columns that stay in the present spin. */
  private held: ReadonlySet<number> = new Set()
  private size: BoardSize = { column: 1, height: 1, symbol: 1 }
  private startedMs = 0
  private stopRolling: (() => void) | null = null
  private emptied: Promise<unknown> = Promise.resolve()
  private before: Grid = []
  private motion: Motion = 'spin'
  private idling = false
  /** Current speed of the reels, as a share of the full speed. */
  private share = 1

  constructor(
    game: Pick<GameView, 'layout' | 'symbols' | 'mechanics'>,
    atlas: SymbolAtlas,
    cards: Cards,
    animator: Animator,
  ) {
    const { columns, rows } = game.layout
    this.animator = animator
    this.cards = cards
    const scenery = sceneryOf(game.symbols)
    const varies = variesInHeight(game)
    this.columns = Array.from({ length: columns }, (_, index) => {
      const first = varies ? rows - 1 - (index % 2) : rows
      return new Column(first, rows, atlas, cards, scenery)
    })
    for (const column of this.columns) this.view.addChild(column.view)
  }

  resize(size: BoardSize): void {
    this.size = size
    this.columns.forEach((column, index) => {
      column.view.x = index * size.column
      column.resize({ width: size.column, height: size.height })
    })
  }

  center([column, row]: Cell): { x: number; y: number } {
    const cellHeight = this.columns[column]?.cellHeight ?? 0
    return { x: (column + 0.5) * this.size.column, y: (row + 0.5) * cellHeight }
  }

  /** The middle of these cells. */
  middleOf(cells: readonly Cell[]): { x: number; y: number } {
    const points = cells.map(cell => this.center(cell))
    const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
    return { x: sum.x / points.length, y: sum.y / points.length }
  }

  /** The card of a symbol at its cell, to be shown over the reels; null: it has none. */
  cardAt(cell: Cell, symbol = this.symbolAt(cell)): Sprite | null {
    return this.overCell(cell, this.cards.texture(symbol))
  }

  /** A white rim around a card; null: the cell has no card. */
  rimAt(cell: Cell): Sprite | null {
    return this.overCell(cell, this.cards.rim)
  }

  private overCell(cell: Cell, texture: Texture | null): Sprite | null {
    if (texture === null) return null
    const { width, height } = this.cellBox(cell)
    const sprite = new Sprite({ texture, anchor: 0.5, ...this.center(cell) })
    sprite.setSize(width, height)
    return sprite
  }

  /** The whole cell, edge to edge. */
  cellBox(cell: Cell): { x: number; y: number; width: number; height: number } {
    const { x, y } = this.center(cell)
    const [width, height] = [this.size.column, this.columns[cell[0]]?.cellHeight ?? 0]
    return { x: x - width / 2, y: y - height / 2, width, height }
  }

  get height(): number {
    return this.size.height
  }

  get columnWidth(): number {
    return this.size.column
  }

  /** Side of a symbol in the shortest cells; `symbolSize` is that of one cell. */
  get smallestSymbol(): number {
    return this.size.symbol
  }

  symbolSize([column]: Cell): number {
    return this.columns[column]?.symbolSize ?? this.size.symbol
  }

  symbolAt([column, row]: Cell): number {
    return this.columns[column]?.symbols[row] ?? 0
  }

  put(grid: Grid): void {
    this.columns.forEach((column, index) => {
      column.put(grid[index] ?? column.symbols)
    })
    this.animator.requestDraw()
    this.onRest()
  }

  /**
   * Starts everything moving before the result is known. In a spin, but not in a drop, the columns
   * `held` stay.
   */
  start(motion: Motion, pace: Pace, held: ReadonlySet<number> = new Set()): void {
    this.held = held
    this.before = this.columns.map(column => column.symbols)
    this.startedMs = performance.now()
    this.motion = motion
    this.idling = false
    if (motion === 'spin') this.startRolling(pace)
    else if (motion === 'drop') this.emptied = this.fallOut(pace)
    else this.emptied = this.fade(1, 0.25, 120)
  }

  /**
   * The result is late: spinning reels idle slowly, an empty board dimly shows its last symbols.
   */
  setIdling(idling: boolean): void {
    if (this.idling === idling) return
    this.idling = idling
    if (idling && this.motion === 'drop') {
      this.emptied = this.emptied.then(() => this.showBefore())
    }
  }

  private async showBefore(): Promise<void> {
    if (!this.idling) return
    this.put(this.before)
    await this.fade(0, IDLE_ALPHA, 300)
  }

  /** Brings the board to rest on a grid; `suspense` marks the columns that build anticipation. */
  async land(
    grid: Grid,
    motion: Motion,
    pace: () => Pace,
    suspense: readonly boolean[],
  ): Promise<void> {
    if (motion === 'spin') return this.landRolling(grid, pace, suspense)
    await this.emptied
    this.idling = false
    if (motion === 'drop') {
      this.view.alpha = 1
      return this.dropIn(grid, pace, suspense)
    }
    this.put(grid)
    await this.fade(0.25, 1, 160)
  }

  /** Comes to rest as before: the round did not take place. */
  async settleBack(motion: Motion, pace: () => Pace): Promise<void> {
    await this.land(this.before, motion, pace, [])
  }

  /** The cells vanish, what is above falls, new symbols drop in. */
  async cascade(removed: readonly Cell[], grid: Grid, motion: Motion, pace: Pace): Promise<void> {
    await this.vanish(removed, pace.vanishMs)
    if (motion === 'calm') return this.put(grid)
    const falls = this.columns.map((column, index) => {
      const gone = removed.filter(([c]) => c === index).map(([, row]) => row)
      return gone.length === 0 ? null : this.fall(column, gone, grid[index]!, pace.fallMs)
    })
    await Promise.all(falls)
    this.put(grid)
  }

  /** A symbol expands from its cell until it fills its columns. */
  async expand(
    symbol: number,
    columns: readonly number[],
    grid: Grid,
    motion: Motion,
    pace: Pace,
  ): Promise<void> {
    if (motion === 'calm') return this.put(grid)
    const growths = columns.map((index, order) =>
      this.grow(this.columns[index]!, symbol, grid[index]!, order * pace.gapMs, pace.expandMs),
    )
    await Promise.all(growths)
    this.put(grid)
  }

  /** A special symbol has landed: it jumps. */
  pop([column, row]: Cell): void {
    const sprite = this.columns[column]?.sprite(row)
    if (sprite === undefined) return
    const full = sprite.scale.x
    void this.animator.run(POP_MS, t => {
      if (this.rolling.has(this.columns[column]!)) return
      sprite.scale.set(full * (1 + 0.24 * Math.sin(t * Math.PI) * (1 - t * 0.4)))
    })
  }

  private startRolling(pace: Pace): void {
    this.stopRolling?.()
    for (const [index, column] of this.columns.entries()) {
      if (!this.held.has(index)) this.rolling.add(column)
    }
    const windUpMs = pace.gapMs === 0 ? 0 : WIND_UP_MS
    let elapsedMs = 0
    this.share = 1
    this.stopRolling = this.animator.loop(frameMs => {
      elapsedMs += frameMs
      const wanted = this.idling ? IDLE_SHARE : 1
      this.share += (wanted - this.share) * Math.min(1, frameMs / SLOW_DOWN_MS)
      const held = this.held.size > 0 ? HELD_HASTE : 1
      const speed = rollingSpeed(elapsedMs, windUpMs) * this.share * held
      for (const column of this.rolling) column.roll(speed * frameMs)
    })
  }

  private async landRolling(
    grid: Grid,
    pace: () => Pace,
    suspense: readonly boolean[],
  ): Promise<void> {
    await this.animator.wait(pace().leadMs - (performance.now() - this.startedMs))
    const stops: Promise<void>[] = []
    for (const [index, column] of this.columns.entries()) {
      if (this.held.has(index)) continue
      if (index > 0) await this.animator.wait(pace().gapMs)
      if (suspense[index] === true && pace().anticipationMs > 0) {
        await Promise.all(stops)
        this.onAnticipation(index)
        await this.animator.wait(pace().anticipationMs)
      }
      stops.push(this.stopColumn(column, grid[index] ?? column.symbols, pace()))
    }
    await Promise.all(stops)
    this.onAnticipation(null)
    this.stopRolling?.()
    this.stopRolling = null
    this.onRest()
  }

  private async stopColumn(column: Column, symbols: readonly number[], pace: Pace): Promise<void> {
    this.rolling.delete(column)
    column.aim(symbols)
    await this.animator.run(pace.settleMs, t => column.settle(t), easeOutBack)
    column.put(symbols)
    this.onStop(this.columns.indexOf(column))
  }

  private async fallOut(pace: Pace): Promise<void> {
    await this.eachRow(pace, easeIn, (t, column, row) => {
      column.shift(row, t * (column.rows + 0.6))
    })
  }

  /** Columns with anticipation come after the others, one at a time. */
  private async dropIn(grid: Grid, pace: () => Pace, suspense: readonly boolean[]): Promise<void> {
    this.put(grid)
    const all = this.columns.map((_, index) => index)
    const late = all.filter(index => suspense[index] === true && pace().anticipationMs > 0)
    for (const index of late) this.lift(this.columns[index]!)
    const fall = (columns: readonly number[]) =>
      this.eachRow(
        pace(),
        easeOutBounce,
        (t, column, row) => column.shift(row, (t - 1) * (column.rows + 0.6)),
        columns,
        this.onStop,
      )
    await fall(all.filter(index => !late.includes(index)))
    for (const index of late) {
      this.onAnticipation(index)
      await this.animator.wait(pace().anticipationMs * 0.6)
      await fall([index])
    }
    if (late.length > 0) this.onAnticipation(null)
    this.put(grid)
  }

  /** Out of sight, above the board. */
  private lift(column: Column): void {
    for (let row = 0; row < column.rows; row++) column.shift(row, -(column.rows + 0.6))
    column.show()
  }

  /** Moves every row of these columns, the lower rows and the left columns first. */
  private async eachRow(
    pace: Pace,
    ease: (t: number) => number,
    move: (t: number, column: Column, row: number) => void,
    columns: readonly number[] = this.columns.map((_, index) => index),
    moved: (column: number) => void = () => {},
  ): Promise<void> {
    const gapMs = pace.gapMs * 0.32
    const rowGapMs = pace.gapMs * 0.16
    const runs = columns.map(async (index, order) => {
      const column = this.columns[index]!
      const delayMs = order * gapMs
      const wholeMs = delayMs + (column.rows - 1) * rowGapMs + pace.fallMs
      await this.animator.run(wholeMs, t => {
        for (let row = 0; row < column.rows; row++) {
          const sinceMs = t * wholeMs - delayMs - (column.rows - 1 - row) * rowGapMs
          move(ease(Math.max(0, Math.min(1, sinceMs / pace.fallMs))), column, row)
        }
        column.show()
      })
      moved(index)
    })
    await Promise.all(runs)
  }

  private async vanish(removed: readonly Cell[], durationMs: number): Promise<void> {
    const sprites = removed.map(([column, row]) => this.columns[column]!.sprite(row))
    const full = sprites.map(sprite => sprite.scale.x)
    await this.animator.run(
      durationMs,
      t => {
        const swell = t < 0.3 ? 1 + t * 0.5 : 1.15 * (1 - (t - 0.3) / 0.7)
        sprites.forEach((sprite, index) => {
          sprite.scale.set(full[index]! * Math.max(0.01, swell))
          sprite.alpha = t < 0.3 ? 1 : 1 - (t - 0.3) / 0.7
        })
      },
      easeOut,
    )
    for (const sprite of sprites) sprite.alpha = 0
  }

  /**
   * One column after its cells were removed: survivors keep their order, new symbols come from
   * above.
   */
  private async fall(
    column: Column,
    gone: readonly number[],
    symbols: readonly number[],
    durationMs: number,
  ): Promise<void> {
    const kept = Array.from({ length: column.rows }, (_, row) => row).filter(
      row => !gone.includes(row),
    )
    const cameFrom = symbols.map((_, row) =>
      row < gone.length ? row - gone.length : kept[row - gone.length]!,
    )
    column.put(symbols)
    await this.animator.run(
      durationMs,
      t => {
        cameFrom.forEach((from, row) => {
          column.shift(row, (from - row) * (1 - t))
        })
        column.show()
      },
      easeOutBounce,
    )
  }

  /** Rows that take on the symbol slide out of the nearest row that had it. */
  private async grow(
    column: Column,
    symbol: number,
    symbols: readonly number[],
    delayMs: number,
    durationMs: number,
  ): Promise<void> {
    const roots = column.symbols.flatMap((found, row) => (found === symbol ? [row] : []))
    await this.animator.wait(delayMs)
    column.put(symbols)
    await this.animator.run(
      durationMs,
      t => {
        symbols.forEach((_, row) => {
          column.shift(row, (nearest(roots, row) - row) * (1 - t))
        })
        column.show()
      },
      easeOutBack,
    )
  }

  private fade(from: number, to: number, durationMs: number): Promise<void> {
    return this.animator.run(durationMs, t => {
      this.view.alpha = from + (to - from) * t
    })
  }
}

/** What is on the board before the first round and rushes by in a spin: ordinary symbols. */
function sceneryOf(symbols: GameView['symbols']): number[] {
  const ordinary = symbols.flatMap(({ role }, index) => (role === 'regular' ? [index] : []))
  return ordinary.length > 0 ? ordinary : symbols.map((_, index) => index)
}

function nearest(rows: readonly number[], row: number): number {
  const sorted = [...rows].sort((a, b) => Math.abs(a - row) - Math.abs(b - row))
  return sorted[0] ?? row
}

/** A short pull back, then up to speed. */
function rollingSpeed(elapsedMs: number, windUpMs: number): number {
  if (elapsedMs < windUpMs) return -0.0025
  return SPEED * Math.min(1, (elapsedMs - windUpMs + 40) / SPEED_UP_MS)
}
