// Owns the shape of a cell: how much taller or wider than square the cells of a board may be. Pure;
// it must never depend on a window.

import type { GameView } from '../../../src/wire/play-game.ts'

/** Height over width of a cell in a wide window, where height is short. */
const TALLEST_WIDE = 1.22
/**
 * Height over width of a whole board in portrait, where width is short: of a screen of 390 x 844
 * px, reels that are 375 px wide take 55 % of its height at 1.24.
 */
const TALLEST_BOARD = 1.3
/**
 * Symbols that fall have no card behind them, and their frames have a socket for each cell: in
 * still taller ones they would seem lost. The reels of six columns and five rows take half of the
 * height of a screen of 390 x 844 px with it; the width of the screen bounds them.
 */
const TALLEST_WITHOUT_CARD = 1.36
/** From this height over width on, a cell shows a card behind its symbol. */
const CARD_FROM = 1.35
/** Columns of few, tall cells may be wider than the flattest cells are high. */
const WIDEST_FLAT_CELL = 1.45

type Shaped = Pick<GameView, 'layout' | 'mechanics'>

export interface CellShape {
  /** Maximum height over width. */
  tallest: number
  /** Maximum width over height. */
  widest: number
}

export function cellShape(game: Shaped, isUpright: boolean): CellShape {
  const { columns, rows } = game.layout
  const upright = (TALLEST_BOARD * columns) / rows
  const most = mayHaveCards(game) ? upright : Math.min(upright, TALLEST_WITHOUT_CARD)
  return {
    tallest: isUpright ? most : TALLEST_WIDE,
    widest: variesInHeight(game) ? WIDEST_FLAT_CELL : 1,
  }
}

/** Whether columns may differ in length, so that cells differ in height. */
export function variesInHeight({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return mechanics.includes('variable-ways')
}

/** Whether cells of this size, in any unit, show cards behind their symbols. */
export function hasCards(
  game: Pick<GameView, 'mechanics'>,
  width: number,
  height: number,
): boolean {
  return mayHaveCards(game) && height >= width * CARD_FROM
}

function mayHaveCards({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return !mechanics.includes('cascades')
}
