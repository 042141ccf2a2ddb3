// Target outcomes of one player: listed, pushed as they change, scheduled and cancelled by an owner
// under the operator's rules.

import { printInstant } from '../../core/iso-time.ts'
import type { PlayerRef } from '../../core/player.ts'
import type { TargetOutcome } from '../../core/target-outcome.ts'
import { findGame } from '../../games/catalogue/games.ts'
import {
  cancelOutcome,
  findOutcome,
  listOutcomes,
  scheduleOutcome,
  type TargetOutcomeDeps,
} from '../../operator/target-outcomes/methods.ts'
import { printMultiplier } from '../../operator/target-outcomes/multiplier.ts'
import { checkSchedule, type WantedTarget } from '../../operator/target-outcomes/rules.ts'
import type { AdminDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { printEvents, readEvery } from '../events.ts'
import { type AdminRoute, answered, defineRoute, streamed } from '../route.ts'
import { changeAs, explain, findPlayersProject, findProjectOf, PLAYER } from './known-player.ts'
import { NewTarget, OneTarget, type Target, Targets } from './schema.ts'

/** How often a target outcome that is being watched is checked for changes. */
const TARGETS_PUSHED_EVERY_MS = 1_000

const UNKNOWN = refuse('OUTCOME_NOT_FOUND', 'This player has no such target outcome.')

export const TARGET_ROUTES: readonly AdminRoute[] = [
  defineRoute(`GET ${PLAYER}/target-outcomes`, ['player.read', 'path'], {
    summary: 'The target outcomes of a player, newest first',
    answer: Targets,
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { params }) => {
      const found = await findProjectOf(deps, params)
      if (!found.ok) return found
      return answered({ targets: await listTargets(deps, params) })
    },
  }),
  defineRoute(`GET ${PLAYER}/target-outcomes/live`, ['player.read', 'path'], {
    summary: 'The same, pushed whenever it changes',
    description: 'Server-sent events; the data of each is what the list answers.',
    streams: 'text/event-stream',
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { params, signal }) => {
      const found = await findProjectOf(deps, params)
      if (!found.ok) return found
      const list = async () => ({ targets: await listTargets(deps, params) })
      const views = readEvery(list, TARGETS_PUSHED_EVERY_MS, signal)
      return streamed({ contentType: 'text/event-stream', chunks: printEvents(views) })
    },
  }),
  defineRoute(`POST ${PLAYER}/target-outcomes`, ['target.change', 'path'], {
    summary: 'Schedule a target outcome',
    body: NewTarget,
    answer: OneTarget,
    errors: [
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
      const found = await findPlayersProject(deps, params)
      if (!found.ok) return found
      const schedule = checkSchedule(wantedTarget(params, body), findGame)
      if (!schedule.ok) return explain(schedule)
      const { audit } = changeAs(deps, by, 'target.scheduled', params)
      const { projectId } = params
      const made = await scheduleOutcome(targetDeps(deps), projectId, schedule.value, audit)
      return made.ok ? answered({ target: describe(made.value) }) : explain(made)
    },
  }),
  defineRoute(`POST ${PLAYER}/target-outcomes/:targetOutcomeId/cancel`, ['target.change', 'path'], {
    summary: 'Cancel a target outcome that was not applied',
    answer: OneTarget,
    errors: ['UNKNOWN_PROJECT', 'OUTCOME_NOT_FOUND'],
    run: async (deps, { params, by }) => {
      const found = await findProjectOf(deps, params)
      if (!found.ok) return found
      const { projectId } = params
      const reference = { id: params.targetOutcomeId }
      const known = await findOutcome(targetDeps(deps), projectId, reference)
      if (!known.ok) return explain(known)
      // A path names both.
      if (known.value.playerId !== params.playerId) return UNKNOWN
      const { audit } = changeAs(deps, by, 'target.cancelled', params)
      const cancelled = await cancelOutcome(targetDeps(deps), projectId, reference, audit)
      return cancelled.ok ? answered({ target: describe(cancelled.value) }) : explain(cancelled)
    },
  }),
]

const targetDeps = ({ pools, targetSearch: search, nowMs }: AdminDeps): TargetOutcomeDeps => ({
  pools,
  search,
  findGame,
  nowMs,
})

async function listTargets(deps: AdminDeps, { projectId, playerId }: PlayerRef): Promise<Target[]> {
  const query = { playerId, gameId: undefined, status: undefined }
  return (await listOutcomes(targetDeps(deps), projectId, query)).map(describe)
}

function wantedTarget(
  { playerId }: PlayerRef,
  { gameId, multiplier, kind, spinNumber, expiresAt, comment = '' }: NewTarget,
): WantedTarget {
  const wanted = { playerId, gameId, multiplier, kind, spinNumber, expiresAt }
  return { ...wanted, comment: comment === '' ? null : comment }
}

function describe(target: TargetOutcome): Target {
  const { targetOutcomeId, externalId, gameId, kind, spinNumber, paidSpinsSince } = target
  const { status, comment, roundId, appliedAtMs } = target
  return {
    targetOutcomeId,
    externalId,
    gameId,
    kind,
    spinNumber,
    paidSpinsSince,
    status,
    comment,
    roundId,
    multiplier: printMultiplier(target.multiplierHundredths),
    modes: [...target.modes],
    createdAt: printInstant(target.createdAtMs),
    expiresAt: printInstant(target.expiresAtMs),
    appliedAt: appliedAtMs === null ? null : printInstant(appliedAtMs),
  }
}
