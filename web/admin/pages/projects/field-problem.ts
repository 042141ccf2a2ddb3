// The error of a form: the sentence for the field that the refusal names, or for a part of it.

import { AdminRefusal } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { explain } from '../../texts/refusals.ts'
import { PROJECT_TEXTS } from './texts.ts'

/** Returns a lookup of a field's error, such as `projectLimits[2]`; undefined: no error. */
export function useFieldProblem(error: Error | null): (field: string) => string | undefined {
  const { language } = useLanguage()
  const { badValue } = useTexts(PROJECT_TEXTS)
  const refusal = error instanceof AdminRefusal ? error : null
  const refused = refusal?.field?.replace(/\.(\d+)/g, '[$1]') ?? null
  return field => {
    if (refusal === null || refused === null) return undefined
    const isAbout =
      refused === field || refused.startsWith(`${field}.`) || refused.startsWith(`${field}[`)
    if (!isAbout) return undefined
    // The API's own sentences about single values are in English.
    const isForeign = refusal.code === 'INVALID_REQUEST' && language !== 'en'
    return isForeign ? badValue : explain(refusal, language)
  }
}
