// Owns which texts of rules and history a page needs: those of its language, loaded with the first
// sheet.

import type { Language } from '../../../../src/core/language.ts'
import type { InfoTexts } from './en.ts'

const FILES: Readonly<Record<Language, () => Promise<InfoTexts>>> = {
  en: async () => (await import('./en.ts')).en,
  uk: async () => (await import('./uk.ts')).uk,
  ru: async () => (await import('./ru.ts')).ru,
  de: async () => (await import('./de.ts')).de,
  'es-419': async () => (await import('./es-419.ts')).es419,
  'pt-BR': async () => (await import('./pt-br.ts')).ptBR,
  tr: async () => (await import('./tr.ts')).tr,
  'zh-Hans': async () => (await import('./zh-hans.ts')).zhHans,
}

/** @param isSocial with social wording */
export async function loadInfoTexts(language: Language, isSocial = false): Promise<InfoTexts> {
  const texts = await FILES[language]()
  if (!isSocial) return texts
  const { inSocialWords } = await import('../../profile/social-texts.ts')
  return inSocialWords(texts, language)
}
