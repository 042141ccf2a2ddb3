// Owns what the lobby remembers in this browser: language, currency, when each game was opened. It must
// never hold anything of the account.

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

/** Game id -> when it was opened last, milliseconds since 1970. */
export function rememberedPlayed(): Readonly<Record<string, number>> {
  try {
    const kept: unknown = JSON.parse(recall(PLAYED_KEY) ?? '{}')
    const times = Object.entries(kept ?? {}).filter(([, at]) => typeof at === 'number')
    return Object.fromEntries(times) as Record<string, number>
  } catch {
    return {}
  }
}

/** Storage may be closed to the page; the choice then lasts as long as the page. */
function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
