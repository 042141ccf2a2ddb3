// Owns what a game's features may show on the stage beside the board, and what they are given for
// it. A theme has the acts; the page loads them once it is ready. It must never hold rules.

import type { Container, Texture } from 'pixi.js'
import type { Cell, Grid } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import type { Animator } from './animator.ts'
import type { BigWin } from './big-win.ts'
import type { Board } from './board.ts'
import type { ImpactLights } from './impacts.ts'
import type { Pace } from './pace.ts'
import type { Size } from './pictures.ts'
import type { SymbolAtlas } from './symbol-atlas.ts'

export interface Point {
  x: number
  y: number
}

/** The reels in the window, in CSS pixels. */
export interface ReelsPlace extends Point, Size {
  window: Size
}

export interface ActTools {
  board: Board
  atlas: SymbolAtlas
  animator: Animator
  lights: ImpactLights & { beam: Texture }
  /** Light of the theme. */
  color: string
  /** The player prefers reduced motion. */
  calm: boolean
  /** Seen through the opening of the frame, over the symbols; from the top left of the reels. */
  within: Container
  /** Over the table, in window pixels. */
  over: Container
  /** A scene over the whole window. */
  scene: BigWin
  symbols: GameView['symbols']
  /** A figure or a symbol at this width in CSS pixels; the caller destroys its texture. */
  picture(name: string, px: number): { texture: Texture; origin: Point }
  /** Moves the table for a moment. @param px how far */
  shake(px: number): void
}

/** Coins that are held. */
export interface Coins {
  /**
   * A coin falls into its cell and hits it after this time.
   * @param coin (0, 0) is the middle of its cell
   * @param weight 0 to 1: its value among all coins
   */
  slam(coin: Container, cell: Cell, weight: number, durationMs: number): Promise<void>
  /** It leaps out of its cell and falls back. */
  leap(coin: Container, cell: Cell, durationMs: number): Promise<void>
  /** It turns over and over, and shows its face at the end. */
  turnOver(coin: Container, cell: Cell, durationMs: number): Promise<void>
}

/** The symbol that fills its columns. */
export interface Expansion {
  /**
   * Pages turn until one shows this symbol, which comes out of it and stays until `close`. With
   * reduced motion it is a still picture.
   */
  choose(symbol: number, durationMs: number): Promise<void>
  close(): Promise<void>
  expand(symbol: number, columns: readonly number[], grid: Grid, pace: Pace): Promise<void>
}

/** The multiplier of a feature, as a thing in its scene. */
export interface Multiplier {
  /** Shows it at once; null: it leaves. */
  show(text: string | null): void
  grow(text: string, durationMs: number): Promise<void>
  /** It flies to a point of the window and comes back. Resolves when it hits. */
  strike(at: Point, durationMs: number): Promise<void>
}

export interface Acts {
  coins?: Coins
  expansion?: Expansion
  multiplier?: Multiplier
  place(reels: ReelsPlace): void
  /** Removes everything that passes. */
  clear(): void
  /** Slow machines draw less. */
  spare(): void
}

export type OpenActs = (tools: ActTools) => Acts
