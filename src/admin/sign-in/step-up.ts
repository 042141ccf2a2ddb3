// Asks the person who is signed in for the password again, and for a code if the account has a
// second step, before anything that a stranger at an open browser must not do. Counted by session,
// so that strangers elsewhere use up none of its tries. A refusal is audited, and too many wrong
// tries in a row end the session. Must never log what was typed.

import { type Account, auditAccount, findAccount } from '../../ledger/admin/accounts.ts'
import { countWrongTry, endAdminSessions, forgetWrongTries } from '../../ledger/admin/sessions.ts'
import { ADMIN_WRONG_TRIES } from '../../limits/admin.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminErrorCode, type AdminRefused, refuse } from '../errors.ts'
import type { AdminCall } from '../route.ts'
import type { Trier } from './limits.ts'
import type { StepUp } from './schema.ts'
import { takeCode } from './totp.ts'

export type SteppedUp = { ok: true; account: Account } | AdminRefused

type Deps = Pick<AdminDeps, 'pool' | 'masterKey' | 'passwords' | 'signInLimits' | 'nowMs'>

/**
 * Returns the account as it was read for the check.
 * @param path of the route, for the audit log
 */
export async function stepUp(
  deps: Deps,
  { account: me, address, by }: AdminCall,
  { password = '', code = '' }: { [Field in keyof StepUp]: StepUp[Field] | undefined },
  path: string,
): Promise<SteppedUp> {
  if (password === '') {
    return refuse('CONFIRMATION_REQUIRED', 'Give your password again to do this.', 'password')
  }
  const { name, sessionId } = me!
  const trier: Trier & { by: 'session' } = { by: 'session', sessionId, name, address }
  const held = await deps.signInLimits.take(trier)
  if (held !== null) return held
  const account = await findAccount(deps.pool, { accountId: me!.accountId })
  if (account === null) throw new Error('a session has no account')
  const refused =
    (await checkPassword(deps, account, password)) ?? (await checkCode(deps, account, code, trier))
  if (refused === null) {
    await deps.signInLimits.forgive(trier)
    await forgetWrongTries(deps.pool, sessionId)
    return { ok: true, account }
  }
  if (WRONG.has(refused.code)) {
    await deps.signInLimits.noteWrong(trier)
    const after = { path, code: refused.code }
    await auditAccount(deps.pool, by, 'account.step-up-refused', account, null, after)
    const wrong = await countWrongTry(deps.pool, sessionId)
    if (wrong >= ADMIN_WRONG_TRIES) await endAdminSessions(deps.pool, account, { sessionId }, by)
  }
  return refused
}

/** What was typed was wrong: kept in the audit log. */
const WRONG: ReadonlySet<AdminErrorCode> = new Set(['WRONG_PASSWORD', 'INVALID_CODE', 'CODE_USED'])

async function checkPassword({ passwords }: Deps, { passwordHash }: Account, password: string) {
  const isRight = await passwords.isRight(passwordHash, password, 'known')
  return isRight ? null : refuse('WRONG_PASSWORD', 'This is not your password.', 'password')
}

async function checkCode(deps: Deps, account: Account, code: string, trier: Trier) {
  if (account.totpSealed === null) return null
  if (code === '') {
    return refuse('CODE_REQUIRED', 'Give the code that your authenticator shows.', 'code')
  }
  const held = await deps.signInLimits.takeCode(trier)
  if (held !== null) return held
  const taken = await takeCode(deps, account, code.replace(/\s/g, ''), deps.nowMs())
  return taken === 'taken' ? null : REFUSED_CODES[taken]
}

/**
 * CODE_USED is answered only after the right password, and a used code is worthless to a guesser.
 */
const REFUSED_CODES = {
  wrong: refuse('INVALID_CODE', 'This is not the code that your authenticator shows now.', 'code'),
  used: refuse(
    'CODE_USED',
    'This code was used already, perhaps to sign in. Wait until your authenticator shows the ' +
      'next one, and give that.',
    'code',
  ),
}
