// The signed-in user's account: password, second step, sessions.

import { SimpleGrid, Stack } from '@mantine/core'
import type { OwnAccount } from '../../../../src/admin/accounts/schema.ts'
import { useTexts } from '../../language.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { Section } from '../../parts/section.tsx'
import { SessionTable } from '../../parts/session-table.tsx'
import { useAnswer } from '../../queries.ts'
import { useSession } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { PasswordSection } from './password-section.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'
import { TimeZoneSection } from './time-zone-section.tsx'
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
