// Owns whether a game has a feature and which symbol represents it. It must never draw.

import type { GameView } from '../../../src/wire/play-game.ts'

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

/** Whether the game has a feature: free games or respins. */
export function hasFeature({ mechanics }: Pick<GameView, 'mechanics'>): boolean {
  return mechanics.includes('free-games') || mechanics.includes('hold-and-win')
}
