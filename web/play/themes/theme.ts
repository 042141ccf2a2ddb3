// Owns what a theme is: colours for the page, a style of motion, and drawings. It must never hold
// rules of a game; a theme only defines the look of symbol ids.

import type { Container } from 'pixi.js'
import type { Frame, FrameColors } from '../art/frames.ts'
import type { Size } from '../art/paint.ts'

export interface ThemeColors {
  /** Buttons and highlights. */
  accent: string
  accentDeep: string
  /** Panels over the background. */
  panel: string
  /** Light of winning cells, lines and banners. */
  glow: string
  /** Letters of the logo and of banners, top to bottom. */
  titleTop: string
  titleBottom: string
  titleEdge: string
  /** Fills the page around the canvas. */
  ground: string
}

export interface Theme {
  colors: ThemeColors
  /** Reels that spin, or symbols that fall out and drop in. */
  motion: 'spin' | 'drop'
  /** The reels are light: losing symbols fade into them, where they darken on others. */
  lightReels?: true
  /**
   * Draws a symbol around (0, 0) in 100 x 100 units; null for an id that the theme does not have.
   */
  drawSymbol(id: string): Container | null
  drawBackground(size: Size): Container
  frame: FrameColors
  /** Adds what sits on the frame or in its cells. */
  dressFrame?(frame: Frame, board: Size, columns: number, rows: number): void
  /** What rains on a big win, in 100 x 100 units. */
  drawTokens(): readonly Container[]
}
