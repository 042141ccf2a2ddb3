// Owns what the page derives from a game's description: its pots and their names, the ways of a
// board, whether it has a feature and which symbol represents it. Pure; it must never draw.

import type { Grid } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'

const POT = /^pot-(.+)$/

export interface Pot {
  name: string
  winUnits: number
}

/**
 * The pots of a game, the smallest first: its cash symbols of that name, and the full-board prize.
 */
export function potsOf({ symbols, unitsPerBet, fullBoardBets }: PotGame): Pot[] {
  const pots = symbols.flatMap(({ id, pays }): Pot[] => {
    const name = POT.exec(id)?.[1]
    return name === undefined ? [] : [{ name, winUnits: pays[0]?.[1] ?? 0 }]
  })
  if (pots.length > 0 && fullBoardBets !== null) {
    pots.push({ name: 'grand', winUnits: fullBoardBets * unitsPerBet })
  }
  return pots.sort((a, b) => a.winUnits - b.winUnits)
}

export type PotGame = Pick<GameView, 'symbols' | 'unitsPerBet' | 'fullBoardBets'>

/** Prize names are the same in every language. */
export function printPot(name: string): string {
  return name.replaceAll('-', ' ').toUpperCase()
}

/**
 * One symbol of each column in any row: the product of the column lengths. Null if the game does
 * not pay by ways.
 */
export function waysOf({ winsBy }: Pick<GameView, 'winsBy'>, grid: Grid): number | null {
  if (winsBy !== 'ways' || grid.length === 0) return null
  return grid.reduce((product, column) => product * column.length, 1)
}

/**
 * The scatter, else the most valuable cash that is not a pot, else the wild; null: the game has
 * none of these.
 */
export function starterOf({ symbols }: Pick<GameView, 'symbols'>): number | null {
  for (const wanted of [['scatter', 'wildScatter'], ['cash'], ['wild']]) {
    const found = symbols.findLastIndex(
      ({ id, role }) => wanted.includes(role) && !id.startsWith('pot-'),
    )
    if (found >= 0) return found
  }
  return null
}

/** Null: the game has no wild. */
export function wildOf({ symbols }: Pick<GameView, 'symbols'>): number | null {
  const found = symbols.findIndex(({ role }) => role === 'wild')
  return found < 0 ? null : found
}

/** "16x3" is sixteen free games with all wins times three; null: the option is no such choice. */
export function freeGamesOf(option: string): { count: number; multiplier: number } | null {
  const [, count, multiplier] = /^(\d+)x(\d+)$/.exec(option) ?? []
  return count === undefined ? null : { count: Number(count), multiplier: Number(multiplier) }
}

const FEATURES = ['free-games', 'hold-and-win', 'held-reels']

/** Whether the game has a feature: free games or respins. */
export function hasFeature({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return FEATURES.some(name => mechanics.includes(name))
}

/** Whether the multiplier of the free games begins at one and grows. */
export function hasGrowingFreeGames({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return mechanics.includes('unlimited-multiplier') || growsByWilds({ mechanics })
}

/** Whether every wild that lands in free games raises their multiplier. */
export function growsByWilds({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return mechanics.includes('wild-multiplier')
}

/** The steps of a multiplier that grows with cascades; a node of an older version sends none. */
export function ladderOf(game: Partial<Pick<GameView, 'cascadeMultipliers'>>): readonly number[] {
  return game.cascadeMultipliers ?? []
}

/** Whether the wins of a board and its cascades add up before multipliers of the board apply. */
export function sumsTumbles({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return mechanics.includes('pay-anywhere') && mechanics.includes('multipliers')
}

/** Whether full reels stay while the others spin again. */
export function hasHeldReels({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return mechanics.includes('held-reels')
}
