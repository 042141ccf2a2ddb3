// The target-outcome methods of POST /gameActions.do: schedule, get, list, cancel. Finds no round
// itself: the search gets what is scheduled. Source: operator API, "Target-outcome methods".

import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Reference } from '../../core/identifiers.ts'
import { inShardOf } from '../../core/shard.ts'
import { scheduleTarget, type TargetTerms } from '../../core/target-outcome.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { findReferred } from '../../ledger/entitlements/external-ids.ts'
import {
  cancelStoredTarget,
  findTarget,
  insertTarget,
  listTargets,
  type TargetQuery,
  TooManyPending,
} from '../../ledger/entitlements/target-outcomes.ts'
import { PENDING_SEARCHES_PER_PROJECT } from '../../limits/mathematics.ts'
import {
  type AnyMethod,
  type CallContext,
  type Executed,
  NotExecuted,
  type OperatorMethod,
} from '../call.ts'
import { refuse } from '../errors.ts'
import { resolveExpiry } from '../expiry.ts'
import { presentTarget } from './record.ts'
import {
  LIFETIME_MAX_MS,
  readOutcomeList,
  readOutcomeToCancel,
  readOutcomeToGet,
  readSchedule,
  type Schedule,
  type TargetGame,
} from './rules.ts'
import type { Outcome, OutcomeAnswer, OutcomesAnswer } from './schema.ts'
import type { TargetSearch } from './search.ts'

export interface TargetOutcomeDeps {
  pools: PlayerDatabases<Pool>
  search: Pick<TargetSearch, 'begin' | 'dropEntitlements' | 'isIndexed' | 'noteRefused'>
  /** Finds a published game. */
  findGame(id: string): TargetGame | undefined
  nowMs(): number
}

interface OneOutcome {
  outcome: Outcome
}

interface Outcomes {
  outcomes: Outcome[]
}

/** By the text of the `method` field. */
export function createTargetOutcomeMethods(deps: TargetOutcomeDeps): Record<string, AnyMethod> {
  const schedule: OperatorMethod<Schedule, OneOutcome> = {
    name: 'outcome_schedule',
    read: body => readSchedule(body, deps.findGame, deps.nowMs()),
    execute: ({ projectId }, asked, call) => scheduleOutcome(deps, projectId, asked, call),
    present: presentOne,
  }
  const get: OperatorMethod<Reference, OneOutcome> = {
    name: 'outcome_get',
    isReading: true,
    read: readOutcomeToGet,
    execute: ({ projectId }, reference) => getOutcome(deps, projectId, reference),
    present: presentOne,
  }
  const list: OperatorMethod<TargetQuery, Outcomes> = {
    name: 'outcome_list',
    isReading: true,
    read: readOutcomeList,
    execute: ({ projectId }, query) => listOutcomes(deps, projectId, query),
    present: ({ outcomes }): OutcomesAnswer => ({ status: 'ok', outcomes }),
  }
  const cancel: OperatorMethod<Reference, OneOutcome> = {
    name: 'outcome_cancel',
    read: readOutcomeToCancel,
    execute: ({ projectId }, reference, call) => cancelOutcome(deps, projectId, reference, call),
    present: presentOne,
  }
  return Object.fromEntries([schedule, get, list, cancel].map(method => [method.name, method]))
}

function presentOne({ outcome }: OneOutcome): OutcomeAnswer {
  return { status: 'ok', outcome }
}

async function scheduleOutcome(
  { pools, search, nowMs }: TargetOutcomeDeps,
  projectId: string,
  { game, ...asked }: Schedule,
  { byOwner }: CallContext,
): Promise<Executed<OneOutcome>> {
  const createdAtMs = nowMs()
  const expiry = resolveExpiry(asked.expiresAtMs, createdAtMs, LIFETIME_MAX_MS)
  if (!expiry.ok) return expiry
  const target: TargetTerms = {
    ...asked,
    targetOutcomeId: inShardOf({ projectId, playerId: asked.playerId }, uuidv7()),
    gameId: game.id,
    provider: game.provider,
    createdAtMs,
    expiresAtMs: expiry.value,
  }
  const places = search.isIndexed({ ...target, projectId }) ? null : PENDING_SEARCHES_PER_PROJECT
  const stored = await insertTarget(pools, projectId, target, { audit: byOwner, places }).catch(
    error => {
      if (!(error instanceof TooManyPending)) throw error
      search.noteRefused()
      throw new NotExecuted('RATE_LIMITED')
    },
  )
  if (stored.kind === 'refused') return refuse('DUPLICATE_EXTERNAL_ID')
  const scheduled = { ...target, targetOutcomeId: stored.id }
  search.begin(pools.of({ ...scheduled, projectId }), { ...scheduled, projectId })
  return { ok: true, outcome: presentTarget(scheduleTarget(scheduled), createdAtMs) }
}

async function getOutcome(
  { pools, nowMs }: TargetOutcomeDeps,
  projectId: string,
  reference: Reference,
): Promise<Executed<OneOutcome>> {
  const known = await findReferred(pools, projectId, 'target', reference, (pool, id) =>
    findTarget(pool, projectId, id),
  )
  if (known === null) return refuse('OUTCOME_NOT_FOUND')
  return { ok: true, outcome: presentTarget(known.target, nowMs()) }
}

async function listOutcomes(
  deps: TargetOutcomeDeps,
  projectId: string,
  query: TargetQuery,
): Promise<Executed<Outcomes>> {
  const nowMs = deps.nowMs()
  const targets = await listTargets(deps.pools, projectId, query, nowMs)
  return { ok: true, outcomes: targets.map(target => presentTarget(target, nowMs)) }
}

async function cancelOutcome(
  { pools, search, nowMs }: TargetOutcomeDeps,
  projectId: string,
  reference: Reference,
  { byOwner }: CallContext,
): Promise<Executed<OneOutcome>> {
  const atMs = nowMs()
  const cancelled = await findReferred(pools, projectId, 'target', reference, (pool, id) =>
    cancelStoredTarget(pool, projectId, id, atMs, byOwner),
  )
  if (cancelled === null) return refuse('OUTCOME_NOT_FOUND')
  const { target, changedEntitlements } = cancelled
  if (changedEntitlements) await search.dropEntitlements({ projectId, playerId: target.playerId })
  return { ok: true, outcome: presentTarget(target, atMs) }
}
