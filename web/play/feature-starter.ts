// Owns the answer which symbol stands for a game's feature. It must never draw.

import type { GameView } from '../../src/wire/play.ts'

/** The scatter, else the most valuable cash, else the wild; null: the game has none of them. */
export function starterOf({ symbols }: Pick<GameView, 'symbols'>): number | null {
  for (const wanted of [['scatter', 'wildScatter'], ['cash'], ['wild']]) {
    const found = symbols.findLastIndex(({ role }) => wanted.includes(role))
    if (found >= 0) return found
  }
  return null
}

/** Null: the game has no wild. */
export function wildOf({ symbols }: Pick<GameView, 'symbols'>): number | null {
  const found = symbols.findIndex(({ role }) => role === 'wild')
  return found < 0 ? null : found
}
