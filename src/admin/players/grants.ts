// Free spins of one player: listed, given and cancelled by an owner under the operator's rules.

import type { Grant as FreeSpins } from '../../core/grant.ts'
import { printInstant } from '../../core/iso-time.ts'
import type { PlayerRef } from '../../core/player.ts'
import { findGame } from '../../games/catalogue/games.ts'
import {
  cancelFreeSpins,
  findFreeSpins,
  giveFreeSpins,
  listFreeSpins,
} from '../../operator/free-spins/methods.ts'
import { checkGrant, type WantedGrant } from '../../operator/free-spins/rules.ts'
import { refuse } from '../errors.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { changeAs, explain, findPlayersProject, findProjectOf, PLAYER } from './known-player.ts'
import { type Grant, Grants, NewGrant, OneGrant } from './schema.ts'

const UNKNOWN = refuse('GRANT_NOT_FOUND', 'This player has no such grant.')

export const GRANT_ROUTES: readonly AdminRoute[] = [
  defineRoute(`GET ${PLAYER}/grants`, ['player.read', 'path'], {
    summary: 'The free spins of a player, newest first',
    answer: Grants,
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { params }) => {
      const found = await findProjectOf(deps, params)
      if (!found.ok) return found
      const { playerId } = params
      const every = { gameId: undefined, currency: undefined, status: undefined }
      const grants = await listFreeSpins(deps, found.project, { playerId, ...every })
      return answered({ grants: grants.map(describe) })
    },
  }),
  defineRoute(`POST ${PLAYER}/grants`, ['grant.change', 'path'], {
    summary: 'Give a player free spins',
    body: NewGrant,
    answer: OneGrant,
    errors: [
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
      const found = await findPlayersProject(deps, params)
      if (!found.ok) return found
      const creation = checkGrant(wantedGrant(params, body), findGame)
      if (!creation.ok) return explain(creation)
      const change = changeAs(deps, by, 'grant.created', params)
      const given = await giveFreeSpins(deps, found.project, creation.value, change)
      return given.ok ? answered({ grant: describe(given.value) }) : explain(given)
    },
  }),
  defineRoute(`POST ${PLAYER}/grants/:grantId/cancel`, ['grant.change', 'path'], {
    summary: 'Cancel a grant; a started spin finishes',
    answer: OneGrant,
    errors: ['UNKNOWN_PROJECT', 'GRANT_NOT_FOUND'],
    run: async (deps, { params, by }) => {
      const found = await findProjectOf(deps, params)
      if (!found.ok) return found
      const reference = { id: params.grantId }
      const known = await findFreeSpins(deps, found.project, reference)
      if (!known.ok) return explain(known)
      // A path names both.
      if (known.value.playerId !== params.playerId) return UNKNOWN
      const change = changeAs(deps, by, 'grant.cancelled', params)
      const cancelled = await cancelFreeSpins(deps, found.project, reference, change)
      return cancelled.ok ? answered({ grant: describe(cancelled.value) }) : explain(cancelled)
    },
  }),
]

function wantedGrant(
  { playerId }: PlayerRef,
  { gameId, currency, count: total, betMinor, expiresAt, externalId }: NewGrant,
): WantedGrant {
  return { playerId, gameId, currency, total, betMinor: BigInt(betMinor), expiresAt, externalId }
}

function describe(grant: FreeSpins): Grant {
  const { grantId, externalId, gameId, currency, total, remaining, played, status } = grant
  return {
    grantId,
    externalId,
    gameId,
    currency,
    total,
    remaining,
    played,
    status,
    betMinor: grant.betMinor.toString(),
    totalWinMinor: grant.totalWinMinor.toString(),
    createdAt: printInstant(grant.createdAtMs),
    expiresAt: printInstant(grant.expiresAtMs),
    finishedAt: grant.finishedAtMs === null ? null : printInstant(grant.finishedAtMs),
  }
}
