// The rules of a game as figures: what starts its features and what they award. Must never hold a
// sentence; a figure is the same constant that the spin engines use.

import type { ValueOf } from '../../core/fields.ts'
import type * as schemas from './schemas.ts'

/** The number of games from this number of scatters on, up to the next entry. */
export type GamesByScatters = ValueOf<typeof schemas.GamesByScatters>
export type GameRules = ValueOf<typeof schemas.GameRules>

/** A game without features; a game overrides what it has. */
export const PLAIN_RULES: GameRules = {
  ways: null,
  cascadeMultipliers: [],
  boardMultipliers: [],
  freeGames: null,
  holdAndWin: null,
  heldReels: null,
  gamble: null,
  boughtWith: [],
}

/** Free games without any special features. */
export const PLAIN_FREE_GAMES = {
  moreForEach: 0,
  multiplier: 1,
  multiplierGrowth: 0,
  options: [],
  special: [],
} as const satisfies Partial<GameRules['freeGames']>

/**
 * The steps of an award by number of scatters: the numbers at which it changes, from the first
 * award on.
 */
export function stepsOf(awardByScatters: readonly number[]): GamesByScatters {
  return awardByScatters.flatMap((games, scatters) =>
    games > 0 && games !== awardByScatters[scatters - 1] ? [[scatters, games] as const] : [],
  )
}
