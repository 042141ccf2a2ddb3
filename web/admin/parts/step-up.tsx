// Asks again for the password, and for a code if the account has a second step, before a sensitive
// change that a stranger at an open browser must not make. Must never keep them after the form is
// closed.

import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { StepUp } from '../../../src/admin/sign-in/schema.ts'
import { AdminRefusal } from '../api.ts'
import { useTexts } from '../language.tsx'
import { SIGN_IN_TEXTS } from '../pages/sign-in/texts.ts'
import { useSession } from '../session.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

export interface StepUpState {
  /** Sent in the body of the request. */
  given: StepUp
  isReady: boolean
  asksCode: boolean
  setPassword: (password: string) => void
  setCode: (code: string) => void
}

/** @param error of the last attempt: it shows if a second step was set up elsewhere meanwhile */
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
    asksCode: isCodeNeeded,
    setPassword,
    setCode,
  }
}

/** The request was refused because it had no password; nothing was done. */
export function asksForPassword(error: unknown): boolean {
  const refusal = error instanceof AdminRefusal ? error : null
  return refusal?.code === 'CONFIRMATION_REQUIRED' && refusal.field === 'password'
}

/** The password or code was refused; it may be typed again. */
export function isStepUpRefusal(error: unknown): boolean {
  return error instanceof AdminRefusal && STEP_UP_CODES.has(error.code)
}

const STEP_UP_CODES: ReadonlySet<string> = new Set([
  'WRONG_PASSWORD',
  'CODE_REQUIRED',
  'INVALID_CODE',
  'CODE_USED',
  'TOO_MANY_ATTEMPTS',
])

interface StepUpFieldsProps {
  state: StepUpState
  passwordLabel?: string | undefined
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
          value={given.code ?? ''}
          onChange={event => setCode(event.currentTarget.value)}
        />
      )}
    </>
  )
}
