// What an owner does with other people's accounts: make, reset, disable, sign out. Never sees a
// password.

import { isUuid } from '../../core/identifiers.ts'
import {
  changeAccount,
  createAccount,
  findAccount,
  listAccounts,
  resetAccount,
} from '../../ledger/admin/accounts.ts'
import { endAdminSessions, listAdminSessions } from '../../ledger/admin/sessions.ts'
import { ADMIN_ACCOUNTS_MAX, ADMIN_SESSION_IDLE_MS } from '../../limits/admin.ts'
import { refuse } from '../errors.ts'
import { linkOf } from '../link.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { Ended, NewPerson, People, PersonChange, PersonLink, Sessions } from './schema.ts'

const UNKNOWN = refuse('UNKNOWN_ACCOUNT', 'There is no such account.')
const LAST_OWNER = refuse(
  'LAST_OWNER',
  'This is the last owner who can sign in: make another one first.',
)

/**
 * Without this refusal, someone who finds a browser open could set a password without the old one.
 */
const OWN = refuse(
  'FORBIDDEN',
  'This is your own account: change its password and second step under Account.',
)

export const PEOPLE_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /people', 'owner', {
    summary: 'Everyone who may sign in',
    answer: People,
    run: async ({ pool, nowMs }) => {
      const people = await listAccounts(pool, new Date(nowMs() - ADMIN_SESSION_IDLE_MS))
      return answered({ people })
    },
  }),
  defineRoute('POST /people', 'owner', {
    summary: 'A new account, with its one-time link',
    body: NewPerson,
    answer: PersonLink,
    errors: ['NAME_TAKEN'],
    run: async ({ pool, origin }, { body, by }) => {
      const created = await createAccount(pool, body, by)
      if (created.kind === 'created') {
        const { account, link } = created
        return answered({ accountId: account.accountId, link: linkOf(origin, link) })
      }
      return created.cause === 'taken'
        ? refuse('NAME_TAKEN', `There is an account "${body.name}" already.`, 'name')
        : refuse('UNAVAILABLE', `There are ${ADMIN_ACCOUNTS_MAX} accounts: no more are kept.`)
    },
  }),
  defineRoute('PUT /people/:accountId', 'owner', {
    summary: 'Change the role of an account, or disable it',
    description: 'An account that is disabled is signed out everywhere at once.',
    body: PersonChange,
    errors: ['UNKNOWN_ACCOUNT', 'LAST_OWNER'],
    run: async ({ pool }, { params, body, by }) => {
      if (!isUuid(params.accountId)) return UNKNOWN
      const changed = await changeAccount(pool, params.accountId, body, by)
      if (changed.kind === 'changed') return answered({})
      return changed.cause === 'unknown' ? UNKNOWN : LAST_OWNER
    },
  }),
  defineRoute('POST /people/:accountId/reset', 'owner', {
    summary: 'Take password, second step and sessions, and give a new one-time link',
    answer: PersonLink,
    errors: ['UNKNOWN_ACCOUNT'],
    run: async ({ pool, origin }, { account, params: { accountId }, by }) => {
      if (accountId === account!.accountId) return OWN
      const link = isUuid(accountId) ? await resetAccount(pool, accountId, by) : null
      return link === null ? UNKNOWN : answered({ accountId, link: linkOf(origin, link) })
    },
  }),
  defineRoute('GET /people/:accountId/sessions', 'owner', {
    summary: 'Where a person is signed in',
    answer: Sessions,
    errors: ['UNKNOWN_ACCOUNT'],
    run: async ({ pool, nowMs }, { params: { accountId } }) => {
      if (!isUuid(accountId)) return UNKNOWN
      return answered({ sessions: await listAdminSessions(pool, accountId, nowMs()) })
    },
  }),
  defineRoute('POST /people/:accountId/sessions/end', 'owner', {
    summary: 'Sign a person out everywhere',
    answer: Ended,
    errors: ['UNKNOWN_ACCOUNT'],
    run: async ({ pool }, { params: { accountId }, by }) => {
      const account = isUuid(accountId) ? await findAccount(pool, { accountId }) : null
      if (account === null) return UNKNOWN
      return answered({ ended: await endAdminSessions(pool, account, 'all', by) })
    },
  }),
  defineRoute('POST /people/:accountId/sessions/:sessionId/end', 'owner', {
    summary: 'End one session of a person',
    answer: Ended,
    errors: ['UNKNOWN_ACCOUNT', 'UNKNOWN_SESSION'],
    run: async ({ pool }, { params: { accountId, sessionId }, by }) => {
      const account = isUuid(accountId) ? await findAccount(pool, { accountId }) : null
      if (account === null) return UNKNOWN
      const ended = isUuid(sessionId) ? await endAdminSessions(pool, account, { sessionId }, by) : 0
      if (ended > 0) return answered({ ended })
      return refuse('UNKNOWN_SESSION', 'There is no such session: it may have ended by itself.')
    },
  }),
]
