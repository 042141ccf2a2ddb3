// The values of a form's fields.

import { type ChangeEvent, useState } from 'react'
import { useLanguage } from '../../language.tsx'
import { explainField } from '../../texts/refusals.ts'

/** `input` takes the form's refusal, so that the error is shown beside its field. */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const { language } = useLanguage()
  const [fields, setFields] = useState(initial)
  /** The props of the input with that name. */
  const input = (name: Name, refused: Error | null) => ({
    value: fields[name],
    error: explainField(refused, name, language),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      const { value } = event.currentTarget
      setFields(before => ({ ...before, [name]: value }))
    },
  })
  const set = (changed: Partial<Record<Name, string>>) =>
    setFields(before => ({ ...before, ...changed }))
  return { fields, input, setFields: set }
}
