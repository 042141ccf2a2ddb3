// What an owner does with other people's accounts: make, reset, disable, sign out. An operator's
// owner does it in their project. Never sees a password.

import { isUuid } from '../../core/identifiers.ts'
import {
  type Account,
  changeAccount,
  createAccount,
  findAccount,
  listAccounts,
  resetAccount,
} from '../../ledger/admin/accounts.ts'
import { endAdminSessions, listAdminSessions } from '../../ledger/admin/sessions.ts'
import { ADMIN_SESSION_IDLE_MS } from '../../limits/admin.ts'
import { UNKNOWN_ACCOUNT as UNKNOWN } from '../access/scope.ts'
import type { AdminDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { linkOf } from '../link.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import {
  Ended,
  NewPerson,
  People,
  PeopleQuery,
  PersonChange,
  PersonLink,
  Sessions,
} from './schema.ts'

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

const OPERATORS_OFF = refuse(
  'OPERATOR_PANEL_OFF',
  'The operators’ panel is off, and an operator’s person can sign in nowhere: set ' +
    'OPERATOR_PANEL_URL.',
)

const projectOfPerson = ({ projectId = null }: { projectId?: string | null }) => projectId

export const PEOPLE_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /people', ['people.change', 'query projectId'], {
    summary: 'Everyone who may sign in: people of the platform, or of one operator',
    query: PeopleQuery,
    answer: People,
    run: async ({ pool, nowMs }, { query: { projectId = null } }) => {
      const liveSince = new Date(nowMs() - ADMIN_SESSION_IDLE_MS)
      const people = await listAccounts(pool, projectId, liveSince)
      return answered({ people })
    },
  }),
  defineRoute('POST /people', ['people.change', projectOfPerson], {
    summary: 'A new account, with its one-time link',
    body: NewPerson,
    answer: PersonLink,
    errors: ['NAME_TAKEN', 'UNKNOWN_PROJECT', 'OPERATOR_PANEL_OFF'],
    run: async (deps, { body: { name, role, projectId = null }, by }) => {
      if (projectId !== null && name.includes('@')) return NO_AT
      if (originFor(deps, { projectId }) === null) return OPERATORS_OFF
      const created = await createAccount(deps.pool, { name, role, projectId }, by)
      if (created.kind === 'created') return linkTo(deps, created.account, created.link)
      switch (created.cause) {
        case 'taken':
          return refuse('NAME_TAKEN', `There is an account "${name}" already.`, 'name')
        case 'unknown-project':
          return refuse('UNKNOWN_PROJECT', `There is no project "${projectId}".`, 'projectId')
        case 'too-many':
          return refuse('UNAVAILABLE', 'There are as many accounts as are kept.')
      }
    },
  }),
  defineRoute('PUT /people/:accountId', ['people.change', 'account'], {
    summary: 'Change the role of an account, or disable it',
    description: 'An account that is disabled is signed out everywhere at once.',
    body: PersonChange,
    errors: ['UNKNOWN_ACCOUNT', 'LAST_OWNER'],
    run: async ({ pool }, { params: { accountId }, body, by, within }) => {
      if (!isUuid(accountId)) return UNKNOWN
      const changed = await changeAccount(pool, { accountId, within }, body, by)
      if (changed.kind === 'changed') return answered({})
      return changed.cause === 'unknown' ? UNKNOWN : LAST_OWNER
    },
  }),
  defineRoute('POST /people/:accountId/reset', ['people.change', 'account'], {
    summary: 'Take password, second step and sessions, and give a new one-time link',
    answer: PersonLink,
    errors: ['UNKNOWN_ACCOUNT', 'OPERATOR_PANEL_OFF'],
    run: async (deps, { account: me, params: { accountId }, by }) => {
      if (accountId === me!.accountId) return OWN
      const account = isUuid(accountId) ? await findAccount(deps.pool, { accountId }) : null
      if (account === null) return UNKNOWN
      if (originFor(deps, account) === null) return OPERATORS_OFF
      const link = await resetAccount(deps.pool, accountId, by)
      return link === null ? UNKNOWN : linkTo(deps, account, link)
    },
  }),
  defineRoute('GET /people/:accountId/sessions', ['people.change', 'account'], {
    summary: 'Where a person is signed in',
    answer: Sessions,
    errors: ['UNKNOWN_ACCOUNT'],
    run: async ({ pool, nowMs }, { params: { accountId } }) => {
      if (!isUuid(accountId)) return UNKNOWN
      return answered({ sessions: await listAdminSessions(pool, accountId, nowMs()) })
    },
  }),
  defineRoute('POST /people/:accountId/sessions/end', ['people.change', 'account'], {
    summary: 'Sign a person out everywhere',
    answer: Ended,
    errors: ['UNKNOWN_ACCOUNT'],
    run: async ({ pool }, { params: { accountId }, by }) => {
      const account = isUuid(accountId) ? await findAccount(pool, { accountId }) : null
      if (account === null) return UNKNOWN
      return answered({ ended: await endAdminSessions(pool, account, 'all', by) })
    },
  }),
  defineRoute('POST /people/:accountId/sessions/:sessionId/end', ['people.change', 'account'], {
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

const NO_AT = refuse(
  'INVALID_REQUEST',
  'The name of an operator’s person has no "@": the project is put behind it.',
  'name',
)

/** Where the account signs in; null: nowhere. */
function originFor(
  { side, origin, operatorsOrigin }: AdminDeps,
  { projectId }: Pick<Account, 'projectId'>,
): string | null {
  return projectId === null || side === 'operators' ? origin : operatorsOrigin
}

function linkTo(deps: AdminDeps, account: Account, token: string) {
  const { accountId, name } = account
  return answered({ accountId, name, link: linkOf(originFor(deps, account)!, token) })
}
