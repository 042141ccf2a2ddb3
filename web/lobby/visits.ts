// Owns what the browser remembers of a visitor of the lobby: when each game was opened, and the
// favourites. It must never hold anything of a session.

import { keep, recall } from '../storage.ts'
import type { Visits } from './choice.ts'

const PLAYED_KEY = 'lobby:played'
const FAVOURITES_KEY = 'lobby:favourites'

export function rememberPlayed(gameId: string, atMs: number): void {
  keep(PLAYED_KEY, JSON.stringify({ ...rememberedPlayed(), [gameId]: atMs }))
}

export function readVisits(): Visits {
  return { playedAt: rememberedPlayed(), favourites: readFavourites() }
}

export function keepFavourite(gameId: string, isFavourite: boolean): void {
  const others = readFavourites().filter(each => each !== gameId)
  keep(FAVOURITES_KEY, JSON.stringify(isFavourite ? [...others, gameId] : others))
}

/** Ids of games; bounded by the number of games. */
function readFavourites(): string[] {
  try {
    const kept: unknown = JSON.parse(recall(FAVOURITES_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(each => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Game id -> when it was last opened, milliseconds since 1970. */
function rememberedPlayed(): Readonly<Record<string, number>> {
  try {
    const kept: unknown = JSON.parse(recall(PLAYED_KEY) ?? '{}')
    const times = Object.entries(kept ?? {}).filter(([, at]) => typeof at === 'number')
    return Object.fromEntries(times) as Record<string, number>
  } catch {
    return {}
  }
}
