// Owns where the client's texts come from: one file per language, of which a page loads only its
// own. It must never hold texts.

import type { Language } from '../../../src/core/language.ts'
import type { Texts } from './en.ts'

const FILES: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  uk: async () => (await import('./uk.ts')).uk,
  'pt-BR': async () => (await import('./pt-br.ts')).ptBR,
  'es-419': async () => (await import('./es-419.ts')).es419,
  'zh-Hans': async () => (await import('./zh-hans.ts')).zhHans,
  de: async () => (await import('./de.ts')).de,
  tr: async () => (await import('./tr.ts')).tr,
}

export function loadTexts(language: Language): Promise<Texts> {
  return FILES[language]()
}
