// A new password, typed twice.

import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../language.tsx'
import { fill } from '../../texts/bilingual.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

/** The platform's minimum (src/limits/admin.ts). */
const MIN_CHARACTERS = 12

/** @param onChange receives null while the two differ or are too short */
export function NewPassword({ onChange }: { onChange: (password: string | null) => void }) {
  const texts = useTexts(SIGN_IN_TEXTS)
  const [first, setFirst] = useState('')
  const [again, setAgain] = useState('')
  const change = (one: string, other: string) => {
    setFirst(one)
    setAgain(other)
    onChange(one === other && one.length >= MIN_CHARACTERS ? one : null)
  }
  const toggle = { 'aria-label': texts.showPassword }
  return (
    <>
      <PasswordInput
        label={texts.newPassword}
        description={fill(texts.passwordNote, { min: MIN_CHARACTERS })}
        name="new-password"
        autoComplete="new-password"
        required
        value={first}
        onChange={event => change(event.currentTarget.value, again)}
        visibilityToggleButtonProps={toggle}
      />
      <PasswordInput
        label={texts.repeat}
        name="new-password-again"
        autoComplete="new-password"
        required
        value={again}
        error={again !== '' && !first.startsWith(again) && texts.differs}
        onChange={event => change(first, event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
    </>
  )
}
