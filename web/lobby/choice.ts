// Owns which games the lobby shows, and in which order: search, provider, category, order. Pure.

import type { LobbyGame } from '../../src/wire/lobby.ts'

export const ORDERS = ['recent', 'name', 'rtp', 'volatility', 'maxWin'] as const
export type Order = (typeof ORDERS)[number]

/** Mechanics that players look for: each is a category. */
export const FEATURES = [
  'free-games',
  'hold-and-win',
  'cascades',
  'gamble',
  'ante-bet',
  'feature-buy',
] as const

/** Categories by what the player has done. */
export const OWN_CATEGORIES = ['favourites', 'played'] as const

export interface Choice {
  search: string
  /** Empty: any. */
  provider: string
  /** One of `FEATURES` or `OWN_CATEGORIES`; empty: any. */
  category: string
  order: Order
}

/** What the player has done in this browser. */
export interface Visits {
  /** Game id -> when it was last opened, milliseconds since 1970. */
  playedAt: Readonly<Record<string, number>>
  favourites: readonly string[]
}

export function chooseGames(
  games: readonly LobbyGame[],
  choice: Choice,
  { playedAt, favourites }: Visits,
): LobbyGame[] {
  const { provider, category, order } = choice
  const isIn = ({ id, mechanics }: LobbyGame) => {
    if (category === 'favourites') return favourites.includes(id)
    return category === 'played' ? playedAt[id] !== undefined : mechanics.includes(category)
  }
  const words = fold(choice.search).split(/\s+/)
  return games
    .filter(game => words.every(word => fold(`${game.name} ${game.id}`).includes(word)))
    .filter(game => provider === '' || game.provider === provider)
    .filter(game => category === '' || isIn(game))
    .sort((one, other) => compare(one, other, order, playedAt))
}

/** The game in the large picture: the one played last, else another one each day. */
export function heroOf(
  games: readonly LobbyGame[],
  { playedAt }: Pick<Visits, 'playedAt'>,
  day: number,
): LobbyGame | undefined {
  const played = games.filter(({ id }) => playedAt[id] !== undefined)
  const [latest] = played.sort((one, other) => playedAt[other.id]! - playedAt[one.id]!)
  return latest ?? games[day % games.length]
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
