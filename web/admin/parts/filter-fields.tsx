// Filter fields of a list: a text, applied when typing pauses, and a time in the account's time
// zone.

import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { chosenZone, fieldOf, momentOf } from '../time-zone.ts'

interface FilterFieldProps {
  label: string
  /** Empty: no filter. */
  value: string
  onChange: (value: string) => void
}

const TYPING_MS = 350

export function TextFilter({ label, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the wait
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextInput
      label={label}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      rightSection={
        <ClearButton label={label} isShown={typed !== ''} onClear={() => onChange('')} />
      }
      spellCheck={false}
      autoComplete="off"
    />
  )
}

/**
 * `value` is ISO 8601, UTC; it is shown and typed in the account's time zone, which the label
 * names.
 */
export function TimeFilter({ label, value, onChange }: FilterFieldProps) {
  return (
    <TextInput
      label={`${label} (${chosenZone()})`}
      type="datetime-local"
      value={fieldOf(value)}
      onChange={event => onChange(momentOf(event.currentTarget.value))}
    />
  )
}

interface ClearButtonProps {
  label: string
  isShown: boolean
  onClear: () => void
}

function ClearButton({ label, isShown, onClear }: ClearButtonProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  if (!isShown) return null
  return <CloseButton size="sm" aria-label={`${parts.clear}: ${label}`} onClick={onClear} />
}
