// Owns the shape of a cell: how much taller or wider than square the cells of a board may be. Pure;
// it must never depend on a window.

import type { GameView } from '../../../src/wire/play-game.ts'

/** In a wide window height is short; in portrait it is width, and few rows may be spaced apart. */
const TALLEST = { wide: 1.22, upright: { few: 1.4, some: 1.28, many: 1.14 } }
/** Columns of few, tall cells may be wider than the flattest cells are high. */
const WIDEST_FLAT_CELL = 1.45

export interface CellShape {
  /** Maximum height over width. */
  tallest: number
  /** Maximum width over height. */
  widest: number
}

export function cellShape(
  game: Pick<GameView, 'layout' | 'mechanics'>,
  isUpright: boolean,
): CellShape {
  const { few, some, many } = TALLEST.upright
  const { rows } = game.layout
  const upright = rows <= 3 ? few : rows === 4 ? some : many
  return {
    tallest: isUpright ? upright : TALLEST.wide,
    widest: variesInHeight(game) ? WIDEST_FLAT_CELL : 1,
  }
}

/** Whether columns may differ in length, so that cells differ in height. */
export function variesInHeight({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return mechanics.includes('variable-ways')
}
