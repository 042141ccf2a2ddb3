// Owns what a theme is: colours for the page, a style of motion, and pictures. It must never hold
// rules of a game; a theme only defines the look of symbol ids.

import type { ArtPack } from 'art:*'
import type { Figures } from 'figures:*'
import type { OpenActs } from '../stage/acts.ts'
import type { OpenShow } from '../stage/big-win.ts'
import type { Art, Backgrounds, PlaceFiles } from '../stage/pictures.ts'
import type { OpenChange } from '../stage/scene-change.ts'
import type { Drift, Mood } from './mood.ts'

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

/** What the page loads for a game's feature once it is ready. */
export interface FeatureLook {
  openChange: OpenChange
  places: PlaceFiles
  /** Background effects by the option that leads to a place; else those of the mood. */
  air?: Readonly<Record<string, readonly Drift[]>>
  sign: Sign
}

/** What the first and the last card of a feature are lettered on. */
export interface Sign {
  /** The text of an SVG file. */
  svg: string
  /**
   * Puts it behind the words of a card.
   * @param portray draws a symbol or figure of the game
   * @param isQuick it is in its place soon
   */
  dress(host: HTMLElement, portray: (name: string) => HTMLCanvasElement, isQuick: boolean): void
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
  /**
   * The places and the sign of its feature, loaded once the page is ready; without them the base
   * game's picture is shaded and cards are plates.
   */
  feature?(): Promise<{ look: FeatureLook }>
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
