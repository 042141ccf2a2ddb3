// What is typed and chosen in the fields of a form.

import { type ChangeEvent, useState } from 'react'
import { useLanguage } from '../../language.tsx'
import { explainField } from '../../texts/refusals.ts'

/** `input` is given the form's refusal, so that what is wrong stands beside its field. */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const { language } = useLanguage()
  const [fields, setFields] = useState(initial)
  /** For the input of that name. */
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
