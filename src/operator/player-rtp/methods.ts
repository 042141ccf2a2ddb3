// POST /playerRtp.do: a player's level with a provider and bet limits, read and changed by the
// operator. Source: operator API, "POST {base_url}/playerRtp.do", "RTP management".

import type { Pool } from 'pg'
import type { StakeBounds } from '../../core/bet-limits.ts'
import { type Currency, formatAmount } from '../../core/money.ts'
import {
  type ChangeCause,
  describePlayer,
  journalBetLimit,
  returnToAuto,
  setLevel,
} from '../../core/player-rtp.ts'
import { rtpSettingsOf } from '../../core/project-settings.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import {
  type ChangedRtpRecord,
  changeBetLimit,
  changeLevel,
  type PlayerProvider,
  type RtpRecord,
  readRtpRecord,
} from '../../ledger/entitlements/player-levels.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import type { RedisState } from '../../redis/player-state.ts'
import type { AnyMethod, CallContext, Executed, OperatorMethod, OperatorRoute } from '../call.ts'
import { refuse } from '../errors.ts'
import { accept } from '../request.ts'
import {
  type AutomaticLevel,
  type LimitChange,
  type ManualLevel,
  readAuto,
  readBetLimit,
  readGet,
  readSet,
} from './rules.ts'
import type { PlayerRtpAnswer } from './schema.ts'

export interface PlayerRtpDeps {
  pools: PlayerDatabases<Pool>
  redisState: Pick<RedisState, 'dropEntitlements'>
  onFault(error: unknown): void
}

/** What a change needs. */
type ChangeDeps = PlayerRtpDeps & Pick<CallContext, 'byOwner'>

interface OnePlayer {
  player: PlayerRtpAnswer['player']
}
type Action<Request> = OperatorMethod<Request, OnePlayer>

export function createPlayerRtpRoute(deps: PlayerRtpDeps): OperatorRoute {
  const get: Action<PlayerProvider> = {
    name: 'playerRtp get',
    isReading: true,
    read: readGet,
    execute: (project, player) => getPlayer(deps, project, player),
    present,
  }
  const set: Action<ManualLevel> = {
    name: 'playerRtp set',
    read: readSet,
    execute: (project, asked, call) =>
      changePlayersLevel({ ...deps, ...call }, project, asked, (level, settings, cause) =>
        setLevel(level, settings, asked.levelBps, cause),
      ),
    present,
  }
  const auto: Action<AutomaticLevel> = {
    name: 'playerRtp auto',
    read: readAuto,
    execute: (project, asked, call) =>
      changePlayersLevel({ ...deps, ...call }, project, asked, returnToAuto),
    present,
  }
  const betLimit: Action<LimitChange> = {
    name: 'playerRtp bet-limit',
    read: readBetLimit,
    execute: (project, asked, call) => changePlayerLimit({ ...deps, ...call }, project, asked),
    present,
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

function present({ player }: OnePlayer): PlayerRtpAnswer {
  return { status: 'ok', player }
}

async function getPlayer(
  { pools }: PlayerRtpDeps,
  project: Project,
  player: PlayerProvider,
): Promise<Executed<OnePlayer>> {
  const record = await readRtpRecord(pools.of(player), player)
  return { ok: true, player: describe(record, player, project) }
}

/** The common part of `set` and `auto`, which differ only in the decision. */
async function changePlayersLevel(
  deps: ChangeDeps,
  project: Project,
  asked: AutomaticLevel,
  decide: typeof returnToAuto,
): Promise<Executed<OnePlayer>> {
  const settings = rtpSettingsOf(project.settings, asked.provider)
  const { byOwner } = deps
  const decided: Parameters<typeof changeLevel>[2] = (level, at) =>
    decide(level, settings, causeOf(byOwner, at, asked.reason))
  const changed = await changeLevel(deps.pools.of(asked), asked, decided, byOwner)
  return changed.ok ? finish(deps, project, asked, changed) : changed
}

async function changePlayerLimit(
  deps: ChangeDeps,
  project: Project,
  asked: LimitChange,
): Promise<Executed<OnePlayer>> {
  const { currency, bounds } = asked
  const { byOwner } = deps
  const entry = (at: string) =>
    journalBetLimit(causeOf(byOwner, at, describeLimit(currency, bounds)))
  const pool = deps.pools.of(asked)
  const changed = await changeBetLimit(pool, asked, currency, bounds, entry, byOwner)
  return finish(deps, project, asked, changed)
}

function causeOf(byOwner: CallContext['byOwner'], at: string, reason: string | null): ChangeCause {
  return { at, by: byOwner === undefined ? 'operator' : 'admin', reason }
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
): Promise<Executed<OnePlayer>> {
  if (isChanged) {
    await deps.redisState.dropEntitlements({ projectId, playerId }).catch(deps.onFault)
  }
  return { ok: true, player: describe(record, { provider }, project) }
}

function describe(
  { level, betLimits, journal }: RtpRecord,
  { provider }: Pick<PlayerProvider, 'provider'>,
  { settings }: Project,
): OnePlayer['player'] {
  return {
    ...describePlayer(level, rtpSettingsOf(settings, provider)),
    betLimits: [...betLimits],
    journal: [...journal],
  } as OnePlayer['player']
}
