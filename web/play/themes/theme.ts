// Owns what a theme is: colours for the page, a style of motion, and pictures. It must never hold
// rules of a game; a theme only defines the look of symbol ids.

import type { ArtPack } from 'art:*'
import type { Figures } from 'figures:*'
import type { OpenActs } from '../stage/acts.ts'
import type { OpenShow } from '../stage/big-win.ts'
import type { Art, Backgrounds } from '../stage/pictures.ts'
import type { Mood } from './mood.ts'

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

interface Look {
  colors: ThemeColors
  /** Reels that spin, or symbols that fall out and drop in. */
  motion: 'spin' | 'drop'
  /** The reels are light: losing symbols fade into them, where they darken on others. */
  lightReels?: true
  mood: Mood
  /** What the options of its choice look like, in their order: names of figures. */
  moods?: readonly string[]
  /** The show of its big wins, which the page loads once it is ready; without it light is shown. */
  bigWin?(): Promise<{ figures: Figures; open: OpenShow }>
  /** What its features show on the stage, with the figures of the big win; loaded with it. */
  acts?(): Promise<{ openActs: OpenActs }>
}

/** A theme as its file has it. */
export interface ThemeSource extends Look {
  art: ArtPack
  backgrounds: Backgrounds
  /** What rains on a big win: names of its tokens or symbols; a name given twice is as frequent. */
  tokens: readonly string[]
}

/** A theme whose pictures can be drawn. */
export interface Theme extends Look {
  art: Art
}
