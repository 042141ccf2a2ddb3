// What anyone who is signed in does with the own account: password, second step, sessions. Whoever found a browser
// open can't take the account over: password and second step are changed with the password alone.

import type { Static } from 'typebox'
import {
  type Account,
  changePassword,
  changeTotp,
  findAccount,
  keepPendingTotp,
} from '../../ledger/admin/accounts.ts'
import { endAdminSessions, listAdminSessions } from '../../ledger/admin/sessions.ts'
import { isUuid } from '../common-schema.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import {
  type AdminCall,
  type AdminResult,
  type AdminRoute,
  answered,
  defineRoute,
} from '../route.ts'
import { checkPassword } from '../sign-in/passwords.ts'
import { unlessCrowded } from '../sign-in/routes.ts'
import { findTotpStep, newTotp } from '../sign-in/totp.ts'
import {
  Ended,
  OwnAccount,
  PasswordChange,
  PasswordOnly,
  TotpConfirm,
  TotpSetUp,
} from './schema.ts'

export const OWN_ACCOUNT_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/account',
    role: 'viewer',
    summary: 'The own account with its sessions',
    answer: OwnAccount,
    errors: ['UNAUTHENTICATED'],
    run: async (deps, { account: me }) => {
      const { accountId, name, role, totpSealed } = await ownAccount(deps, me!.accountId)
      return answered({
        ...{ accountId, name, role, sessionId: me!.sessionId },
        hasTotp: totpSealed !== null,
        sessions: await listAdminSessions(deps.pool, accountId, deps.nowMs()),
      })
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/account/password',
    role: 'viewer',
    summary: 'A new password; ends every other session',
    body: PasswordChange,
    errors: ['UNAUTHENTICATED', 'WRONG_PASSWORD', 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS'],
    run: (deps, call) => unlessCrowded(() => setPassword(deps, call, call.body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/account/totp/begin',
    role: 'viewer',
    summary: 'A secret for an authenticator; nothing is asked for until a code of it was given',
    answer: TotpSetUp,
    errors: ['UNAUTHENTICATED'],
    run: async ({ pool, masterKey }, { account }) => {
      const { secret, uri, sealed } = newTotp(masterKey, account!)
      await keepPendingTotp(pool, account!.accountId, sealed)
      return answered({ secret, uri })
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/account/totp/confirm',
    role: 'viewer',
    summary: 'Ask for a code at every sign-in from now on',
    body: TotpConfirm,
    errors: ['UNAUTHENTICATED', 'WRONG_PASSWORD', 'INVALID_CODE', 'TOO_MANY_ATTEMPTS'],
    run: (deps, call) => unlessCrowded(() => confirmTotp(deps, call, call.body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/account/totp/remove',
    role: 'viewer',
    summary: 'Ask for no code any more',
    body: PasswordOnly,
    errors: ['UNAUTHENTICATED', 'WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS'],
    run: (deps, call) => unlessCrowded(() => removeTotp(deps, call, call.body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/account/sessions/:sessionId/end',
    role: 'viewer',
    summary: 'End one of the own sessions',
    answer: Ended,
    errors: ['UNAUTHENTICATED', 'UNKNOWN_SESSION'],
    run: async ({ pool }, { account, params, by }) => {
      const known = isUuid(params.sessionId)
      const ended = known ? await endAdminSessions(pool, account!, params, by) : 0
      if (ended > 0) return answered({ ended })
      return refuse('UNKNOWN_SESSION', 'There is no such session: it may have ended by itself.')
    },
  }),
]

async function setPassword(
  deps: AdminDeps,
  call: AdminCall,
  { current, next }: Static<typeof PasswordChange>,
): Promise<Done> {
  const checked = await checkOwnPassword(deps, call, current, 'current')
  if (!checked.ok) return checked
  const wrong = checkPassword(next, 'next')
  if (wrong !== null) return wrong
  const hash = await deps.passwords.hash(next)
  const { sessionId } = call.account!
  const isSet = await changePassword(deps.pool, checked.account, hash, sessionId, call.by)
  return isSet ? answered({}) : notYours('current')
}

async function confirmTotp(
  deps: AdminDeps,
  call: AdminCall,
  { password, code }: Static<typeof TotpConfirm>,
): Promise<Done> {
  const checked = await checkOwnPassword(deps, call, password, 'password')
  if (!checked.ok) return checked
  const { account } = checked
  const sealed = account.totpPendingSealed
  const digits = code.replace(/\s/g, '')
  const step =
    sealed === null
      ? null
      : findTotpStep(deps.masterKey, account.accountId, sealed, digits, deps.nowMs())
  if (sealed === null || step === null) {
    return refuse('INVALID_CODE', 'This is not the code that is shown now.', 'code')
  }
  const isSet = await changeTotp(deps.pool, account, { sealed, step }, call.by)
  return isSet ? answered({}) : notYours('password')
}

async function removeTotp(
  deps: AdminDeps,
  call: AdminCall,
  { password }: Static<typeof PasswordOnly>,
): Promise<Done> {
  const checked = await checkOwnPassword(deps, call, password, 'password')
  if (!checked.ok) return checked
  const isRemoved = await changeTotp(deps.pool, checked.account, null, call.by)
  return isRemoved ? answered({}) : notYours('password')
}

type Done = AdminResult<object>

const notYours = (field: string) => refuse('WRONG_PASSWORD', 'This is not your password.', field)

async function ownAccount({ pool }: AdminDeps, accountId: string): Promise<Account> {
  const account = await findAccount(pool, { accountId })
  if (account === null) throw new Error('a session has no account')
  return account
}

type Checked = { ok: true; account: Account } | AdminRefused

async function checkOwnPassword(
  deps: AdminDeps,
  { account: me, address }: AdminCall,
  password: string,
  field: string,
): Promise<Checked> {
  const held = await deps.signInLimits.take(me!.name, address)
  if (held !== null) return held
  const account = await ownAccount(deps, me!.accountId)
  const isRight = await deps.passwords.isRight(account.passwordHash, password)
  return isRight ? { ok: true, account } : notYours(field)
}
