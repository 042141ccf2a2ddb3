// Owns how many ways a board has. Pure; it must never know what pays on them.

import type { Grid } from '../../src/games/engine/contract.ts'
import type { GameView } from '../../src/wire/play.ts'

/** One symbol of each column in any row: the product of their lengths. Null where ways do not pay. */
export function waysOf({ winsBy }: Pick<GameView, 'winsBy'>, grid: Grid): number | null {
  if (winsBy !== 'ways' || grid.length === 0) return null
  return grid.reduce((product, column) => product * column.length, 1)
}
