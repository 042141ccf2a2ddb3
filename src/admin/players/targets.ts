// Target outcomes of one player: listed, pushed as they change, scheduled and cancelled by an owner
// under the operator's rules.

import type { PlayerRef } from '../../core/player.ts'
import { findGame } from '../../games/catalogue/games.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { TARGETS_PUSHED_EVERY_MS } from '../../limits/admin.ts'
import { createTargetOutcomeMethods } from '../../operator/target-outcomes/methods.ts'
import type {
  Outcome,
  OutcomeAnswer,
  OutcomesAnswer,
} from '../../operator/target-outcomes/schema.ts'
import type { AdminDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { printEvents, readEvery } from '../events.ts'
import { type AdminRoute, answered, defineRoute, streamed } from '../route.ts'
import { askMethod } from './by-operators-rules.ts'
import { auditAs, findProjectOf } from './known-player.ts'
import { cancelRecord, makeRecord } from './records.ts'
import { NewTarget, OneTarget, type Target, Targets } from './schema.ts'

const UNKNOWN = refuse('OUTCOME_NOT_FOUND', 'This player has no such target outcome.')

export const TARGET_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:projectId/players/:playerId/target-outcomes',
    role: 'viewer',
    summary: 'The target outcomes of a player, newest first',
    answer: Targets,
    errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT'],
    run: async (deps, { params }) => {
      const found = await findProjectOf(deps, params)
      if (!found.ok) return found
      return answered({ targets: await listTargets(deps, found.project, params) })
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:projectId/players/:playerId/target-outcomes/live',
    role: 'viewer',
    summary: 'The same, pushed whenever it changes',
    description: 'Server-sent events; the data of each is what the list answers.',
    streams: 'text/event-stream',
    errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT'],
    run: async (deps, { params, signal }) => {
      const found = await findProjectOf(deps, params)
      if (!found.ok) return found
      const list = async () => ({ targets: await listTargets(deps, found.project, params) })
      const views = readEvery(list, TARGETS_PUSHED_EVERY_MS, signal)
      return streamed({ contentType: 'text/event-stream', chunks: printEvents(views) })
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/players/:playerId/target-outcomes',
    role: 'owner',
    summary: 'Schedule a target outcome',
    body: NewTarget,
    answer: OneTarget,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'UNKNOWN_PROJECT',
      'UNKNOWN_PLAYER',
      'GAME_NOT_FOUND',
      'FORCED_OUTCOMES_UNSUPPORTED',
      'INVALID_MULTIPLIER',
      'MULTIPLIER_ABOVE_MAX_WIN',
      'GAME_HAS_NO_BONUS',
      'INVALID_SPIN_NUMBER',
      'INVALID_EXPIRY',
    ],
    run: async (deps, { params, body, by }) => {
      const method = methodsOf(deps).outcome_schedule!
      const asked = { method, fields: scheduleOf(params, body) }
      const audit = auditAs(deps, by, 'target.scheduled', params)
      const made = await makeRecord<OutcomeAnswer>(deps, params, asked, audit)
      return made.ok ? answered({ target: describe(made.answer.outcome) }) : made
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/players/:playerId/target-outcomes/:targetOutcomeId/cancel',
    role: 'owner',
    summary: 'Cancel a target outcome that was not applied',
    answer: OneTarget,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'UNKNOWN_PROJECT', 'OUTCOME_NOT_FOUND'],
    run: async (deps, { params, by }) => {
      const { outcome_get, outcome_cancel } = methodsOf(deps)
      const fields = (method: string) => ({ method, outcome_id: params.targetOutcomeId })
      const asked = {
        get: { method: outcome_get!, fields: fields('outcome_get') },
        cancel: { method: outcome_cancel!, fields: fields('outcome_cancel') },
      }
      const isOf = ({ outcome }: OutcomeAnswer) => outcome.player_id === params.playerId
      const audit = auditAs(deps, by, 'target.cancelled', params)
      const cancelled = await cancelRecord(deps, params, asked, isOf, UNKNOWN, audit)
      return cancelled.ok ? answered({ target: describe(cancelled.answer.outcome) }) : cancelled
    },
  }),
]

const methodsOf = ({ pools, targetSearch: search, nowMs }: AdminDeps) =>
  createTargetOutcomeMethods({ pools, search, findGame, nowMs })

async function listTargets(
  deps: AdminDeps,
  project: Project,
  { playerId: player_id }: PlayerRef,
): Promise<Target[]> {
  const method = methodsOf(deps).outcome_list!
  const fields = { method: 'outcome_list', player_id }
  const listed = await askMethod<OutcomesAnswer>(deps, method, project, fields)
  return listed.ok ? listed.answer.outcomes.map(describe) : []
}

function scheduleOf({ playerId }: PlayerRef, body: NewTarget): object {
  const { gameId, multiplier, kind, spinNumber, expiresAt, comment } = body
  return {
    method: 'outcome_schedule',
    player_id: playerId,
    symbol: gameId,
    multiplier,
    kind,
    spin_number: spinNumber,
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(comment === undefined || comment === '' ? {} : { comment }),
  }
}

function describe(outcome: Outcome): Target {
  const { kind, multiplier, status, comment } = outcome
  return {
    ...{ kind, multiplier, status, comment },
    targetOutcomeId: outcome.outcome_id,
    externalId: outcome.external_id,
    gameId: outcome.symbol,
    spinNumber: outcome.spin_number,
    paidSpinsSince: outcome.paid_spins_since,
    modes: outcome.variants,
    createdAt: outcome.created_at,
    expiresAt: outcome.expires_at,
    appliedAt: outcome.applied_at,
    roundId: outcome.round_id,
  }
}
