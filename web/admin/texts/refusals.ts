// Why the admin API refused, by its codes: in English the API's own sentence stands, which knows the case; other
// readers get the code's meaning in their language.

import { fill, type PanelLanguage } from './bilingual.ts'
import { UKRAINIAN_REFUSALS } from './refusals-uk.ts'
import { FRAME_TEXTS } from './texts.ts'

interface Refused {
  readonly code: string
  readonly message: string
  readonly retryAfterS: number | null
}

export function explain({ code, message, retryAfterS }: Refused, language: PanelLanguage): string {
  const { errors, parts } = FRAME_TEXTS[language]
  const own: Readonly<Record<string, string>> = errors
  const ukrainian: Readonly<Record<string, string>> = UKRAINIAN_REFUSALS
  const meaning = language === 'en' ? undefined : ukrainian[code]
  const sentence = own[code] ?? meaning ?? (message === '' ? parts.failed : message)
  if (retryAfterS === null) return sentence
  return `${sentence} ${fill(errors.wait, { seconds: retryAfterS })}`
}
