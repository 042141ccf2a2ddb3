// Sign-in, sign-out and one-time links. What is refused never tells which of name, password and code was wrong,
// nor whether an account exists.

import type { Type } from 'typebox'
import { type Account, findAccount, findLink, useLink } from '../../ledger/admin/accounts.ts'
import { beginSession, endAdminSessions, findSession } from '../../ledger/admin/sessions.ts'
import type { AdminDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import {
  type AdminCall,
  type AdminResult,
  type AdminRoute,
  answered,
  defineRoute,
} from '../route.ts'
import { endedCookie, readSessionToken, sessionCookie } from './cookie.ts'
import { checkPassword } from './passwords.ts'
import { Link, LinkUse, Session, SignedIn, SignIn } from './schema.ts'
import { takeCode } from './totp.ts'

const FAILED = refuse('SIGN_IN_FAILED', 'Name, password or code is wrong.')
const NEEDS_CODE = refuse('CODE_REQUIRED', 'Give the code that your authenticator shows.', 'code')
const NO_LINK = refuse(
  'UNKNOWN_LINK',
  'The link was used, replaced or is older than a day: ask an owner for a new one.',
)

export const SIGN_IN_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/sign-in',
    role: 'anyone',
    summary: 'Sign in by name, password and, where it is set up, a code',
    description: 'Sets the cookie of the session, which lasts 12 hours and half an hour unused.',
    body: SignIn,
    answer: SignedIn,
    errors: ['SIGN_IN_FAILED', 'CODE_REQUIRED', 'TOO_MANY_ATTEMPTS'],
    run: signIn,
  }),
  defineRoute({
    method: 'POST',
    path: '/sign-out',
    role: 'anyone',
    summary: 'End the session of this browser',
    errors: [],
    run: async ({ pool, origin, nowMs }, { cookie, by }) => {
      const token = readSessionToken(cookie, origin)
      const session = token === null ? null : await findSession(pool, token, nowMs())
      if (session !== null) await endAdminSessions(pool, session, session, by)
      return answered({}, [endedCookie(origin)])
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/session',
    role: 'viewer',
    summary: 'Who is signed in',
    answer: Session,
    errors: ['UNAUTHENTICATED'],
    run: async ({ node }, { account }) => answered({ account: account!, node }),
  }),
  defineRoute({
    method: 'POST',
    path: '/link',
    role: 'anyone',
    summary: 'Whose a one-time link is',
    body: Link,
    answer: SignedIn,
    errors: ['UNKNOWN_LINK', 'TOO_MANY_ATTEMPTS'],
    run: async ({ pool, signInLimits }, { body, address }) => {
      const held = await signInLimits.take('link', address)
      if (held !== null) return held
      const account = await findLink(pool, body.token)
      return account === null ? NO_LINK : answered(summaryOf(account))
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/link/use',
    role: 'anyone',
    summary: 'Set a password by a one-time link, and sign in',
    body: LinkUse,
    answer: SignedIn,
    errors: ['UNKNOWN_LINK', 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS'],
    run: useOneTimeLink,
  }),
]

type SignInCall = AdminCall<object, object, Type.Static<typeof SignIn>>

async function signIn(deps: AdminDeps, call: SignInCall): Promise<AdminResult<SignedInSummary>> {
  const { pool, passwords, nowMs } = deps
  const { password, code } = call.body
  const name = call.body.name.trim().toLowerCase()
  const held = await deps.signInLimits.take(name, call.address)
  if (held !== null) return held
  const account = await findAccount(pool, { name })
  const isRight = await passwords.isRight(account?.passwordHash ?? null, password)
  if (account === null || !isRight || account.isDisabled) return FAILED
  if (account.totpSealed !== null) {
    if (code === undefined || code === '') return NEEDS_CODE
    const late = await deps.signInLimits.takeCode(name)
    if (late !== null) return late
    const taken = await takeCode(deps, account, code.replace(/\s/g, ''), nowMs())
    if (taken !== 'taken') return FAILED
  }
  return begin(deps, call, account)
}

type LinkCall = AdminCall<object, object, Type.Static<typeof LinkUse>>

async function useOneTimeLink(
  deps: AdminDeps,
  call: LinkCall,
): Promise<AdminResult<SignedInSummary>> {
  const { token, password } = call.body
  const held = await deps.signInLimits.take('link', call.address)
  if (held !== null) return held
  const wrong = checkPassword(password, 'password')
  if (wrong !== null) return wrong
  if ((await findLink(deps.pool, token)) === null) return NO_LINK
  const account = await useLink(deps.pool, token, await deps.passwords.hash(password), call.address)
  return account === null ? NO_LINK : begin(deps, call, account)
}

type SignedInSummary = Type.Static<typeof SignedIn>

const summaryOf = ({ name, role }: Account): SignedInSummary => ({ name, role })

async function begin({ pool, origin, nowMs }: AdminDeps, from: AdminCall, account: Account) {
  const token = await beginSession(pool, account, from, nowMs())
  if (token === null) return FAILED
  return answered(summaryOf(account), [sessionCookie(token, origin)])
}
