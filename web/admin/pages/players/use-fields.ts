// What is typed and chosen in the fields of a form.

import { type ChangeEvent, useState } from 'react'

export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [fields, setFields] = useState(initial)
  /** For the input of that name. */
  const input = (name: Name) => ({
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      const { value } = event.currentTarget
      setFields(before => ({ ...before, [name]: value }))
    },
  })
  return { fields, input }
}
