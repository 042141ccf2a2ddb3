// An input for a whole number. Empty is stored as no value, which the API refuses with the field's
// name if it is required. A number out of its bounds is marked at once and kept as it was typed.

import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { JsonSchema } from '../../../../src/core/settings-schema.ts'
import { useTexts } from '../../language.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'

interface WholeInputProps
  extends Pick<NumberInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'disabled'> {
  /** The schema of the value, with its bounds. */
  schema: JsonSchema
  /** Undefined and NaN: no value. */
  value: number | undefined
  onChange: (value: number | undefined) => void
}

export function WholeInput({ schema, value, onChange, error, ...input }: WholeInputProps) {
  const { rules } = useTexts(FRAME_TEXTS)
  const { minimum: min = 0, maximum: max = 0 } = schema
  const isEmpty = value === undefined || Number.isNaN(value)
  const rule = isEmpty ? null : value < min ? 'minimum' : value > max ? 'maximum' : null
  const outside = rule && fill(rules[rule], { limit: rule === 'minimum' ? min : max })
  return (
    <NumberInput
      {...input}
      min={min}
      max={max}
      clampBehavior="none"
      error={error || outside}
      value={isEmpty ? '' : value}
      onChange={typed => onChange(typeof typed === 'number' ? typed : undefined)}
      allowDecimal={false}
      allowNegative={false}
      hideControls
    />
  )
}
