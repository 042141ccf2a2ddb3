// Owns how many ways a board has. Pure; it must never calculate what they pay.

import type { Grid } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'

/**
 * One symbol of each column in any row: the product of the column lengths. Null if the game does
 * not pay by ways.
 */
export function waysOf({ winsBy }: Pick<GameView, 'winsBy'>, grid: Grid): number | null {
  if (winsBy !== 'ways' || grid.length === 0) return null
  return grid.reduce((product, column) => product * column.length, 1)
}
