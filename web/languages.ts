// Owns the names of the languages and the choice of one for the player. It must never hold page
// texts.

import { LANGUAGES, type Language } from '../src/core/language.ts'

/** Every language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ru: 'Русский',
  uk: 'Українська',
  'pt-BR': 'Português (Brasil)',
  'es-419': 'Español (Latinoamérica)',
  'zh-Hans': '简体中文',
  de: 'Deutsch',
  tr: 'Türkçe',
}

export function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code)
}

/**
 * The first of the wanted codes that we support, by exact code first and by primary subtag second.
 */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const code of wanted) {
    const exact = LANGUAGES.find(language => language.toLowerCase() === code.toLowerCase())
    if (exact !== undefined) return exact
    const primary = code.toLowerCase().split(/[-_]/)[0]
    const near = LANGUAGES.find(language => language.toLowerCase().split('-')[0] === primary)
    if (near !== undefined) return near
  }
  return 'en'
}
