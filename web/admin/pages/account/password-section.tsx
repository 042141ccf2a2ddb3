// A new password for the own account.

import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { notify } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { useChange } from '../../queries.ts'
import { NewPassword } from '../sign-in/new-password.tsx'
import { SIGN_IN_TEXTS } from '../sign-in/texts.ts'
import { ACCOUNT_TEXTS } from './texts.ts'

export function PasswordSection({ name }: { name: string }) {
  const texts = useTexts(ACCOUNT_TEXTS)
  // Another form, empty, once the password was changed.
  const [done, setDone] = useState(0)
  const onDone = () => {
    notify(texts.changed)
    setDone(done + 1)
  }
  return (
    <Section title={texts.password} note={texts.passwordNote}>
      <PasswordForm key={done} name={name} onDone={onDone} />
    </Section>
  )
}

function PasswordForm({ name, onDone }: { name: string; onDone: () => void }) {
  const texts = useTexts(ACCOUNT_TEXTS)
  const { showPassword } = useTexts(SIGN_IN_TEXTS)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState<string | null>(null)
  const change = useChange(async () => {
    await callAdmin('POST', '/account/password', { body: { current, next } })
    onDone()
  }, ['/account'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(undefined)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <PasswordInput
          label={texts.current}
          name="current-password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          onChange={event => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': showPassword }}
        />
        <NewPassword onChange={setNext} />
        <ErrorNotice error={change.error} />
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={change.isPending}
            disabled={current === '' || next === null}
          >
            {texts.change}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
