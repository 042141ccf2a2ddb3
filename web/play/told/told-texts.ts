// Owns which texts of rules and history a page needs: those of its language, loaded with the first
// sheet.

import type { Language } from '../../../src/core/language.ts'
import type { ToldTexts } from './texts/shape.ts'

const FILES: Readonly<Record<Language, () => Promise<ToldTexts>>> = {
  en: async () => (await import('./texts/en.ts')).en,
  uk: async () => (await import('./texts/uk.ts')).uk,
  ru: async () => (await import('./texts/ru.ts')).ru,
  de: async () => (await import('./texts/de.ts')).de,
  'es-419': async () => (await import('./texts/es-419.ts')).es419,
  'pt-BR': async () => (await import('./texts/pt-br.ts')).ptBR,
  tr: async () => (await import('./texts/tr.ts')).tr,
  'zh-Hans': async () => (await import('./texts/zh-hans.ts')).zhHans,
}

/** @param isSocial with social wording */
export async function loadToldTexts(language: Language, isSocial = false): Promise<ToldTexts> {
  const texts = await FILES[language]()
  if (!isSocial) return texts
  const { inSocialWords } = await import('../profile/social-texts.ts')
  return inSocialWords(texts, language)
}
