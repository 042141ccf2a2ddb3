// An input for a whole number. Empty is stored as no value, which the API refuses with the field's
// name if it is required.

import { NumberInput, type NumberInputProps } from '@mantine/core'

interface WholeInputProps
  extends Pick<NumberInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'disabled'> {
  /** Undefined and NaN: no value. */
  value: number | undefined
  onChange: (value: number | undefined) => void
}

export function WholeInput({ value, onChange, ...input }: WholeInputProps) {
  return (
    <NumberInput
      {...input}
      value={value === undefined || Number.isNaN(value) ? '' : value}
      onChange={typed => onChange(typeof typed === 'number' ? typed : undefined)}
      allowDecimal={false}
      allowNegative={false}
      hideControls
    />
  )
}
