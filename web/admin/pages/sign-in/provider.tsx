// Sign-in through an OpenID provider: the button that leads there, and the page that the browser
// comes back to. What the provider answered is removed from the address before it is used.

import { Button, Divider, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { SignInWays } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ErrorNotice, Waiting } from '../../parts/loaded.tsx'
import { useAnswer, useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { GatePage } from './gate-page.tsx'
import { SIGN_IN_TEXTS } from './texts.ts'

export function useSignInWays(): SignInWays | undefined {
  return useAnswer<SignInWays>('/sign-in', { staleTime: Number.POSITIVE_INFINITY }).data
}

interface ProviderButtonProps {
  /** Where the sign-in begins, and with what. */
  path: '/sign-in/provider' | '/link/provider'
  body?: object
  isReady?: boolean
}

/** Renders nothing where people sign in by password only. */
export function ProviderButton({ path, body = {}, isReady = true }: ProviderButtonProps) {
  const texts = useTexts(SIGN_IN_TEXTS)
  const provider = useSignInWays()?.provider ?? null
  const go = useChange(async () => {
    const { url } = await callAdmin<{ url: string }>('POST', path, { body })
    location.assign(url)
  })
  if (provider === null) return null
  return (
    <>
      <Divider label={texts.or} />
      <ErrorNotice error={go.error} />
      <Button
        variant="default"
        loading={go.isPending}
        disabled={!isReady}
        onClick={() => go.mutate(undefined)}
        data-test="provider"
      >
        {fill(texts.through, { provider })}
      </Button>
    </>
  )
}

export function ProviderPage() {
  const texts = useTexts(SIGN_IN_TEXTS)
  const [query] = useState(() => location.search.slice(1))
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  useEffect(() => history.replaceState(null, '', location.pathname), [])
  const end = useQuery({
    queryKey: ['/sign-in/provider/end'],
    queryFn: () => callAdmin('POST', '/sign-in/provider/end', { body: { query } }),
    retry: false,
    gcTime: 0,
  })
  const { isSuccess } = end
  useEffect(() => {
    if (!isSuccess) return
    queries.clear()
    navigate('/', { replace: true })
  }, [isSuccess, queries, navigate])
  return (
    <GatePage title={texts.title}>
      {end.error === null ? <Waiting /> : <ErrorNotice error={end.error} />}
      {end.error !== null && <Text size="sm">{texts.providerFailed}</Text>}
      <Button component={Link} href="/" variant="subtle" color="gray" size="compact-sm">
        {texts.toSignIn}
      </Button>
    </GatePage>
  )
}
