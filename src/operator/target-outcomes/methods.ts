// The target-outcome methods of POST /gameActions.do: schedule, get, list, cancel. Finds no round
// itself: what is scheduled is handed to the search. Source: operator API, "Target-outcome methods".

import type { Pool } from 'pg'
import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { OperatorErrorCode } from '../../core/error-codes.ts'
import { isPrintablePlayerId, type Reference, readReference } from '../../core/identifiers.ts'
import { parseInstant } from '../../core/iso-time.ts'
import { scheduleTarget, type TargetOutcome, type TargetTerms } from '../../core/target-outcome.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import {
  cancelStoredTarget,
  findTarget,
  insertTarget,
  listTargets,
  type TargetQuery,
} from '../../ledger/entitlements/target-outcomes.ts'
import type { AnyMethod, OperatorMethod } from '../call.ts'
import { compileRequest } from '../request.ts'
import { checkTargetRequest, presentTarget, type TargetScheduleRequest } from './fields.ts'
import {
  type OutcomeAnswer,
  OutcomeCancelRequest,
  OutcomeGetRequest,
  OutcomeListRequest,
  OutcomeScheduleRequest,
  type OutcomesAnswer,
} from './schema.ts'
import type { TargetSearch } from './search.ts'

export interface TargetOutcomeDeps {
  pool: Pool
  search: Pick<TargetSearch, 'begin' | 'dropEntitlements'>
  /** A published game. */
  findGame(id: string): TargetGame | undefined
  nowMs(): number
}

type TargetGame = Pick<
  GameDefinition,
  'id' | 'provider' | 'maxWinBets' | 'hasFeature' | 'targetOutcomes'
>
type Outcome = OutcomeAnswer['outcome']
type OutcomeResult = { ok: true; outcome: Outcome } | { ok: false; code: OperatorErrorCode }

/** A schedule that is right whatever the time. */
interface CheckedSchedule {
  game: TargetGame
  playerId: string
  asked: TargetScheduleRequest
}

/** By the text of the `method` field. */
export function createTargetOutcomeMethods(deps: TargetOutcomeDeps): Record<string, AnyMethod> {
  const schedule: OperatorMethod<CheckedSchedule, OutcomeResult> = {
    name: 'outcome_schedule',
    check: body => checkSchedule(deps, body),
    execute: ({ projectId }, checked) => scheduleOutcome(deps, projectId, checked),
    present: presentOutcome,
  }
  const get: OperatorMethod<Reference, OutcomeResult> = {
    name: 'outcome_get',
    check: body => checkReference(getForm, body),
    async execute({ projectId }, reference) {
      const known = await findTarget(deps.pool, projectId, reference)
      return known === null ? NOT_FOUND : found(known.entry, deps.nowMs())
    },
    present: presentOutcome,
  }
  const list: OperatorMethod<TargetQuery, { ok: true; outcomes: Outcome[] }> = {
    name: 'outcome_list',
    check: checkList,
    async execute({ projectId }, query) {
      const nowMs = deps.nowMs()
      const entries = await listTargets(deps.pool, projectId, query, nowMs)
      return { ok: true, outcomes: entries.map(entry => present(entry, nowMs)) }
    },
    present: ({ outcomes }): OutcomesAnswer => ({ status: 'ok', outcomes }),
  }
  const cancel: OperatorMethod<Reference, OutcomeResult> = {
    name: 'outcome_cancel',
    check: body => checkReference(cancelForm, body),
    execute: ({ projectId }, reference) => cancelOutcome(deps, projectId, reference),
    present: presentOutcome,
  }
  return Object.fromEntries([schedule, get, list, cancel].map(method => [method.name, method]))
}

const ANYTHING = Type.Optional(Type.Unknown())

/** Fields that mean something only beside the game are judged with it, in the same order. */
const scheduleForm = compileRequest(
  Type.Object({
    ...OutcomeScheduleRequest.properties,
    multiplier: ANYTHING,
    kind: ANYTHING,
    spin_number: ANYTHING,
    expires_at: ANYTHING,
    external_id: ANYTHING,
    comment: ANYTHING,
  }),
)
const getForm = compileRequest(OutcomeGetRequest)
const cancelForm = compileRequest(OutcomeCancelRequest)
const listForm = compileRequest(OutcomeListRequest)

/** The first field of the specification's table that is wrong gives the code. */
function checkSchedule(
  { findGame, nowMs }: Pick<TargetOutcomeDeps, 'findGame' | 'nowMs'>,
  body: object,
): CheckedSchedule | OperatorErrorCode {
  const problem = scheduleForm(body)
  if (problem !== null) return problem
  const asked = body as TargetScheduleRequest & { player_id: string; symbol: string }
  if (!isPrintablePlayerId(asked.player_id)) return 'INVALID_REQUEST'
  const game = findGame(asked.symbol)
  if (game === undefined) return 'GAME_NOT_FOUND'
  if (!game.targetOutcomes) return 'FORCED_OUTCOMES_UNSUPPORTED'
  const checked = checkTargetRequest(asked, game, nowMs())
  if (typeof checked === 'string' && !isOutOfTime(checked, asked)) return checked
  return { game, playerId: asked.player_id, asked }
}

/**
 * A time, but not one of those that are allowed now: left to the execution, so that a repeat under an
 * Idempotency-Key gets its first answer however much later it comes.
 */
function isOutOfTime(code: OperatorErrorCode, { expires_at }: TargetScheduleRequest): boolean {
  return (
    code === 'INVALID_EXPIRY' && typeof expires_at === 'string' && parseInstant(expires_at) !== null
  )
}

function checkReference(
  form: (body: object) => OperatorErrorCode | null,
  body: { outcome_id?: unknown; external_id?: unknown },
): Reference | OperatorErrorCode {
  return form(body) ?? readReference(body.outcome_id, body.external_id) ?? 'INVALID_REQUEST'
}

function checkList(body: object): TargetQuery | OperatorErrorCode {
  const { player_id, symbol, status } = body as OutcomeListRequest
  return listForm(body) ?? { playerId: player_id, gameId: symbol, status }
}

async function scheduleOutcome(
  { pool, search, nowMs }: TargetOutcomeDeps,
  projectId: string,
  { game, playerId, asked }: CheckedSchedule,
): Promise<OutcomeResult> {
  const createdAtMs = nowMs()
  const checked = checkTargetRequest(asked, game, createdAtMs)
  if (typeof checked === 'string') return { ok: false, code: checked }
  const entitlements: TargetTerms = {
    ...checked,
    targetOutcomeId: uuidv7(),
    playerId,
    gameId: game.id,
    provider: game.provider,
    createdAtMs,
  }
  if (!(await insertTarget(pool, projectId, entitlements))) {
    return { ok: false, code: 'DUPLICATE_EXTERNAL_ID' }
  }
  search.begin({ ...entitlements, projectId })
  return found(scheduleTarget(entitlements), createdAtMs)
}

async function cancelOutcome(
  { pool, search, nowMs }: TargetOutcomeDeps,
  projectId: string,
  reference: Reference,
): Promise<OutcomeResult> {
  const atMs = nowMs()
  const cancelled = await cancelStoredTarget(pool, projectId, reference, atMs)
  if (cancelled === null) return NOT_FOUND
  const { entry, changedEntitlements } = cancelled
  if (changedEntitlements) await search.dropEntitlements({ projectId, playerId: entry.playerId })
  return found(entry, atMs)
}

const NOT_FOUND: OutcomeResult = { ok: false, code: 'OUTCOME_NOT_FOUND' }

const found = (entry: TargetOutcome, nowMs: number): OutcomeResult => ({
  ok: true,
  outcome: present(entry, nowMs),
})

function present(entry: TargetOutcome, nowMs: number): Outcome {
  return presentTarget(entry, nowMs) as Outcome
}

function presentOutcome({ outcome }: { outcome: Outcome }): OutcomeAnswer {
  return { status: 'ok', outcome }
}
