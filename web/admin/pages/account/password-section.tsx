// Changes the password of the signed-in account.

import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { notify } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { StepUpFields, type StepUpState, useStepUp } from '../../parts/step-up.tsx'
import { useChange } from '../../queries.ts'
import { NewPassword } from '../sign-in/new-password.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

export function PasswordSection({ name }: { name: string }) {
  const texts = useTexts(ACCOUNT_TEXTS)
  // A new, empty form after the password was changed.
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
  const [next, setNext] = useState<string | null>(null)
  const change = useChange(async () => {
    await callAdmin('POST', '/account/password', { body: { next, ...stepUp.given } })
    onDone()
  }, ['/account'])
  const stepUp: StepUpState = useStepUp(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(undefined)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <StepUpFields state={stepUp} passwordLabel={texts.current} />
        <NewPassword onChange={setNext} />
        <ErrorNotice error={change.error} />
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={change.isPending}
            disabled={!stepUp.isReady || next === null}
          >
            {texts.change}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
