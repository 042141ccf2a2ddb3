// Owns when the cells of a respin stop and coins hit them, and how hard. Pure; it must never choose
// what lands.

import type { Cell, Grid } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'

/** A coin that lands: when it hits its cell, in ms from the beginning of the respin. */
export interface Landing {
  cell: Cell
  symbol: number
  hitsAtMs: number
}

/** Each column spins this share of a respin longer than the one before. */
const COLUMN_DELAY = 0.09
/** Of the time of a respin: the least time between two hits. */
const HIT_GAP = 0.16

/** When the drums of a column stop, as a share of the respin. */
export function stopOf(column: number, columns: number): number {
  return 1 - COLUMN_DELAY * (columns - 1 - column)
}

/** One after another, from the left, when their drums would stop. */
export function landingsOf(landed: readonly Cell[], grid: Grid, durationMs: number): Landing[] {
  let lastMs = 0
  return landed.map(cell => {
    const stopsMs = durationMs * stopOf(cell[0], grid.length)
    lastMs = Math.max(stopsMs, lastMs + durationMs * HIT_GAP)
    return { cell, symbol: grid[cell[0]]![cell[1]]!, hitsAtMs: lastMs }
  })
}

/** The least valuable cash has 0, the most valuable 1; in between by how often the value doubles. */
export function weightsOf(symbols: GameView['symbols']): number[] {
  const values = symbols.map(({ role, pays }) => (role === 'cash' ? (pays[0]?.[1] ?? 0) : 0))
  const cash = values.filter(value => value > 0)
  const [least, most] = [Math.min(...cash), Math.max(...cash)]
  const range = Math.log(most / least)
  return values.map(value => (value > 0 && range > 0 ? Math.log(value / least) / range : 0))
}
