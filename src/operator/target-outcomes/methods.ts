// Target outcomes: scheduled, found, listed and cancelled, in the terms of core; and the methods of
// POST /gameActions.do that print them. Finds no round itself: the search gets what is scheduled.
// Source: operator API, "Target-outcome methods".

import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Reference } from '../../core/identifiers.ts'
import { inShardOf } from '../../core/shard.ts'
import {
  scheduleTarget,
  type TargetOutcome,
  type TargetTerms,
  targetAt,
} from '../../core/target-outcome.ts'
import type { AuditChange } from '../../ledger/audit/audit-log.ts'
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
import { PENDING_SEARCHES_PER_PROJECT } from '../../limits.ts'
import {
  type AnyMethod,
  type Executed,
  NotExecuted,
  type OperatorMethod,
  type ResultOf,
} from '../call.ts'
import { refuse } from '../errors.ts'
import { resolveExpiry } from '../expiry.ts'
import { accept, type Read } from '../request.ts'
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
import type { OutcomeAnswer, OutcomesAnswer } from './schema.ts'
import type { TargetSearch } from './search.ts'

export interface TargetOutcomeDeps {
  pools: PlayerDatabases<Pool>
  search: Pick<TargetSearch, 'begin' | 'dropEntitlements' | 'isIndexed' | 'noteRefused'>
  /** Finds a published game. */
  findGame(id: string): TargetGame | undefined
  nowMs(): number
}

type OneOutcome = ResultOf<OutcomeAnswer>

/** By the text of the `method` field. */
export function createTargetOutcomeMethods(deps: TargetOutcomeDeps): Record<string, AnyMethod> {
  const schedule: OperatorMethod<Schedule, OneOutcome> = {
    name: 'outcome_schedule',
    read: body => readSchedule(body, deps.findGame, deps.nowMs()),
    async execute({ projectId }, asked) {
      const scheduled = await printOne(scheduleOutcome(deps, projectId, asked))
      // Nothing was executed: its answer is not kept for an Idempotency-Key.
      if (!scheduled.ok && scheduled.code === 'RATE_LIMITED') throw new NotExecuted(scheduled.code)
      return scheduled
    },
  }
  const get: OperatorMethod<Reference, OneOutcome> = {
    name: 'outcome_get',
    isReading: true,
    read: readOutcomeToGet,
    execute: ({ projectId }, reference) => printOne(findOutcome(deps, projectId, reference)),
  }
  const list: OperatorMethod<TargetQuery, ResultOf<OutcomesAnswer>> = {
    name: 'outcome_list',
    isReading: true,
    read: readOutcomeList,
    async execute({ projectId }, query) {
      const listed = await listOutcomes(deps, projectId, query)
      return { ok: true, outcomes: listed.map(presentTarget) }
    },
  }
  const cancel: OperatorMethod<Reference, OneOutcome> = {
    name: 'outcome_cancel',
    read: readOutcomeToCancel,
    execute: ({ projectId }, reference) => printOne(cancelOutcome(deps, projectId, reference)),
  }
  return Object.fromEntries([schedule, get, list, cancel].map(method => [method.name, method]))
}

async function printOne(work: Promise<Read<TargetOutcome>>): Promise<Executed<OneOutcome>> {
  const read = await work
  return read.ok ? { ok: true, outcome: presentTarget(read.value) } : read
}

/**
 * Like every target of this file: as of now, so that an expired one is shown as expired.
 * RATE_LIMITED: the project has too many targets that need a search, and nothing was executed.
 */
export async function scheduleOutcome(
  { pools, search, nowMs }: TargetOutcomeDeps,
  projectId: string,
  { game, ...asked }: Schedule,
  audit?: AuditChange,
): Promise<Read<TargetOutcome>> {
  const createdAtMs = nowMs()
  const expiry = resolveExpiry(asked.expiresAtMs, createdAtMs, LIFETIME_MAX_MS)
  if (!expiry.ok) return expiry
  const target: TargetTerms = {
    ...asked,
    targetOutcomeId: inShardOf(
      { projectId, playerId: asked.playerId },
      uuidv7({ msecs: createdAtMs }),
    ),
    gameId: game.id,
    provider: game.provider,
    createdAtMs,
    expiresAtMs: expiry.value,
  }
  const places = search.isIndexed({ ...target, projectId }) ? null : PENDING_SEARCHES_PER_PROJECT
  const stored = await insertTarget(pools, projectId, target, { audit, places }).catch(error => {
    if (!(error instanceof TooManyPending)) throw error
    search.noteRefused()
    return null
  })
  if (stored === null) return refuse('RATE_LIMITED')
  if (stored.kind === 'refused') return refuse('DUPLICATE_EXTERNAL_ID')
  const scheduled = { ...target, targetOutcomeId: stored.id }
  search.begin(pools.of({ ...scheduled, projectId }), { ...scheduled, projectId })
  return accept(scheduleTarget(scheduled))
}

export async function findOutcome(
  { pools, nowMs }: TargetOutcomeDeps,
  projectId: string,
  reference: Reference,
): Promise<Read<TargetOutcome>> {
  const known = await findReferred(pools, projectId, 'target', reference, (pool, id) =>
    findTarget(pool, projectId, id),
  )
  return known === null ? refuse('OUTCOME_NOT_FOUND') : accept(targetAt(known.target, nowMs()))
}

/** Newest first. */
export async function listOutcomes(
  deps: TargetOutcomeDeps,
  projectId: string,
  query: TargetQuery,
): Promise<TargetOutcome[]> {
  const nowMs = deps.nowMs()
  const targets = await listTargets(deps.pools, projectId, query, nowMs)
  return targets.map(target => targetAt(target, nowMs))
}

export async function cancelOutcome(
  { pools, search, nowMs }: TargetOutcomeDeps,
  projectId: string,
  reference: Reference,
  audit?: AuditChange,
): Promise<Read<TargetOutcome>> {
  const atMs = nowMs()
  const cancelled = await findReferred(pools, projectId, 'target', reference, (pool, id) =>
    cancelStoredTarget(pool, projectId, id, atMs, audit),
  )
  if (cancelled === null) return refuse('OUTCOME_NOT_FOUND')
  const { target, changedEntitlements } = cancelled
  if (changedEntitlements) await search.dropEntitlements({ projectId, playerId: target.playerId })
  return accept(targetAt(target, atMs))
}
