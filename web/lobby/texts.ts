// Owns the choice of the lobby's texts by language.

import type { Language } from '../../src/core/language.ts'
import { de } from './texts/de.ts'
import type { LobbyTexts } from './texts/en.ts'
import { en } from './texts/en.ts'
import { es419 } from './texts/es-419.ts'
import { ptBr } from './texts/pt-br.ts'
import { ru } from './texts/ru.ts'
import { tr } from './texts/tr.ts'
import { uk } from './texts/uk.ts'
import { zhHans } from './texts/zh-hans.ts'

const ALL: Readonly<Record<Language, LobbyTexts>> = {
  en,
  ru,
  uk,
  'pt-BR': ptBr,
  'es-419': es419,
  'zh-Hans': zhHans,
  de,
  tr,
}

export function textsOf(language: Language): LobbyTexts {
  return ALL[language]
}

export function explain({ errors }: LobbyTexts, code: string): string {
  return errors[code] ?? errors.REQUEST_FAILED ?? code
}
