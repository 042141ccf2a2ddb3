// Owns the client's words: what there is to say, in every language of the platform. Plain strings
// with {slots}; it must never hold markup or an amount.

import type { Language } from '../../src/core/language.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es419 } from './texts/es-419.ts'
import { ptBR } from './texts/pt-br.ts'
import { ru } from './texts/ru.ts'
import type { Texts } from './texts/shape.ts'
import { tr } from './texts/tr.ts'
import { uk } from './texts/uk.ts'
import { zhHans } from './texts/zh-hans.ts'

const ALL: Readonly<Record<Language, Texts>> = {
  en,
  ru,
  uk,
  'pt-BR': ptBR,
  'es-419': es419,
  'zh-Hans': zhHans,
  de,
  tr,
}

export function textsOf(language: Language): Texts {
  return ALL[language]
}

/** Fills {slots} of a text. */
export function fill(text: string, slots: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))
}

/** "big-fish" as "Big fish", for ids that have no text of their own. */
export function spellId(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
