// Free spins of one player: listed, given and cancelled by an owner under the operator's rules.

import { formatAmount, parseMoney } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { createFreeSpinMethods } from '../../operator/free-spins/methods.ts'
import type { FreeSpinGrant, GrantAnswer, GrantsAnswer } from '../../operator/free-spins/schema.ts'
import type { AdminDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { askMethod } from './by-operators-rules.ts'
import { auditAs, findProjectOf } from './known-player.ts'
import { cancelRecord, makeRecord } from './records.ts'
import { type Grant, Grants, NewGrant, OneGrant } from './schema.ts'

const UNKNOWN = refuse('GRANT_NOT_FOUND', 'This player has no such grant.')

export const GRANT_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:projectId/players/:playerId/grants',
    role: 'viewer',
    summary: 'The free spins of a player, newest first',
    answer: Grants,
    errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT'],
    run: async (deps, { params }) => {
      const found = await findProjectOf(deps, params)
      if (!found.ok) return found
      const fields = { method: 'freespins_list', player_id: params.playerId }
      const methods = methodsOf(deps)
      const listed = await askMethod<GrantsAnswer>(
        deps,
        methods.freespins_list!,
        found.project,
        fields,
      )
      return listed.ok ? answered({ grants: listed.answer.grants.map(describe) }) : listed
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/players/:playerId/grants',
    role: 'owner',
    summary: 'Give a player free spins',
    body: NewGrant,
    answer: OneGrant,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'UNKNOWN_PROJECT',
      'UNKNOWN_PLAYER',
      'GAME_NOT_FOUND',
      'FREE_SPINS_UNSUPPORTED',
      'INVALID_COUNT',
      'INVALID_FREE_SPIN_BET',
      'PROJECT_BET_LIMIT',
      'INVALID_EXPIRY',
      'DUPLICATE_EXTERNAL_ID',
    ],
    run: async (deps, { params, body, by }) => {
      const method = methodsOf(deps).freespins_create!
      const asked = { method, fields: creationOf(params, body) }
      const audit = auditAs(deps, by, 'grant.created', params)
      const made = await makeRecord<GrantAnswer>(deps, params, asked, audit)
      return made.ok ? answered({ grant: describe(made.answer.grant) }) : made
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/players/:playerId/grants/:grantId/cancel',
    role: 'owner',
    summary: 'Cancel a grant; a started spin finishes',
    answer: OneGrant,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'UNKNOWN_PROJECT', 'GRANT_NOT_FOUND'],
    run: async (deps, { params, by }) => {
      const { freespins_get, freespins_cancel } = methodsOf(deps)
      const fields = (method: string) => ({ method, grant_id: params.grantId })
      const asked = {
        get: { method: freespins_get!, fields: fields('freespins_get') },
        cancel: { method: freespins_cancel!, fields: fields('freespins_cancel') },
      }
      const isOf = ({ grant }: GrantAnswer) => grant.player_id === params.playerId
      const audit = auditAs(deps, by, 'grant.cancelled', params)
      const cancelled = await cancelRecord(deps, params, asked, isOf, UNKNOWN, audit)
      return cancelled.ok ? answered({ grant: describe(cancelled.answer.grant) }) : cancelled
    },
  }),
]

const methodsOf = (deps: AdminDeps) => createFreeSpinMethods(deps)

function creationOf(
  { playerId }: PlayerRef,
  { gameId, betMinor, expiresAt, externalId, ...rest }: NewGrant,
) {
  return {
    ...rest,
    method: 'freespins_create',
    player_id: playerId,
    symbol: gameId,
    bet: formatAmount(BigInt(betMinor)),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  }
}

function describe(grant: FreeSpinGrant): Grant {
  const { total, remaining, played, status, currency } = grant
  return {
    ...{ total, remaining, played, status, currency },
    grantId: grant.grant_id,
    externalId: grant.external_id,
    gameId: grant.symbol,
    betMinor: parseMoney(grant.bet)!.toString(),
    totalWinMinor: parseMoney(grant.total_win)!.toString(),
    createdAt: grant.created_at,
    expiresAt: grant.expires_at,
    finishedAt: grant.finished_at,
  }
}
