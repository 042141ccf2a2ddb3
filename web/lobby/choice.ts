// Owns which games the lobby shows, and in which order: search, provider, feature, order. Pure.

import type { LobbyGame } from '../../src/wire/lobby.ts'

export const ORDERS = ['recent', 'name', 'rtp', 'volatility', 'maxWin'] as const
export type Order = (typeof ORDERS)[number]

/** Mechanics that players look for; the cards show the others. */
export const FEATURES = [
  'free-games',
  'hold-and-win',
  'cascades',
  'gamble',
  'ante-bet',
  'feature-buy',
] as const

export interface Choice {
  search: string
  /** Empty: any. */
  provider: string
  /** Empty: any. */
  feature: string
  order: Order
}

/** @param playedAt game id -> when it was last opened, milliseconds since 1970 */
export function chooseGames(
  games: readonly LobbyGame[],
  choice: Choice,
  playedAt: Readonly<Record<string, number>>,
): LobbyGame[] {
  const { provider, feature, order } = choice
  const words = fold(choice.search).split(/\s+/)
  return games
    .filter(game => words.every(word => fold(`${game.name} ${game.id}`).includes(word)))
    .filter(game => provider === '' || game.provider === provider)
    .filter(game => feature === '' || game.mechanics.includes(feature))
    .sort((one, other) => compare(one, other, order, playedAt))
}

const SCATTER: readonly LobbyGame['volatility'][] = ['low', 'medium', 'high', 'very-high']

/** 1 to 4, for a meter. */
export function volatilityLevel({ volatility }: Pick<LobbyGame, 'volatility'>): number {
  return 1 + SCATTER.indexOf(volatility)
}

/** Sorting is stable: the catalogue's order holds where this is 0. */
function compare(
  one: LobbyGame,
  other: LobbyGame,
  order: Order,
  playedAt: Readonly<Record<string, number>>,
): number {
  switch (order) {
    case 'recent':
      return (playedAt[other.id] ?? 0) - (playedAt[one.id] ?? 0)
    case 'name':
      return one.name < other.name ? -1 : Number(one.name > other.name)
    case 'rtp':
      return other.rtpPercent - one.rtpPercent
    case 'volatility':
      return volatilityLevel(one) - volatilityLevel(other)
    case 'maxWin':
      return other.maxWinBets - one.maxWinBets
  }
}

/** Ignores case and accents, so that "cafe" finds "Café". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
