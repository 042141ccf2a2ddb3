// Owns the reels of a round as they are shown: started, stopped, refilled, and their anticipation.
// It must never calculate what a win pays.

import type { Cell, Grid, SymbolRole } from '../../../src/games/engine/contract.ts'
import { waysOf } from '../features/game-facts.ts'
import { NORMAL } from '../stage/pace.ts'
import type { BeatOf } from './beats.ts'
import type { Scene } from './scene.ts'

/** From this many scatters on the board, the remaining columns build anticipation. */
const SCATTERS_TO_WAIT = 2

export class Reels {
  private readonly scene: Scene
  private moving = false
  private cascades = 0
  /** Columns that stay while the others spin. */
  private held: ReadonlySet<number> = new Set()
  /** Frames show which columns are held; without them these glow. */
  private framed = false
  /** The result is not expected soon: the reels idle. */
  private waiting = false

  constructor(scene: Scene) {
    this.scene = scene
    this.emitStops()
    this.countWays(scene.stage.board.columns.map(({ symbols }) => symbols))
  }

  start(isFirst: boolean): void {
    this.moving = true
    this.cascades = 0
    this.scene.moments.emit({ kind: 'reelsStart', motion: this.scene.motion, isFirst })
    const { board, anticipation } = this.scene.stage
    board.start(this.scene.motion, this.scene.pace, this.held)
    if (this.held.size > 0 && !this.framed) anticipation.light([...this.held], this.scene.calm)
    board.setIdling(this.waiting)
  }

  /** These columns stay in the spins that follow; none: all spin again. */
  hold(columns: readonly number[], framed = false): void {
    this.held = new Set(columns)
    this.framed = framed
  }

  /** The result is late, or will not come. */
  setWaiting(waiting: boolean): void {
    if (this.waiting === waiting) return
    this.waiting = waiting
    this.scene.stage.board.setIdling(waiting && this.moving)
  }

  /** Returns to the last symbols. */
  async settleBack(): Promise<void> {
    if (!this.moving) return
    this.moving = false
    await this.scene.stage.board.settleBack(this.scene.motion, () => this.scene.pace)
  }

  /** Something else is put on the board: there is nothing left to stop. */
  forget(): void {
    this.moving = false
  }

  put(grid: Grid): void {
    this.scene.stage.board.put(grid)
    this.countWays(grid)
  }

  /** Stops the reels on the grid of the beat; starts them first if they are at rest. */
  async land(beat: BeatOf<'reels'>): Promise<void> {
    const { stage, motion } = this.scene
    stage.highlights.clear()
    if (!this.moving) {
      this.scene.hurried = false
      this.start(beat.cause === 'spin')
    }
    await stage.board.land(
      beat.grid,
      motion,
      () => this.scene.pace,
      this.anticipatedStops(beat.grid),
    )
    this.moving = false
    this.countWays(beat.grid)
  }

  async cascade(beat: BeatOf<'cascade'>): Promise<void> {
    const { stage, motion, pace } = this.scene
    stage.highlights.clear()
    this.cascades += 1
    this.scene.moments.emit({ kind: 'cascadeStep', step: this.cascades })
    for (const cell of beat.removed) this.scene.burst(cell)
    const columns = this.anticipated(beat.removed)
    const isAnticipated = columns.length > 0 && pace.anticipationMs > 0
    if (isAnticipated) this.light(columns)
    const fallMs = pace.fallMs * (isAnticipated ? 1.7 : 1)
    await stage.board.cascade(beat.removed, beat.grid, motion, { ...pace, fallMs })
    if (isAnticipated) stage.board.onAnticipation(null)
    this.countWays(beat.grid)
  }

  /** Emits every stop of a column, and every scatter that stops with it. */
  private emitStops(): void {
    const { stage, game, moments } = this.scene
    const { board } = stage
    let scatters = 0
    board.onStop = column => {
      if (column === 0) scatters = 0
      moments.emit({ kind: 'reelStop', column, of: board.columns.length })
      for (const [row, symbol] of board.columns[column]!.symbols.entries()) {
        const role = game.symbols[symbol]?.role
        if (this.scene.pace === NORMAL && !this.scene.calm && isLively(role))
          board.pop([column, row])
        if (!isScatter(role)) continue
        scatters += 1
        moments.emit({ kind: 'scatterLand', nth: scatters, column })
      }
    }
    board.onAnticipation = column => {
      if (column === null) stage.anticipation.out()
      else stage.anticipation.light([column], this.scene.calm)
      moments.emit(column === null ? { kind: 'anticipationEnd' } : { kind: 'anticipation', column })
    }
  }

  /** Columns after the second scatter build anticipation. */
  private anticipatedStops(grid: Grid): boolean[] {
    const { motion, game } = this.scene
    let seen = 0
    return grid.map(column => {
      const wait = seen >= SCATTERS_TO_WAIT && motion !== 'calm'
      const roles = column.map(id => game.symbols[id]?.role)
      seen += roles.filter(isScatter).length
      return wait
    })
  }

  private light(columns: readonly number[]): void {
    this.scene.stage.anticipation.light(columns, this.scene.calm)
    this.scene.moments.emit({ kind: 'anticipation', column: columns[0]! })
  }

  /** Columns that are refilled while two scatters are on the board. */
  private anticipated(removed: readonly Cell[]): number[] {
    const { stage, game } = this.scene
    const lying = stage.board.columns.flatMap(({ symbols }) =>
      symbols.filter(symbol => isScatter(game.symbols[symbol]?.role)),
    )
    return lying.length < SCATTERS_TO_WAIT ? [] : [...new Set(removed.map(([column]) => column))]
  }

  private countWays(grid: Grid): void {
    this.scene.panel.setWays(waysOf(this.scene.game, grid))
  }
}

/** Symbols that jump when they land. */
function isLively(role: SymbolRole | undefined): boolean {
  return role === 'wild' || role === 'cash' || isScatter(role)
}

export function isScatter(role: SymbolRole | undefined): boolean {
  return role === 'scatter' || role === 'wildScatter'
}
