// The password, and a code where the account has a second step, asked for again before what a stranger at an open
// browser must not do. Must never keep them longer than the form is shown.

import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { StepUp } from '../../../src/admin/sign-in/schema.ts'
import { AdminRefusal } from '../api.ts'
import { useTexts } from '../language.tsx'
import { SIGN_IN_TEXTS } from '../pages/sign-in/texts.ts'
import { useSession } from '../session.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

export interface StepUpState {
  /** Goes into the body of the request. */
  given: StepUp
  isReady: boolean
  asksCode: boolean
  setPassword: (password: string) => void
  setCode: (code: string) => void
}

/** @param error of the last attempt: a second step that was set up elsewhere shows there first */
export function useStepUp(error: Error | null): StepUpState {
  const { account } = useSession()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isCodeNeeded, setCodeNeeded] = useState(account.hasTotp)
  const wasNeeded = error instanceof AdminRefusal && error.code === 'CODE_REQUIRED'
  if (wasNeeded && !isCodeNeeded) setCodeNeeded(true)
  return {
    given: { password, ...(isCodeNeeded ? { code } : {}) },
    isReady: password !== '' && (!isCodeNeeded || code !== ''),
    ...{ asksCode: isCodeNeeded, setPassword, setCode },
  }
}

/** Nothing was done, because no password was given with the request. */
export function asksForPassword(error: unknown): boolean {
  const refusal = error instanceof AdminRefusal ? error : null
  return refusal?.code === 'CONFIRMATION_REQUIRED' && refusal.field === 'password'
}

/** What was typed here was not taken; it may be typed again. */
export function isStepUpRefusal(error: unknown): boolean {
  return error instanceof AdminRefusal && STEP_UP_CODES.has(error.code)
}

const STEP_UP_CODES: ReadonlySet<string> = new Set([
  ...['WRONG_PASSWORD', 'CODE_REQUIRED', 'INVALID_CODE', 'CODE_USED', 'TOO_MANY_ATTEMPTS'],
])

interface StepUpFieldsProps {
  state: StepUpState
  passwordLabel?: string
  isFirst?: boolean
}

export function StepUpFields({ state, passwordLabel, isFirst = false }: StepUpFieldsProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { showPassword } = useTexts(SIGN_IN_TEXTS)
  const { given, asksCode, setPassword, setCode } = state
  return (
    <>
      <PasswordInput
        label={passwordLabel ?? parts.yourPassword}
        name="current-password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={given.password ?? ''}
        onChange={event => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': showPassword }}
        data-autofocus={isFirst || undefined}
      />
      {asksCode && (
        <TextInput
          label={parts.yourCode}
          description={parts.yourCodeNote}
          name="current-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          value={given.code ?? ''}
          onChange={event => setCode(event.currentTarget.value)}
        />
      )}
    </>
  )
}
