// The signed-in user's account: password, second step, time zone, sessions.

import { Select, SimpleGrid, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { OwnAccount } from '../../../../src/admin/accounts/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { Form } from '../../parts/form.tsx'
import { ErrorNotice, Loaded } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { Section } from '../../parts/section.tsx'
import { SessionTable } from '../../parts/session-table.tsx'
import { StepUpFields, type StepUpState, useStepUp } from '../../parts/step-up.tsx'
import { useAnswer, useChange } from '../../queries.ts'
import { useSession } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { chosenZone, listZones } from '../../time-zone.ts'
import { NewPassword } from '../sign-in/new-password.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'
import { TotpSection } from './totp-section.tsx'

export default function AccountPage() {
  const texts = useTexts(ACCOUNT_TEXTS)
  const { roles } = useTexts(FRAME_TEXTS)
  const { account: me } = useSession()
  const account = useAnswer<OwnAccount>('/account')
  return (
    <>
      <PageTitle
        title={texts.title}
        note={fill(texts.signedInAs, { name: me.name, role: roles[me.role] })}
      />
      <Loaded query={account}>
        {own => (
          <Stack gap="lg">
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <PasswordSection name={own.name} />
              <TotpSection account={own} />
            </SimpleGrid>
            <TimeZoneSection />
            <Section title={texts.sessions} note={texts.sessionsNote}>
              <SessionTable
                path="/account/sessions"
                sessions={own.sessions}
                own={own.sessionId}
                outdated={['/account']}
              />
            </Section>
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function PasswordSection({ name }: { name: string }) {
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
  return (
    <Form
      change={change}
      onSubmit={() => change.mutate(undefined)}
      submitLabel={texts.change}
      isReady={stepUp.isReady && next !== null}
    >
      <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
      <StepUpFields state={stepUp} passwordLabel={texts.current} />
      <NewPassword onChange={setNext} />
    </Form>
  )
}

function TimeZoneSection() {
  const texts = useTexts(ACCOUNT_TEXTS)
  const zones = useMemo(() => [...listZones()], [])
  const change = useChange(
    async (timeZone: string) => {
      await callAdmin('PUT', '/account/time-zone', { body: { timeZone } })
      notify(texts.timeZoneSet)
    },
    ['/session', '/account'],
  )
  return (
    <Section title={texts.timeZone} note={texts.timeZoneNote}>
      <Select
        label={texts.timeZone}
        data={zones}
        value={chosenZone()}
        onChange={zone => zone !== null && change.mutate(zone)}
        searchable
        disabled={change.isPending}
        maw="24rem"
      />
      <ErrorNotice error={change.error} />
    </Section>
  )
}
