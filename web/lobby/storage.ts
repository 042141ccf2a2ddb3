// Owns what the lobby stores in this browser: language, currency, when each game was last opened.
// It must never hold account data.

import { keep, recall } from '../storage.ts'

const LANGUAGE_KEY = 'lobby:language'
const CURRENCY_KEY = 'lobby:currency'
const PLAYED_KEY = 'lobby:played'

export const rememberLanguage = (code: string) => keep(LANGUAGE_KEY, code)
export const rememberedLanguage = () => recall(LANGUAGE_KEY)
export const rememberCurrency = (code: string) => keep(CURRENCY_KEY, code)
export const rememberedCurrency = () => recall(CURRENCY_KEY)

export function rememberPlayed(gameId: string, atMs: number): void {
  keep(PLAYED_KEY, JSON.stringify({ ...rememberedPlayed(), [gameId]: atMs }))
}

/** Game id -> when it was last opened, milliseconds since 1970. */
export function rememberedPlayed(): Readonly<Record<string, number>> {
  try {
    const kept: unknown = JSON.parse(recall(PLAYED_KEY) ?? '{}')
    const times = Object.entries(kept ?? {}).filter(([, at]) => typeof at === 'number')
    return Object.fromEntries(times) as Record<string, number>
  } catch {
    return {}
  }
}
