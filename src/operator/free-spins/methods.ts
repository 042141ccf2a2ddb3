// Free spins: given to a player at a fixed bet, found, listed and cancelled, in the terms of core;
// and the methods of POST /gameActions.do that print them. Plays no spin. Source: operator API,
// "Free-spin methods".

import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { checkStake, effectiveBounds, type PlayerLimit } from '../../core/bet-limits.ts'
import { createGrant, type Grant, grantAt } from '../../core/grant.ts'
import type { Reference } from '../../core/identifiers.ts'
import { inShardOf } from '../../core/shard.ts'
import { findGame } from '../../games/catalogue/games.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { findReferred } from '../../ledger/entitlements/external-ids.ts'
import { cancelStoredGrant } from '../../ledger/entitlements/grant-moves.ts'
import {
  findGrant,
  type GrantFilter,
  listGrants,
  storeGrant,
} from '../../ledger/entitlements/grants.ts'
import { listPlayerLimits } from '../../ledger/entitlements/player-levels.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import type { RedisState } from '../../redis/player-state.ts'
import type { AnyMethod, Change, Executed, OperatorMethod, ResultOf } from '../call.ts'
import { refuse } from '../errors.ts'
import { resolveExpiry } from '../expiry.ts'
import { accept, type Read } from '../request.ts'
import { presentGrant } from './record.ts'
import {
  type Creation,
  LIFETIME_MAX_MS,
  readCreation,
  readGrantList,
  readGrantToCancel,
  readGrantToGet,
} from './rules.ts'
import type { FreespinsList, GrantAnswer, GrantsAnswer } from './schema.ts'

export interface FreeSpinDeps {
  pools: PlayerDatabases<Pool>
  redisState: Pick<RedisState, 'dropEntitlements'>
  nowMs(): number
}

type OneGrant = ResultOf<GrantAnswer>

/** By the text of the `method` field. */
export function createFreeSpinMethods(deps: FreeSpinDeps): Record<string, AnyMethod> {
  const create: OperatorMethod<Creation, OneGrant> = {
    name: 'freespins_create',
    read: body => readCreation(body, findGame),
    execute: (project, creation, call) => printOne(giveFreeSpins(deps, project, creation, call)),
  }
  const get: OperatorMethod<Reference, OneGrant> = {
    name: 'freespins_get',
    isReading: true,
    read: readGrantToGet,
    execute: (project, reference) => printOne(findFreeSpins(deps, project, reference)),
  }
  const list: OperatorMethod<FreespinsList, ResultOf<GrantsAnswer>> = {
    name: 'freespins_list',
    isReading: true,
    read: readGrantList,
    async execute(project, { player_id: playerId, symbol: gameId, currency, status }) {
      const listed = await listFreeSpins(deps, project, { playerId, gameId, currency, status })
      return { ok: true, grants: listed.map(presentGrant) }
    },
  }
  const cancel: OperatorMethod<Reference, OneGrant> = {
    name: 'freespins_cancel',
    read: readGrantToCancel,
    execute: (project, reference, call) =>
      printOne(cancelFreeSpins(deps, project, reference, call)),
  }
  return Object.fromEntries([create, get, list, cancel].map(method => [method.name, method]))
}

async function printOne(work: Promise<Read<Grant>>): Promise<Executed<OneGrant>> {
  const read = await work
  return read.ok ? { ok: true, grant: presentGrant(read.value) } : read
}

/** Like every grant of this file: as of now, so that an expired one is shown as expired. */
export async function giveFreeSpins(
  deps: FreeSpinDeps,
  project: Project,
  creation: Creation,
  change: Change,
): Promise<Read<Grant>> {
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
    grantId: inShardOf(player, uuidv7({ msecs: nowMs })),
    gameId: game.id,
    provider: game.provider,
    betTerms: JSON.stringify(bet),
    createdAtMs: nowMs,
    expiresAtMs: expiry.value,
  })
  const stored = await storeGrant(deps.pools, projectId, grant, change.audit)
  if (stored.kind === 'refused') return refuse('DUPLICATE_EXTERNAL_ID')
  await dropEntitlements(deps, project, grant.playerId, change)
  return accept({ ...grant, grantId: stored.id })
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

export async function findFreeSpins(
  { pools, nowMs }: FreeSpinDeps,
  { projectId }: Project,
  reference: Reference,
): Promise<Read<Grant>> {
  const grant = await findReferred(pools, projectId, 'grant', reference, (pool, id) =>
    findGrant(pool, projectId, id),
  )
  return grant === null ? refuse('GRANT_NOT_FOUND') : accept(grantAt(grant, nowMs()))
}

/** Newest first. */
export async function listFreeSpins(
  { pools, nowMs }: FreeSpinDeps,
  { projectId }: Project,
  filter: GrantFilter,
): Promise<Grant[]> {
  const askedMs = nowMs()
  const grants = await listGrants(pools, projectId, filter, askedMs)
  return grants.map(grant => grantAt(grant, askedMs))
}

export async function cancelFreeSpins(
  deps: FreeSpinDeps,
  project: Project,
  reference: Reference,
  change: Change,
): Promise<Read<Grant>> {
  const nowMs = deps.nowMs()
  const { projectId } = project
  const cancelled = await findReferred(deps.pools, projectId, 'grant', reference, (pool, id) =>
    cancelStoredGrant(pool, projectId, id, nowMs, change.audit),
  )
  if (cancelled === null) return refuse('GRANT_NOT_FOUND')
  const { grant, hasChanged } = cancelled
  if (hasChanged) await dropEntitlements(deps, project, grant.playerId, change)
  return accept(grantAt(grant, nowMs))
}

/** Only saves the player a refused round: the ledger detects that the entitlements have changed. */
async function dropEntitlements(
  { redisState }: FreeSpinDeps,
  { projectId }: Project,
  playerId: string,
  { onFault }: Change,
): Promise<void> {
  await redisState.dropEntitlements({ projectId, playerId }).catch(onFault)
}
