// The admin API's refusals by code. English uses the API's own sentence, which describes the case;
// other languages use the code's meaning.

import type { BrokenRule } from '../../../src/admin/errors.ts'
import { AdminRefusal } from '../api.ts'
import { fill, type PanelLanguage } from './bilingual.ts'
import { UKRAINIAN_REFUSALS } from './refusals-uk.ts'
import { FRAME_TEXTS } from './texts.ts'

interface Refused {
  readonly code: string
  readonly message: string
  readonly retryAfterS: number | null
  /** Of INVALID_REQUEST: the rule that the field broke, if it was a schema rule. */
  readonly details?: unknown
}

/** The error of a form field; undefined: no error, or an error of another field. */
export function explainField(
  error: Error | null,
  field: string,
  language: PanelLanguage,
): string | undefined {
  const isAbout = error instanceof AdminRefusal && error.field === field
  return isAbout ? explain(error, language) : undefined
}

export function explain(refused: Refused, language: PanelLanguage): string {
  const { code, message, retryAfterS } = refused
  const { errors, parts } = FRAME_TEXTS[language]
  const own: Readonly<Record<string, string>> = errors
  const ukrainian: Readonly<Record<string, string>> = UKRAINIAN_REFUSALS
  const meaning = language === 'en' ? undefined : ukrainian[code]
  const sentence =
    explainRule(refused, language) ??
    own[code] ??
    meaning ??
    (message === '' ? parts.failed : message)
  if (retryAfterS === null) return sentence
  return `${sentence} ${fill(errors.wait, { seconds: retryAfterS })}`
}

/** A form is checked by its schema, whose own sentences are for programmers. */
function explainRule({ code, details }: Refused, language: PanelLanguage): string | undefined {
  if (code !== 'INVALID_REQUEST') return undefined
  const { rules } = FRAME_TEXTS[language]
  const broken = details as Partial<BrokenRule> | null | undefined
  if (broken?.rule !== undefined) {
    return fill(rules[broken.rule] ?? rules.form, { limit: broken.limit ?? '' })
  }
  return language === 'en' ? undefined : rules.check
}
