// A player's level with a provider and bet limits: read and changed, in the terms of core; and the
// actions of POST /playerRtp.do that print them. Source: operator API, "POST
// {base_url}/playerRtp.do", "RTP management".

import type { Pool } from 'pg'
import type { StakeBounds } from '../../core/bet-limits.ts'
import { type Currency, formatAmount } from '../../core/money.ts'
import {
  type ChangeCause,
  describePlayer,
  type JournalEntry,
  journalBetLimit,
  returnToAuto,
  setLevel,
} from '../../core/player-rtp.ts'
import { rtpSettingsOf } from '../../core/project-settings.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import {
  type BetLimitEntry,
  type ChangedRtpRecord,
  changeBetLimit,
  changeLevel,
  type PlayerProvider,
  type RtpRecord,
  readRtpRecord,
} from '../../ledger/entitlements/player-levels.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import type { RedisState } from '../../redis/player-state.ts'
import type { AnyMethod, Change, OperatorMethod, OperatorRoute, ResultOf } from '../call.ts'
import { refuse } from '../errors.ts'
import { accept, type Read } from '../request.ts'
import {
  type LevelChange,
  type LimitChange,
  readAuto,
  readBetLimit,
  readGet,
  readSet,
} from './rules.ts'
import type { PlayerRtpAnswer } from './schema.ts'

export interface PlayerRtpDeps {
  pools: PlayerDatabases<Pool>
  redisState: Pick<RedisState, 'dropEntitlements'>
}

/** What the player plays at now, and all that led to it. */
export interface PlayerRtp extends ReturnType<typeof describePlayer> {
  /** With every provider. */
  readonly betLimits: readonly BetLimitEntry[]
  /** Newest first. */
  readonly journal: readonly JournalEntry[]
}

type Action<Request> = OperatorMethod<Request, ResultOf<PlayerRtpAnswer>>

export function createPlayerRtpRoute(deps: PlayerRtpDeps): OperatorRoute {
  const get: Action<PlayerProvider> = {
    name: 'playerRtp get',
    isReading: true,
    read: readGet,
    execute: async (project, player) => printOne(await readPlayerRtp(deps, project, player)),
  }
  const level = (name: string, read: Action<LevelChange>['read']): Action<LevelChange> => ({
    name,
    read,
    execute: async (project, asked, call) => {
      const changed = await changePlayerLevel(deps, project, asked, call)
      return changed.ok ? printOne(changed.value) : changed
    },
  })
  const set = level('playerRtp set', readSet)
  const auto = level('playerRtp auto', readAuto)
  const betLimit: Action<LimitChange> = {
    name: 'playerRtp bet-limit',
    read: readBetLimit,
    execute: async (project, asked, call) =>
      printOne(await setPlayerLimit(deps, project, asked, call)),
  }
  const actions = new Map<unknown, AnyMethod>(
    Object.entries({ get, set, auto, 'bet-limit': betLimit }),
  )
  return {
    needsAllowlist: true,
    rateClass: () => 'actions',
    findMethod(body: { action?: unknown }) {
      const action = actions.get(body.action)
      return action === undefined ? refuse('INVALID_ACTION') : accept(action)
    },
  }
}

/** The record has the fields of the answer. */
const printOne = (player: PlayerRtp) =>
  ({ ok: true, player: player as PlayerRtpAnswer['player'] }) as const

export async function readPlayerRtp(
  { pools }: Pick<PlayerRtpDeps, 'pools'>,
  project: Project,
  player: PlayerProvider,
): Promise<PlayerRtp> {
  return describe(await readRtpRecord(pools.of(player), player), player, project)
}

/** From the next round on. */
export async function changePlayerLevel(
  deps: PlayerRtpDeps,
  project: Project,
  asked: LevelChange,
  change: Change,
): Promise<Read<PlayerRtp>> {
  const { levelBps, provider, reason } = asked
  const settings = rtpSettingsOf(project.settings, provider)
  const decide: Parameters<typeof changeLevel>[2] = (level, at) => {
    const cause = causeOf(change, at, reason)
    if (levelBps === null) return returnToAuto(level, settings, cause)
    return setLevel(level, settings, levelBps, cause)
  }
  const changed = await changeLevel(deps.pools.of(asked), asked, decide, change.audit)
  return changed.ok ? accept(await finish(deps, project, asked, changed, change)) : changed
}

export async function setPlayerLimit(
  deps: PlayerRtpDeps,
  project: Project,
  asked: LimitChange,
  change: Change,
): Promise<PlayerRtp> {
  const { currency, bounds } = asked
  const entry = (at: string) =>
    journalBetLimit(causeOf(change, at, describeLimit(currency, bounds)))
  const pool = deps.pools.of(asked)
  const changed = await changeBetLimit(pool, asked, currency, bounds, entry, change.audit)
  return finish(deps, project, asked, changed, change)
}

function causeOf({ audit }: Change, at: string, reason: string | null): ChangeCause {
  return { at, by: audit === undefined ? 'operator' : 'admin', reason }
}

/** The action has no field `reason`; without this text the journal would not say what changed. */
function describeLimit(currency: Currency, bounds: StakeBounds | null): string {
  if (bounds === null) return `${currency}: no limit`
  return `${currency}: ${formatAmount(bounds.minMinor ?? 0n)} to ${formatAmount(bounds.maxMinor)}`
}

/**
 * Drops the player's entitlements from Redis. If that fails, the ledger still refuses the next
 * round, once, because its entitlements are outdated.
 */
async function finish(
  deps: PlayerRtpDeps,
  project: Project,
  { projectId, playerId, provider }: PlayerProvider,
  { record, isChanged }: ChangedRtpRecord,
  { onFault }: Change,
): Promise<PlayerRtp> {
  if (isChanged) await deps.redisState.dropEntitlements({ projectId, playerId }).catch(onFault)
  return describe(record, { provider }, project)
}

function describe(
  { level, betLimits, journal }: RtpRecord,
  { provider }: Pick<PlayerProvider, 'provider'>,
  { settings }: Project,
): PlayerRtp {
  return { ...describePlayer(level, rtpSettingsOf(settings, provider)), betLimits, journal }
}
