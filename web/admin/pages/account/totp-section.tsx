// The second step of sign-in: set up with an authenticator, moved to another one, turned off.

import { Button, Group, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { OwnAccount, TotpSetUp } from '../../../../src/admin/accounts/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { ErrorNotice, Waiting } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/values.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { ACCOUNT_TEXTS } from './texts.ts'

const QrCode = lazy(() => import('./qr-code.tsx'))
const OUTDATED = ['/account', '/people', '/session']

export function TotpSection({ account }: { account: OwnAccount }) {
  const texts = useTexts(ACCOUNT_TEXTS)
  const { hasTotp, name } = account
  const [setUp, setSetUp] = useState<TotpSetUp | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const begin = useChange(async () => {
    setSetUp(await callAdmin<TotpSetUp>('POST', '/account/totp/begin'))
  })
  return (
    <Section
      title={texts.secondStep}
      note={hasTotp ? texts.totpOnNote : texts.totpOffNote}
      actions={
        <StateBadge tone={hasTotp ? 'good' : 'warning'} text={hasTotp ? texts.on : texts.off} />
      }
    >
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
          <Button variant="default" onClick={() => setRemoving(true)}>
            {texts.totpRemove}
          </Button>
        )}
      </Group>
      <SetUpDialog setUp={setUp} onClose={() => setSetUp(null)} />
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title={texts.secondStep}
        confirmLabel={texts.totpRemove}
        isDangerous
        passwordLabel={texts.current}
        onConfirm={({ stepUp }) => callAdmin('POST', '/account/totp/remove', { body: stepUp })}
        done={texts.totpRemoved}
        outdated={OUTDATED}
      >
        {texts.totpRemoveNote}
      </ConfirmDialog>
    </Section>
  )
}

interface SetUpDialogProps {
  /** Null: closed. */
  setUp: TotpSetUp | null
  onClose: () => void
}

function SetUpDialog({ setUp, onClose }: SetUpDialogProps) {
  const texts = useTexts(ACCOUNT_TEXTS)
  const [newCode, setNewCode] = useState('')
  const close = () => {
    setNewCode('')
    onClose()
  }
  return (
    <ConfirmDialog
      opened={setUp !== null}
      onClose={close}
      title={texts.secondStep}
      confirmLabel={texts.totpConfirm}
      passwordLabel={texts.current}
      onConfirm={({ stepUp }) =>
        callAdmin('POST', '/account/totp/confirm', { body: { newCode, ...stepUp } })
      }
      done={texts.totpDone}
      outdated={OUTDATED}
    >
      {() =>
        setUp !== null && (
          <>
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
              value={newCode}
              onChange={event => setNewCode(event.currentTarget.value)}
              data-autofocus
            />
          </>
        )
      }
    </ConfirmDialog>
  )
}
