// Which project a request is about, and that an account of an operator reaches only its own: what
// belongs to another project is answered like what does not exist. Central: a route only says where
// the project is named. Changes nothing.

import type { Pool } from 'pg'
import { isUuid } from '../../core/identifiers.ts'
import { findAccount } from '../../ledger/admin/accounts.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { requireRound } from '../rounds/detail.ts'
import type { PlatformAction, ProjectAction } from './actions.ts'

/**
 * Where a request names its project. `query …`: a filter of that name, which is set for accounts of
 * an operator, so that the ledger is asked for their project only. `within`: the route passes
 * `call.within` to the ledger. `own`: it reads only the account that asks, or nothing of a project.
 */
type ListScope = 'own' | 'within' | 'query projectId' | 'query project'

/** By the first id in the path. */
export type ScopeOf<Path extends string> = Path extends `${string}/:projectId${string}`
  ? 'path'
  : Path extends `${string}/:roundId${string}`
    ? 'round'
    : Path extends `${string}/:accountId${string}`
      ? 'account'
      : ListScope

/** The project that a body names; null: it is about the platform. */
type ProjectOfBody<Body> = (body: Body) => string | null

/** What a request needs: the action, and where its project is named. */
export type Needs<Path extends string, Body> =
  | 'anyone'
  | readonly [PlatformAction, 'platform']
  | readonly [ProjectAction, ScopeOf<Path> | ProjectOfBody<Body>]

export type Scope =
  | 'platform'
  | 'path'
  | 'round'
  | 'account'
  | ListScope
  | ((body: never) => string | null)

export const UNKNOWN_ACCOUNT = refuse('UNKNOWN_ACCOUNT', 'There is no such account.')
const OF_PLATFORM = refuse('FORBIDDEN', 'Only people of the platform may do this.')

const unknownProject = (projectId: string, field?: string) =>
  refuse('UNKNOWN_PROJECT', `There is no project "${projectId}".`, field)

interface Asked {
  params: Readonly<Record<string, string>>
  query: Record<string, unknown>
}

interface ScopeDeps {
  pool: Pool
  pools: PlayerDatabases<Pool>
}

/**
 * Checks the head of a request by an operator's account, and sets the filter of its query. Null: it
 * may go on.
 * @param within the account's project
 */
export async function checkScope(
  { pool, pools }: ScopeDeps,
  scope: Scope,
  within: string,
  { params, query }: Asked,
): Promise<AdminRefused | null> {
  switch (scope) {
    case 'platform':
      return OF_PLATFORM
    case 'path':
      return params.projectId === within ? null : unknownProject(params.projectId!)
    case 'round': {
      const found = await requireRound(pools, params.roundId!, within)
      return found.ok ? null : found
    }
    case 'account': {
      const accountId = params.accountId!
      const account = isUuid(accountId) ? await findAccount(pool, { accountId }) : null
      return account?.projectId === within ? null : UNKNOWN_ACCOUNT
    }
    case 'query project':
    case 'query projectId':
      return narrow(query, scope === 'query project' ? 'project' : 'projectId', within)
    default:
      return null
  }
}

function narrow(query: Asked['query'], field: string, within: string): AdminRefused | null {
  const asked = query[field] ?? within
  if (asked !== within) return unknownProject(String(asked), field)
  query[field] = within
  return null
}

/** The same of a body. */
export function checkBodyScope(scope: Scope, within: string, body: object): AdminRefused | null {
  if (typeof scope === 'string') return null
  const projectId = scope(body as never)
  if (projectId === within) return null
  return projectId === null ? OF_PLATFORM : unknownProject(projectId)
}
