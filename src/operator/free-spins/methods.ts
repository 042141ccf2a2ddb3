// The free-spin methods of POST /gameActions.do: give a player spins at a fixed bet; read, list and
// cancel grants. Plays no spin. Source: operator API, "Free-spin methods".

import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { checkStake, effectiveBounds, type PlayerLimit } from '../../core/bet-limits.ts'
import { createGrant } from '../../core/grant.ts'
import type { Reference } from '../../core/identifiers.ts'
import { inShardOf } from '../../core/shard.ts'
import { findGame } from '../../games/catalogue/games.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { findReferred } from '../../ledger/entitlements/external-ids.ts'
import { cancelStoredGrant } from '../../ledger/entitlements/grant-moves.ts'
import { findGrant, listGrants, storeGrant } from '../../ledger/entitlements/grants.ts'
import { listPlayerLimits } from '../../ledger/entitlements/player-limits.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import type { RedisState } from '../../redis/player-state.ts'
import type { AnyMethod, CallContext, Executed, OperatorMethod } from '../call.ts'
import { refuse } from '../errors.ts'
import { resolveExpiry } from '../expiry.ts'
import { presentGrant } from './record.ts'
import {
  type Creation,
  LIFETIME_MAX_MS,
  readCreation,
  readGrantList,
  readGrantToCancel,
  readGrantToGet,
} from './rules.ts'
import type { FreeSpinGrant, FreespinsList, GrantAnswer, GrantsAnswer } from './schema.ts'

export interface FreeSpinDeps {
  pools: PlayerDatabases<Pool>
  redisState: Pick<RedisState, 'dropEntitlements'>
  nowMs(): number
}

interface OneGrant {
  grant: FreeSpinGrant
}

interface Grants {
  grants: FreeSpinGrant[]
}

/** By the text of the `method` field. */
export function createFreeSpinMethods(deps: FreeSpinDeps): Record<string, AnyMethod> {
  const create: OperatorMethod<Creation, OneGrant> = {
    name: 'freespins_create',
    read: body => readCreation(body, findGame),
    execute: (project, creation, call) => grantSpins(deps, project, creation, call),
    present: presentOne,
  }
  const get: OperatorMethod<Reference, OneGrant> = {
    name: 'freespins_get',
    isReading: true,
    read: readGrantToGet,
    execute: (project, reference) => getGrant(deps, project, reference),
    present: presentOne,
  }
  const list: OperatorMethod<FreespinsList, Grants> = {
    name: 'freespins_list',
    isReading: true,
    read: readGrantList,
    execute: (project, filter) => listProjectGrants(deps, project, filter),
    present: ({ grants }): GrantsAnswer => ({ status: 'ok', grants }),
  }
  const cancel: OperatorMethod<Reference, OneGrant> = {
    name: 'freespins_cancel',
    read: readGrantToCancel,
    execute: (project, reference, call) => cancelSpins(deps, project, reference, call),
    present: presentOne,
  }
  return Object.fromEntries([create, get, list, cancel].map(method => [method.name, method]))
}

function presentOne({ grant }: OneGrant): GrantAnswer {
  return { status: 'ok', grant }
}

async function grantSpins(
  deps: FreeSpinDeps,
  project: Project,
  creation: Creation,
  call: CallContext,
): Promise<Executed<OneGrant>> {
  const nowMs = deps.nowMs()
  const { game, bet, ...fields } = creation
  const expiry = resolveExpiry(creation.expiresAtMs, nowMs, LIFETIME_MAX_MS)
  if (!expiry.ok) return expiry
  const { projectId } = project
  const { playerId } = creation
  const player = { projectId, playerId }
  const playerLimits = await listPlayerLimits(deps.pools.of(player), projectId, playerId)
  if (!isWithinLimits(project, playerLimits, creation)) return refuse('PROJECT_BET_LIMIT')
  const grant = createGrant({
    ...fields,
    grantId: inShardOf(player, uuidv7()),
    gameId: game.id,
    provider: game.provider,
    betTerms: JSON.stringify(bet),
    createdAtMs: nowMs,
    expiresAtMs: expiry.value,
  })
  const stored = await storeGrant(deps.pools, projectId, grant, call.byOwner)
  if (stored.kind === 'refused') return refuse('DUPLICATE_EXTERNAL_ID')
  await dropEntitlements(deps, project, grant.playerId, call)
  return { ok: true, grant: presentGrant({ ...grant, grantId: stored.id }, nowMs) }
}

function isWithinLimits(
  { settings: { projectLimits, gameLimits } }: Project,
  player: readonly PlayerLimit[],
  { game, currency, betMinor }: Creation,
): boolean {
  const limits = { project: projectLimits, games: gameLimits, player }
  const bounds = effectiveBounds(limits, { gameId: game.id, provider: game.provider, currency })
  return checkStake(betMinor, bounds) === 'ok'
}

async function getGrant(
  { pools, nowMs }: FreeSpinDeps,
  { projectId }: Project,
  reference: Reference,
): Promise<Executed<OneGrant>> {
  const grant = await findReferred(pools, projectId, 'grant', reference, (pool, id) =>
    findGrant(pool, projectId, id),
  )
  return grant === null
    ? refuse('GRANT_NOT_FOUND')
    : { ok: true, grant: presentGrant(grant, nowMs()) }
}

async function listProjectGrants(
  { pools, nowMs }: FreeSpinDeps,
  { projectId }: Project,
  { player_id: playerId, symbol: gameId, currency, status }: FreespinsList,
): Promise<Executed<Grants>> {
  const askedMs = nowMs()
  const grants = await listGrants(pools, projectId, { playerId, gameId, currency, status }, askedMs)
  return { ok: true, grants: grants.map(grant => presentGrant(grant, askedMs)) }
}

async function cancelSpins(
  deps: FreeSpinDeps,
  project: Project,
  reference: Reference,
  call: CallContext,
): Promise<Executed<OneGrant>> {
  const nowMs = deps.nowMs()
  const { projectId } = project
  const cancelled = await findReferred(deps.pools, projectId, 'grant', reference, (pool, id) =>
    cancelStoredGrant(pool, projectId, id, nowMs, call.byOwner),
  )
  if (cancelled === null) return refuse('GRANT_NOT_FOUND')
  const { grant, hasChanged } = cancelled
  if (hasChanged) await dropEntitlements(deps, project, grant.playerId, call)
  return { ok: true, grant: presentGrant(grant, nowMs) }
}

/** Only saves the player a refused round: the ledger detects that the entitlements have changed. */
async function dropEntitlements(
  { redisState }: FreeSpinDeps,
  { projectId }: Project,
  playerId: string,
  { onFault }: CallContext,
): Promise<void> {
  await redisState.dropEntitlements({ projectId, playerId }).catch(onFault)
}
