// A whole number; empty is kept as none, for the API to refuse by its field where one is needed.

import { NumberInput, type NumberInputProps } from '@mantine/core'

interface WholeInputProps
  extends Pick<NumberInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'disabled'> {
  /** Undefined and NaN: none. */
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
