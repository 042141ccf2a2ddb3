// Name, password and, if the account has a second step, its code. Must never keep a password after
// the form is closed.

import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AdminRefusal, callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { Form } from '../../parts/form.tsx'
import { useChange } from '../../queries.ts'
import { GatePage } from './gate-page.tsx'
import { ProviderButton, useSignInWays } from './provider.tsx'
import { SIGN_IN_TEXTS } from './texts.ts'

interface SignInFormProps {
  /** The user who was signed in before. */
  name?: string
  note?: string
  onSignedIn: () => Promise<void>
}

export function SignInForm({ name: before = '', note, onSignedIn }: SignInFormProps) {
  const texts = useTexts(SIGN_IN_TEXTS)
  const [name, setName] = useState(before)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const signIn = useChange(async () => {
    const given = { name, password, ...(needsCode ? { code } : {}) }
    try {
      await callAdmin('POST', '/sign-in', { body: given })
    } catch (error) {
      if (!(error instanceof AdminRefusal && error.code === 'CODE_REQUIRED') || needsCode)
        throw error
      return setNeedsCode(true)
    }
    await onSignedIn()
  })
  return (
    <Form change={signIn} onSubmit={() => signIn.mutate(undefined)} submitLabel={texts.submit}>
      {note !== undefined && <Text size="sm">{note}</Text>}
      <TextInput
        label={texts.name}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        required
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus={before === '' || undefined}
      />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
        data-autofocus={before !== '' || undefined}
      />
      {needsCode && (
        <TextInput
          label={texts.code}
          description={texts.codeNote}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
      )}
    </Form>
  )
}

export function SignInPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const texts = useTexts(SIGN_IN_TEXTS)
  const isOfOperators = useSignInWays()?.side === 'operators'
  return (
    <GatePage
      title={texts.title}
      note={isOfOperators ? texts.operatorsNote : texts.note}
      foot={isOfOperators ? texts.operatorsLost : texts.lost}
    >
      <SignInForm onSignedIn={onSignedIn} />
      <ProviderButton path="/sign-in/provider" />
    </GatePage>
  )
}
