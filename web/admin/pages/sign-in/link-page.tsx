// The page of a one-time link, whose holder sets a password. The token is after the # of the
// address, which browsers never send; it is removed from the address once it is used.

import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'
import { Link, useLocation } from 'wouter'
import type { SignedIn } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { GatePage } from './gate-page.tsx'
import { NewPassword } from './new-password.tsx'
import { ProviderButton } from './provider.tsx'
import { SIGN_IN_TEXTS } from './texts.ts'

type Whose = Static<typeof SignedIn>

export function LinkPage() {
  const texts = useTexts(SIGN_IN_TEXTS)
  const [token] = useState(() => location.hash.slice(1))
  const link = useQuery({
    queryKey: ['/link'],
    queryFn: () => callAdmin<Whose>('POST', '/link', { body: { token } }),
    enabled: token !== '',
    gcTime: 0,
  })
  return (
    <GatePage title={texts.linkTitle} note={texts.linkNote}>
      {token === '' ? (
        <Text size="sm">{texts.noToken}</Text>
      ) : (
        <Loaded query={link}>{whose => <LinkForm token={token} whose={whose} />}</Loaded>
      )}
      <Button component={Link} href="/" variant="subtle" color="gray" size="compact-sm">
        {texts.toSignIn}
      </Button>
    </GatePage>
  )
}

function LinkForm({ token, whose }: { token: string; whose: Whose }) {
  const texts = useTexts(SIGN_IN_TEXTS)
  const { roles } = useTexts(FRAME_TEXTS)
  const [password, setPassword] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const use = useChange(async (given: string) => {
    await callAdmin('POST', '/link/use', { body: { token, password: given } })
    queries.clear()
    navigate('/', { replace: true })
  })
  const submit = () => {
    if (password !== null) use.mutate(password)
  }
  const welcome = { name: whose.name, role: roles[whose.role] }
  return (
    <>
      <Form
        change={use}
        onSubmit={submit}
        submitLabel={texts.linkSubmit}
        isReady={password !== null}
      >
        <Text size="sm">{fill(texts.linkWelcome, welcome)}</Text>
        <input type="hidden" name="username" autoComplete="username" value={whose.name} readOnly />
        <NewPassword onChange={setPassword} />
      </Form>
      <ProviderButton
        path="/link/provider"
        body={{ token, password }}
        isReady={password !== null}
      />
    </>
  )
}
