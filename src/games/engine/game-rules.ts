// The shape of a game's rules as figures: what starts its features and what they award. Must never
// hold a sentence; a figure is the same constant that the spin engines use.

/** The number of games from this number of scatters on, up to the next entry. */
export type GamesByScatters = readonly (readonly [scatters: number, games: number])[]

export interface FreeGamesRules {
  /** The symbol that starts them; counts anywhere. */
  scatter: number
  /** Empty when the player chooses among `options`. */
  awarded: GamesByScatters
  /** For every scatter above the last entry of `awarded`. */
  moreForEach: number
  /** Scatters that start them. */
  scattersToTrigger: number
  /** Awarded during free games. */
  retriggered: GamesByScatters
  /** Free games of one round, all awards together. */
  mostGames: number
  /** Multiplies all wins of a free game from the first game on. */
  multiplier: number
  /**
   * How much every cascade raises the multiplier, without limit, until the free games end; 0: it
   * does not grow.
   */
  multiplierGrowth: number
  /** The player's options; empty: there is no choice. */
  options: readonly { id: string; games: number; multiplier: number }[]
  /** Symbols that may be drawn to expand, each with its percentage; empty: none expands. */
  special: readonly (readonly [symbol: number, percent: number])[]
}

export interface RespinRules {
  /** Cash symbols on the board that begin the respins. */
  cashToTrigger: number
  /** Respins at the beginning, and again whenever cash lands. */
  respins: number
  cells: number
  /** Pots that a cash symbol shows, in base bets, smallest first. */
  pots: readonly (readonly [symbol: number, bets: number])[]
  /** For a board full of cash, in addition to the cash on it. */
  fullBoardBets: number
}

export interface GameRules {
  /** Ways of the board: the same number for both if it never changes; null: no ways. */
  ways: { least: number; most: number } | null
  /**
   * Multiplier of the wins of the first step, and after each cascade; the last one stays. Empty:
   * none.
   */
  cascadeMultipliers: readonly number[]
  /** Values of the multipliers that land on the board. Empty: none. */
  boardMultipliers: readonly number[]
  freeGames: FreeGamesRules | null
  holdAndWin: RespinRules | null
  /** A correct guess multiplies the win by these; null: no gamble. */
  gamble: { steps: number; colorFactor: number; suitFactor: number } | null
  /** Bought features that begin with more scatters than needed, out of 1,000. Empty: none do. */
  boughtWith: readonly (readonly [scatters: number, ofThousand: number])[]
}

/** A game without features; a game overrides what it has. */
export const PLAIN_RULES: GameRules = {
  ways: null,
  cascadeMultipliers: [],
  boardMultipliers: [],
  freeGames: null,
  holdAndWin: null,
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
} as const satisfies Partial<FreeGamesRules>

/**
 * The steps of an award by number of scatters: the numbers at which it changes, from the first
 * award on.
 */
export function stepsOf(awardByScatters: readonly number[]): GamesByScatters {
  return awardByScatters.flatMap((games, scatters) =>
    games > 0 && games !== awardByScatters[scatters - 1] ? [[scatters, games] as const] : [],
  )
}
