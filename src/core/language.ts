// The languages of the platform: BCP 47 codes as games publish them, and how a requested one is read.

export const LANGUAGES = ['en', 'ru', 'uk', 'pt-BR', 'es-419', 'zh-Hans', 'de', 'tr'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * The standard code a request names among those offered; null when it is malformed or not offered.
 * Case does not matter and `_` stands for `-`. Source: operator API, "Launch request", `lang`.
 */
export function findLanguage(requested: string, offered: readonly string[]): Language | null {
  const wanted = requested.replaceAll('_', '-').toLowerCase()
  const found = LANGUAGES.find(language => language.toLowerCase() === wanted)
  return found !== undefined && offered.includes(found) ? found : null
}
