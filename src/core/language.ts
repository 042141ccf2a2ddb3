// The languages of the platform: the BCP 47 codes that games publish, and how a requested language
// is read.

export const LANGUAGES = ['en', 'ru', 'uk', 'pt-BR', 'es-419', 'zh-Hans', 'de', 'tr'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * The standard code that a request names among those offered; null when it is malformed or not
 * offered. Case does not matter, and `_` is read as `-`. Source: operator API, "Launch request",
 * `lang`.
 */
export function findLanguage(requested: string, offered: readonly string[]): Language | null {
  const name = requested.replaceAll('_', '-').toLowerCase()
  const found = LANGUAGES.find(language => language.toLowerCase() === name)
  return found !== undefined && offered.includes(found) ? found : null
}
