// Owns where the client's texts come from: one file per language, of which a page loads only its
// own. It must never hold texts.

import type { Language } from '../../src/core/language.ts'
import type { Texts } from './texts/shape.ts'

const FILES: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./texts/en.ts')).en,
  ru: async () => (await import('./texts/ru.ts')).ru,
  uk: async () => (await import('./texts/uk.ts')).uk,
  'pt-BR': async () => (await import('./texts/pt-br.ts')).ptBR,
  'es-419': async () => (await import('./texts/es-419.ts')).es419,
  'zh-Hans': async () => (await import('./texts/zh-hans.ts')).zhHans,
  de: async () => (await import('./texts/de.ts')).de,
  tr: async () => (await import('./texts/tr.ts')).tr,
}

export function loadTexts(language: Language): Promise<Texts> {
  return FILES[language]()
}
