// An account signed in by the ledger alone, for tests without a node.

import type { Pool } from 'pg'
import { sessionCookie } from '../../src/admin/sign-in/cookie.ts'
import type { AccountRole } from '../../src/core/account-role.ts'
import { findAccount } from '../../src/ledger/admin/accounts.ts'
import { beginSession } from '../../src/ledger/admin/sessions.ts'
import { makeAccount } from '../support/admin.ts'
import { ORIGIN } from '../support/panel-server.ts'

let people = 0

/** A new account of the role, the cookie of its session, and a change of it by SQL. */
export async function signInAs(pool: Pool, role: AccountRole, nowMs: number) {
  const name = `${role}-${++people}`
  await makeAccount(pool, name, role)
  const account = (await findAccount(pool, { name }))!
  const from = { address: '10.0.0.1', origin: 'a test', userAgent: 'a test', device: null }
  const { session } = (await beginSession(pool, account, from, nowMs))!
  const cookie = sessionCookie(session, { origin: ORIGIN, side: 'platform' }).split(';')[0]!
  /** @param text has the account's id as $1 */
  const change = (text: string) => pool.query(text, [account.accountId])
  return { cookie, change }
}
