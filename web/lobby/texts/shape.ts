// Owns which words the lobby needs of a language.

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
  /** Of providers, of features: no filter. */
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
  /** By the catalogue's names, said for people; a mechanic without words is shown by its name. */
  mechanics: Readonly<Record<string, string>>
  /** By the operator API's codes; REQUEST_FAILED stands for every other. */
  errors: Readonly<Record<string, string>>
}
