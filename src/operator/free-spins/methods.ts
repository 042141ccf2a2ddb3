// The free-spin methods of POST /gameActions.do: a player is given spins at a fixed bet, grants are
// read, listed and cancelled. Plays no spin. Source: operator API, "Free-spin methods".

import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { checkStake, effectiveBounds } from '../../core/bet-limits.ts'
import type { OperatorErrorCode } from '../../core/error-codes.ts'
import { createGrant } from '../../core/grant.ts'
import { type Reference, readReference } from '../../core/identifiers.ts'
import { parseInstant } from '../../core/iso-time.ts'
import type { Currency } from '../../core/money.ts'
import { findGame } from '../../games/catalogue/games.ts'
import { type Bet, listBets, resolveBaseStakeMinor } from '../../games/engine/bets.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import {
  cancelStoredGrant,
  findGrant,
  listGrants,
  storeGrant,
} from '../../ledger/entitlements/grants.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import type { RedisState } from '../../redis/player-state.ts'
import type { AnyMethod, OperatorMethod } from '../call.ts'
import { compileRequest } from '../request.ts'
import { type CheckedGrant, checkGrantRequest, presentGrant } from './fields.ts'
import {
  type FreeSpinGrant,
  FreespinsCancel,
  FreespinsCreate,
  FreespinsGet,
  FreespinsList,
  type GrantAnswer,
  type GrantsAnswer,
} from './schema.ts'

export interface FreeSpinDeps {
  pool: Pool
  redisState: Pick<RedisState, 'dropEntitlements'>
  nowMs(): number
  onFault(error: unknown): void
}

type GrantResult = { ok: true; grant: FreeSpinGrant } | { ok: false; code: OperatorErrorCode }

/** A creation that is right whatever the time and the project's limits. */
export interface CheckedCreation {
  game: GameDefinition
  fields: FreespinsCreate
}

const checkCreateForm = compileRequest(FreespinsCreate, {
  count: 'INVALID_COUNT',
  bet: 'INVALID_FREE_SPIN_BET',
  expires_at: 'INVALID_EXPIRY',
})
const checkGetForm = compileRequest(FreespinsGet)
const checkCancelForm = compileRequest(FreespinsCancel)
const checkListForm = compileRequest(FreespinsList)

/** By the text of the `method` field. */
export function createFreeSpinMethods(deps: FreeSpinDeps): Record<string, AnyMethod> {
  const create: OperatorMethod<CheckedCreation, GrantResult> = {
    name: 'freespins_create',
    check: body => checkCreation(body, findGame),
    execute: (project, creation) => grantSpins(deps, project, creation),
    present: presentOne,
  }
  const get: OperatorMethod<Reference, GrantResult> = {
    name: 'freespins_get',
    check: body => checkGetForm(body) ?? checkReference(body as FreespinsGet),
    async execute({ projectId }, reference) {
      const grant = await findGrant(deps.pool, projectId, reference)
      if (grant === null) return refused('GRANT_NOT_FOUND')
      return { ok: true, grant: presentGrant(grant, deps.nowMs()) }
    },
    present: presentOne,
  }
  const list: OperatorMethod<FreespinsList, { ok: true; grants: FreeSpinGrant[] }> = {
    name: 'freespins_list',
    check: body => checkListForm(body) ?? (body as FreespinsList),
    execute: (project, asked) => listProjectGrants(deps, project, asked),
    present: ({ grants }): GrantsAnswer => ({ status: 'ok', grants }),
  }
  const cancel: OperatorMethod<Reference, GrantResult> = {
    name: 'freespins_cancel',
    check: body => checkCancelForm(body) ?? checkReference(body as FreespinsCancel),
    execute: (project, reference) => cancelSpins(deps, project, reference),
    present: presentOne,
  }
  return {
    freespins_create: create,
    freespins_get: get,
    freespins_list: list,
    freespins_cancel: cancel,
  }
}

const refused = (code: OperatorErrorCode) => ({ ok: false, code }) as const

function presentOne({ grant }: { grant: FreeSpinGrant }): GrantAnswer {
  return { status: 'ok', grant }
}

function checkReference({
  grant_id,
  external_id,
}: FreespinsGet | FreespinsCancel): Reference | OperatorErrorCode {
  return readReference(grant_id, external_id) ?? 'INVALID_REQUEST'
}

/**
 * Body validation. What the clock or the project's settings decide is left to the execution, so that
 * a repeat under an Idempotency-Key gets its first answer however much later it comes.
 */
export function checkCreation(
  body: object,
  findGame: (id: string) => GameDefinition | undefined,
): CheckedCreation | OperatorErrorCode {
  const wrong = checkCreateForm(body)
  if (wrong !== null) return wrong
  const fields = body as FreespinsCreate
  const game = findGame(fields.symbol)
  if (game === undefined) return 'GAME_NOT_FOUND'
  if (!game.freeSpins) return 'FREE_SPINS_UNSUPPORTED'
  const { expires_at, ...timeless } = fields
  const checked = checkFields(game, fields.currency, timeless, 0)
  if (typeof checked === 'string') return checked
  if (expires_at !== undefined && parseInstant(expires_at) === null) return 'INVALID_EXPIRY'
  return { game, fields }
}

function checkFields(
  game: GameDefinition,
  currency: Currency,
  fields: Omit<FreespinsCreate, 'expires_at'> & { expires_at?: string },
  nowMs: number,
): CheckedGrant | OperatorErrorCode {
  const isBaseBet = (betMinor: bigint) => findBaseBet(game, currency, betMinor) !== undefined
  return checkGrantRequest(fields, isBaseBet, nowMs)
}

/** The native bet with this total; of several the first the game lists. */
function findBaseBet(game: GameDefinition, currency: Currency, betMinor: bigint): Bet | undefined {
  return listBets(game, currency).find(
    bet => resolveBaseStakeMinor(game, currency, bet) === betMinor,
  )
}

async function grantSpins(
  deps: FreeSpinDeps,
  project: Project,
  { game, fields }: CheckedCreation,
): Promise<GrantResult> {
  const nowMs = deps.nowMs()
  const currency = fields.currency
  const checked = checkFields(game, currency, fields, nowMs)
  if (typeof checked === 'string') return refused(checked)
  const code = checkLimits(project, game, currency, checked.betMinor)
  if (code !== 'ok') return refused(code)
  const grant = createGrant({
    ...checked,
    grantId: uuidv7(),
    playerId: fields.player_id,
    currency,
    gameId: game.id,
    provider: game.provider,
    betTerms: JSON.stringify(findBaseBet(game, currency, checked.betMinor)),
    createdAtMs: nowMs,
  })
  if (!(await storeGrant(deps.pool, project.projectId, grant))) {
    return refused('DUPLICATE_EXTERNAL_ID')
  }
  await dropEntitlements(deps, project, fields.player_id)
  return { ok: true, grant: presentGrant(grant, nowMs) }
}

/** The player's own limit says nothing about free spins. */
function checkLimits(
  { settings: { projectLimits, gameLimits } }: Project,
  { id, provider }: GameDefinition,
  currency: Currency,
  betMinor: bigint,
) {
  const limits = { project: projectLimits, games: gameLimits, player: [] }
  return checkStake(betMinor, effectiveBounds(limits, { gameId: id, provider, currency }))
}

async function listProjectGrants(
  { pool, nowMs }: FreeSpinDeps,
  { projectId }: Project,
  asked: FreespinsList,
): Promise<{ ok: true; grants: FreeSpinGrant[] }> {
  const filter = {
    playerId: asked.player_id,
    gameId: asked.symbol,
    currency: asked.currency,
    status: asked.status,
  }
  const askedMs = nowMs()
  const grants = await listGrants(pool, projectId, filter, askedMs)
  return { ok: true, grants: grants.map(grant => presentGrant(grant, askedMs)) }
}

async function cancelSpins(
  deps: FreeSpinDeps,
  project: Project,
  reference: Reference,
): Promise<GrantResult> {
  const nowMs = deps.nowMs()
  const cancelled = await cancelStoredGrant(deps.pool, project.projectId, reference, nowMs)
  if (cancelled === null) return refused('GRANT_NOT_FOUND')
  const { grant, hasChanged } = cancelled
  if (hasChanged) await dropEntitlements(deps, project, grant.playerId)
  return { ok: true, grant: presentGrant(grant, nowMs) }
}

/** Only saves the player a refused round: the ledger knows the entitlements have changed. */
async function dropEntitlements(
  { redisState, onFault }: FreeSpinDeps,
  { projectId }: Project,
  playerId: string,
): Promise<void> {
  await redisState.dropEntitlements({ projectId, playerId }).catch(onFault)
}
