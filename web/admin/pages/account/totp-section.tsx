// The second step of sign-in: set up with an authenticator, moved to another one, turned off.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { OwnAccount, TotpSetUp } from '../../../../src/admin/accounts/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Form } from '../../parts/form.tsx'
import { notify } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { StepUpFields, type StepUpState, useStepUp } from '../../parts/step-up.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { ACCOUNT_TEXTS } from './texts.ts'

const QrCode = lazy(() => import('./qr-code.tsx'))
const OUTDATED = ['/account', '/people', '/session']

export function TotpSection({ account }: { account: OwnAccount }) {
  const texts = useTexts(ACCOUNT_TEXTS)
  const { hasTotp, name } = account
  const [dialog, setDialog] = useState<TotpSetUp | 'remove' | null>(null)
  const begin = useChange(async () => {
    setDialog(await callAdmin<TotpSetUp>('POST', '/account/totp/begin'))
  })
  const close = () => setDialog(null)
  return (
    <Section
      title={texts.totp}
      note={hasTotp ? texts.totpOnNote : texts.totpOffNote}
      actions={
        <StateBadge
          tone={hasTotp ? 'good' : 'warning'}
          text={hasTotp ? texts.totpOn : texts.totpOff}
        />
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {fill(texts.totpLost, { name })}
        </Text>
        <ErrorNotice error={begin.error} />
        <Group gap="sm">
          <Button
            variant={hasTotp ? 'default' : 'filled'}
            loading={begin.isPending}
            onClick={() => begin.mutate(undefined)}
          >
            {hasTotp ? texts.totpReplace : texts.totpSetUp}
          </Button>
          {hasTotp && (
            <Button variant="default" onClick={() => setDialog('remove')}>
              {texts.totpRemove}
            </Button>
          )}
        </Group>
      </Stack>
      <Dialog opened={dialog !== null} onClose={close} title={texts.totp}>
        {dialog === 'remove' && <RemoveForm onDone={close} />}
        {dialog !== 'remove' && dialog !== null && <SetUpForm setUp={dialog} onDone={close} />}
      </Dialog>
    </Section>
  )
}

function SetUpForm({ setUp, onDone }: { setUp: TotpSetUp; onDone: () => void }) {
  const texts = useTexts(ACCOUNT_TEXTS)
  const [newCode, setNewCode] = useState('')
  const confirm = useChange(async () => {
    await callAdmin('POST', '/account/totp/confirm', { body: { newCode, ...stepUp.given } })
    notify(texts.totpDone)
    onDone()
  }, OUTDATED)
  const stepUp: StepUpState = useStepUp(confirm.error)
  return (
    <Form
      change={confirm}
      onSubmit={() => confirm.mutate(undefined)}
      submitLabel={texts.totpConfirm}
    >
      <Text size="sm">{texts.totpScan}</Text>
      <Suspense fallback={<Waiting />}>
        <QrCode text={setUp.uri} label={texts.totpQr} />
      </Suspense>
      <Group gap="xs" justify="center">
        <Text size="sm" c="dimmed">
          {texts.totpSecret}
        </Text>
        <CopyText text={setUp.secret} />
      </Group>
      <TextInput
        label={texts.totpCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        value={newCode}
        onChange={event => setNewCode(event.currentTarget.value)}
        data-autofocus
      />
      <StepUpFields state={stepUp} passwordLabel={texts.current} />
    </Form>
  )
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const texts = useTexts(ACCOUNT_TEXTS)
  const remove = useChange(async () => {
    await callAdmin('POST', '/account/totp/remove', { body: stepUp.given })
    notify(texts.totpRemoved)
    onDone()
  }, OUTDATED)
  const stepUp: StepUpState = useStepUp(remove.error)
  return (
    <Form
      change={remove}
      onSubmit={() => remove.mutate(undefined)}
      submitLabel={texts.totpRemove}
      isDangerous
    >
      <Text size="sm">{texts.totpRemoveNote}</Text>
      <StepUpFields state={stepUp} passwordLabel={texts.current} />
    </Form>
  )
}
