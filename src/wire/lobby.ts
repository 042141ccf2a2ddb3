// The list of games that the lobby's server answers and its page shows.

import type { Volatility } from '../games/engine/contract.ts'

export interface LobbyList {
  player: string
  currencies: readonly string[]
  /** By currency, decimal text; null if the wallet does not report them. */
  balances: Readonly<Record<string, string>> | null
  games: readonly LobbyGame[]
}

export interface LobbyGame {
  id: string
  name: string
  provider: string
  mechanics: readonly string[]
  languages: readonly string[]
  /**
   * Theoretical return of the base mode on the natural reel set, percent with at most two decimals.
   */
  rtpPercent: number
  volatility: Volatility
  maxWinBets: number
}
