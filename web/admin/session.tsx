// Who is signed in. When a session ends while a page is open, the sign-in opens over the page,
// which keeps all input. Must never hold a password or repeat a change for another user.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, Fragment, type ReactNode, use, useEffect, useState } from 'react'
import type { AdminAction } from '../../src/admin/access/actions.ts'
import type { Session } from '../../src/admin/sign-in/schema.ts'
import { AdminRefusal, callAdmin, onSignedOut } from './api.ts'
import { useTexts } from './language.tsx'
import { SignInForm, SignInPage } from './pages/sign-in/sign-in-form.tsx'
import { SIGN_IN_TEXTS } from './pages/sign-in/texts.ts'
import { Dialog } from './parts/dialog.tsx'
import { Loaded } from './parts/loaded.tsx'
import { chooseZone } from './time-zone.ts'

const PATH = '/session'
const Context = createContext<Session | null>(null)

export function SessionGate({ children }: { children: ReactNode }) {
  const texts = useTexts(SIGN_IN_TEXTS)
  const { session, isOver, signedIn } = useSessionState()
  return (
    <Loaded query={session}>
      {known => {
        if (known === null) return <SignInPage onSignedIn={signedIn} />
        const { account } = known
        chooseZone(account.timeZone)
        return (
          <Context value={known}>
            <Fragment key={`${account.accountId} ${account.timeZone}`}>{children}</Fragment>
            <Dialog opened={isOver} onClose={null} title={texts.over}>
              <SignInForm name={account.name} note={texts.overNote} onSignedIn={signedIn} />
            </Dialog>
          </Context>
        )
      }}
    </Loaded>
  )
}

/** The session of the signed-in user; for pages only. */
export function useSession(): Session {
  const session = use(Context)
  if (session === null) throw new Error('no person is signed in')
  return session
}

/** Whether the user's role allows an action; the platform decides again at each request. */
export function useMay(action: AdminAction): boolean {
  return useSession().actions.includes(action)
}

/** Ends the session and clears everything that was loaded. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await callAdmin('POST', '/sign-out')
    queries.setQueryData([PATH], null)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== PATH })
  }
}

function useSessionState() {
  const queries = useQueryClient()
  const [isOver, setOver] = useState(false)
  const session = useQuery({
    queryKey: [PATH],
    queryFn: readSession,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => onSignedOut(() => setOver(true)), [])
  const signedIn = async () => {
    const before = session.data?.account.accountId
    const after = (await session.refetch()).data?.account.accountId
    setOver(false)
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== PATH
    if (before !== after) queries.removeQueries({ predicate: isOther })
    else await queries.invalidateQueries({ predicate: isOther })
  }
  return { session, isOver, signedIn }
}

async function readSession(): Promise<Session | null> {
  try {
    return await callAdmin<Session>('GET', PATH)
  } catch (error) {
    if (error instanceof AdminRefusal && error.code === 'UNAUTHENTICATED') return null
    throw error
  }
}
