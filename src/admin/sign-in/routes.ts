// Sign-in, sign-out and one-time links. A refusal never reveals which of name, password and code
// was wrong, nor whether an account exists.

import type { Type } from 'typebox'
import { type Account, findAccount, findLink, useLink } from '../../ledger/admin/accounts.ts'
import { countWrongTry, findDevice } from '../../ledger/admin/devices.ts'
import { beginSession, endAdminSessions, findSession } from '../../ledger/admin/sessions.ts'
import { ADMIN_ACTIONS, mayDo } from '../access/actions.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import {
  type AdminCall,
  type AdminResult,
  type AdminRoute,
  answered,
  defineRoute,
} from '../route.ts'
import {
  deviceCookie,
  endedCookie,
  readDeviceToken,
  readSessionToken,
  sessionCookie,
} from './cookie.ts'
import type { Trier } from './limits.ts'
import { checkPassword } from './passwords.ts'
import { Link, LinkUse, Session, SignedIn, SignIn } from './schema.ts'
import { isOf } from './side.ts'
import { takeCode } from './totp.ts'

const FAILED = refuse('SIGN_IN_FAILED', 'Name, password or code is wrong.')
const NEEDS_CODE = refuse('CODE_REQUIRED', 'Give the code that your authenticator shows.', 'code')
export const NO_LINK = refuse(
  'UNKNOWN_LINK',
  'The link was used, replaced or is older than a day: ask an owner for a new one.',
)

export const SIGN_IN_ROUTES: readonly AdminRoute[] = [
  defineRoute('POST /sign-in', 'anyone', {
    summary: 'Sign in by name, password and, where it is set up, a code',
    description:
      'Sets two cookies: one for the session, which ends after 12 hours, or after half an hour ' +
      'without use; and one that identifies this browser at its next sign-in for 90 days, so ' +
      'that its attempts are counted separately.',
    body: SignIn,
    answer: SignedIn,
    errors: ['SIGN_IN_FAILED', 'CODE_REQUIRED', 'TOO_MANY_ATTEMPTS'],
    run: signIn,
  }),
  defineRoute('POST /sign-out', 'anyone', {
    summary: 'End the session of this browser',
    run: async (deps, { cookie, by }) => {
      const { pool, nowMs } = deps
      const token = readSessionToken(cookie, deps)
      const session = token === null ? null : await findSession(pool, token, nowMs())
      if (session !== null) await endAdminSessions(pool, session, session, by)
      return answered({}, [endedCookie(deps)])
    },
  }),
  defineRoute('GET /session', ['account.own', 'own'], {
    summary: 'Who is signed in',
    answer: Session,
    run: async ({ node, side }, { account }) => {
      const actions = ADMIN_ACTIONS.filter(action => mayDo(account!, action))
      // The names of nodes are the platform's.
      return answered({ account: account!, actions, node: side === 'platform' ? node : null })
    },
  }),
  defineRoute('POST /link', 'anyone', {
    summary: 'Which account a one-time link belongs to',
    body: Link,
    answer: SignedIn,
    errors: ['UNKNOWN_LINK', 'TOO_MANY_ATTEMPTS'],
    run: async (deps, { body, address }) => {
      const held = await deps.signInLimits.takeLink(address)
      if (held !== null) return held
      const account = await findOwnLink(deps, body.token)
      return account === null ? NO_LINK : answered(summaryOf(account))
    },
  }),
  defineRoute('POST /link/use', 'anyone', {
    summary: 'Set a password by a one-time link, and sign in',
    body: LinkUse,
    answer: SignedIn,
    errors: ['UNKNOWN_LINK', 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS'],
    run: useOneTimeLink,
  }),
]

type SignInCall = AdminCall<object, object, Type.Static<typeof SignIn>>

async function signIn(deps: AdminDeps, call: SignInCall): Promise<AdminResult<SignedInSummary>> {
  const name = call.body.name.trim().toLowerCase()
  const trier = await findTrier(deps, call, name)
  const held = await deps.signInLimits.take(trier)
  if (held !== null) return noteRefused(deps, held)
  const found = await findAccount(deps.pool, { name })
  const account = found !== null && isOf(deps.side, found) ? found : null
  const refused = await checkSignIn(deps, call.body, account, trier)
  if (account !== null && refused === null) {
    await deps.signInLimits.forgive(trier)
    return begin(deps, call, account)
  }
  if (refused === FAILED) {
    deps.failedSignIns.add(account?.name ?? null, call.address)
    if (trier.by === 'device') await countWrongTry(deps.pool, trier.deviceId)
  }
  return noteRefused(deps, refused ?? FAILED)
}

/** Null also for a link of the other side. */
async function findOwnLink({ pool, side }: AdminDeps, token: string): Promise<Account | null> {
  const account = await findLink(pool, token)
  return account !== null && isOf(side, account) ? account : null
}

/**
 * A browser that has signed in under this name does not count as a stranger, whatever strangers do.
 */
async function findTrier(
  { pool, nowMs, ...panel }: AdminDeps,
  { cookie, address }: AdminCall,
  name: string,
): Promise<Trier> {
  const token = readDeviceToken(cookie, panel, name)
  const deviceId = token === null ? null : await findDevice(pool, token, name, nowMs())
  return deviceId === null ? { by: 'stranger', name, address } : { by: 'device', deviceId, name }
}

/** Null: signed in. */
async function checkSignIn(
  deps: AdminDeps,
  { password, code = '' }: SignInCall['body'],
  account: Account | null,
  trier: Trier,
): Promise<AdminRefused | null> {
  const asker = trier.by === 'stranger' ? 'stranger' : 'known'
  const isRight = await deps.passwords.isRight(account?.passwordHash ?? null, password, asker)
  if (account === null || !isRight || account.isDisabled) return FAILED
  // The provider decides who signs in, and may have dismissed the person.
  if (account.hasIdentity) return FAILED
  if (account.totpSealed === null) return null
  if (code === '') return NEEDS_CODE
  const held = await deps.signInLimits.takeCode(trier)
  if (held !== null) return held
  const taken = await takeCode(deps, account, code.replace(/\s/g, ''), deps.nowMs())
  return taken === 'taken' ? null : FAILED
}

/** Counts a refusal and returns it. */
export function noteRefused({ onSignInFailed }: AdminDeps, refused: AdminRefused): AdminRefused {
  if (refused.code === 'SIGN_IN_FAILED') onSignInFailed('failed')
  if (refused.code === 'TOO_MANY_ATTEMPTS') onSignInFailed('too-many')
  return refused
}

type LinkCall = AdminCall<object, object, Type.Static<typeof LinkUse>>

async function useOneTimeLink(
  deps: AdminDeps,
  call: LinkCall,
): Promise<AdminResult<SignedInSummary>> {
  const { token, password } = call.body
  const held = await deps.signInLimits.takeLink(call.address)
  if (held !== null) return held
  const wrong = checkPassword(password, 'password')
  if (wrong !== null) return wrong
  if ((await findOwnLink(deps, token)) === null) return NO_LINK
  const hash = await deps.passwords.hash(password)
  const account = await useLink(deps.pool, token, hash, call.by.origin)
  return account === null ? NO_LINK : begin(deps, call, account)
}

export type SignedInSummary = Type.Static<typeof SignedIn>

const summaryOf = ({ name, role, projectId }: Account): SignedInSummary => ({
  name,
  role,
  projectId,
})

/** A session of the account, for the browser that asks. */
export async function begin(deps: AdminDeps, call: AdminCall, account: Account) {
  const { name } = account
  const { address, userAgent, cookie, by } = call
  const device = readDeviceToken(cookie, deps, name)
  const from = { address, userAgent, device, origin: by.origin }
  const begun = await beginSession(deps.pool, account, from, deps.nowMs())
  if (begun === null) return FAILED
  return answered(summaryOf(account), [
    sessionCookie(begun.session, deps),
    deviceCookie(begun.device, deps, name),
  ])
}
