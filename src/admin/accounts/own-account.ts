// What a person who is signed in does with their own account: password, second step, sessions.
// Someone who finds a browser open can't take the account over: changing the password or the second
// step needs the password again.

import type { Static } from 'typebox'
import { isUuid } from '../../core/identifiers.ts'
import { type Account, findAccount } from '../../ledger/admin/accounts.ts'
import {
  changePassword,
  changeTimeZone,
  changeTotp,
  keepPendingTotp,
} from '../../ledger/admin/credentials.ts'
import { endAdminSessions, listAdminSessions } from '../../ledger/admin/sessions.ts'
import type { AdminDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import {
  type AdminCall,
  type AdminResult,
  type AdminRoute,
  answered,
  defineRoute,
} from '../route.ts'
import { deviceCookie } from '../sign-in/cookie.ts'
import { checkPassword } from '../sign-in/passwords.ts'
import { findTotpStep, newTotp } from '../sign-in/totp.ts'
import {
  Ended,
  OwnAccount,
  PasswordChange,
  TimeZoneChange,
  TotpConfirm,
  TotpSetUp,
} from './schema.ts'

export const OWN_ACCOUNT_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /account', ['account.own', 'own'], {
    summary: 'Your account with its sessions',
    answer: OwnAccount,
    run: async (deps, { account: me }) => {
      const { accountId, name, role, projectId, totpSealed } = await ownAccount(deps, me!.accountId)
      return answered({
        accountId,
        name,
        role,
        projectId,
        sessionId: me!.sessionId,
        hasTotp: totpSealed !== null,
        sessions: await listAdminSessions(deps.pool, accountId, deps.nowMs()),
      })
    },
  }),
  defineRoute('POST /account/password', ['account.own', 'own'], {
    summary:
      'Set a new password: ends every other session, and every other browser counts as unknown',
    body: PasswordChange,
    errors: ['INVALID_PASSWORD'],
    run: setPassword,
  }),
  defineRoute('PUT /account/time-zone', ['account.own', 'own'], {
    summary: 'The time zone in which the panel shows times',
    body: TimeZoneChange,
    run: async ({ pool }, { account, body: { timeZone }, by }) => {
      if (!isTimeZone(timeZone)) {
        return refuse('INVALID_REQUEST', `There is no time zone ${timeZone}.`, 'timeZone')
      }
      await changeTimeZone(pool, account!, timeZone, by)
      return answered({})
    },
  }),
  defineRoute('POST /account/totp/begin', ['account.own', 'own'], {
    summary:
      'A secret for an authenticator; no code is asked for until one of its codes was entered',
    answer: TotpSetUp,
    run: async ({ pool, masterKey }, { account }) => {
      const { secret, uri, sealed } = newTotp(masterKey, account!)
      await keepPendingTotp(pool, account!.accountId, sealed)
      return answered({ secret, uri })
    },
  }),
  defineRoute('POST /account/totp/confirm', ['account.own', 'own'], {
    summary: 'Ask for a code at every sign-in from now on',
    description:
      'An account with a second step must give one of its current codes as well as one of the ' +
      'new secret.',
    body: TotpConfirm,
    run: confirmTotp,
  }),
  defineRoute('POST /account/totp/remove', ['account.own', 'own'], {
    summary: 'Stop asking for a code',
    run: removeTotp,
  }),
  defineRoute('POST /account/sessions/:sessionId/end', ['account.own', 'own'], {
    summary: 'End one of your sessions',
    answer: Ended,
    errors: ['UNKNOWN_SESSION'],
    run: async ({ pool }, { account, params, by }) => {
      const known = isUuid(params.sessionId)
      const ended = known ? await endAdminSessions(pool, account!, params, by) : 0
      if (ended > 0) return answered({ ended })
      return refuse('UNKNOWN_SESSION', 'There is no such session: it may have ended by itself.')
    },
  }),
]

/** Checks for a time zone's name; an offset from UTC is refused. */
function isTimeZone(text: string): boolean {
  try {
    return /^[A-Z]/i.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }) !== null
  } catch {
    return false
  }
}

async function setPassword(
  deps: AdminDeps,
  { account: me, checked, body, by }: AdminCall<object, object, Static<typeof PasswordChange>>,
): Promise<Done> {
  const wrong = checkPassword(body.next, 'next')
  if (wrong !== null) return wrong
  const hash = await deps.passwords.hash(body.next)
  const { pool, nowMs } = deps
  const device = await changePassword(pool, checked!, hash, me!.sessionId, by, nowMs())
  if (device === null) return OUTDATED
  return answered({}, [deviceCookie(device, deps, checked!.name)])
}

async function confirmTotp(
  { pool, masterKey, nowMs }: AdminDeps,
  { checked: account, body, by }: AdminCall<object, object, Static<typeof TotpConfirm>>,
): Promise<Done> {
  const { accountId, totpPendingSealed: sealed } = account!
  const digits = body.newCode.replace(/\s/g, '')
  const step = sealed && findTotpStep(masterKey, accountId, sealed, digits, nowMs())
  if (sealed === null || step === null) {
    return refuse('INVALID_CODE', 'This is not the code that is shown now.', 'newCode')
  }
  const isSet = await changeTotp(pool, account!, { sealed, step }, by)
  return isSet ? answered({}) : OUTDATED
}

async function removeTotp({ pool }: AdminDeps, { checked, by }: AdminCall): Promise<Done> {
  const isRemoved = await changeTotp(pool, checked!, null, by)
  return isRemoved ? answered({}) : OUTDATED
}

type Done = AdminResult<object>

/** The account was reset, or its password changed, between the check and the change. */
const OUTDATED = refuse('WRONG_PASSWORD', 'This is no longer your password.', 'password')

async function ownAccount({ pool }: AdminDeps, accountId: string): Promise<Account> {
  const account = await findAccount(pool, { accountId })
  if (account === null) throw new Error('a session has no account')
  return account
}
