// Owns which texts the lobby needs in each language.

import type { LobbyGame } from '../../../src/wire/lobby.ts'
import type { Order } from '../choice.ts'

export interface LobbyTexts {
  testUnits: string
  title: string
  currency: string
  language: string
  play: string
  otherLanguage: string
  footer: string
  search: string
  provider: string
  feature: string
  order: string
  /** No filter, for providers and features. */
  any: string
  orders: Readonly<Record<Order, string>>
  noGames: string
  showAll: string
  guest: string
  /** Before a percentage. */
  rtp: string
  volatility: string
  volatilities: Readonly<Record<LobbyGame['volatility'], string>>
  /** `{bets}` is replaced. */
  maxWin: string
  lastPlayed: string
  /** By the catalogue's names; a mechanic without a text is shown by its name. */
  mechanics: Readonly<Record<string, string>>
  /** By the operator API's codes; REQUEST_FAILED covers every other. */
  errors: Readonly<Record<string, string>>
}
