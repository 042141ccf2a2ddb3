// An amount that is typed as "12.50" and kept in minor units. An invalid amount is kept as it was
// typed, for the API to refuse with the field's name.

import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatAmount, parseAmount } from '../../../src/core/money.ts'

interface MinorInputProps
  extends Pick<
    TextInputProps,
    'label' | 'aria-label' | 'placeholder' | 'error' | 'disabled' | 'required'
  > {
  /** Minor units; empty: no value. */
  minor: string
  onChange: (minor: string) => void
}

export function MinorInput({ minor, onChange, ...input }: MinorInputProps) {
  const [typed, setTyped] = useState(printMinor(minor))
  const change = (text: string) => {
    setTyped(text)
    const amount = parseAmount(text.trim().replace(',', '.'))
    onChange(amount === null ? refusable(text.trim()) : amount.toString())
  }
  return (
    <TextInput
      {...input}
      size="sm"
      value={typed}
      inputMode="decimal"
      onChange={event => change(event.currentTarget.value)}
    />
  )
}

/** An invalid amount is shown as it was typed. */
export function printMinor(text: string): string {
  return /^[0-9]{1,17}$/.test(text) ? formatAmount(BigInt(text)) : text
}

/**
 * Digits that are not a valid amount (too many, a leading zero) must not be taken for minor units.
 */
function refusable(text: string): string {
  return /^[0-9]+$/.test(text) ? `${text}.` : text
}
