// POST /playerRtp.do: a player's level with a provider and bet limits, read and changed by the
// operator. Source: operator API, "POST {base_url}/playerRtp.do", "RTP management".

import type { Pool } from 'pg'
import type { Static, TObject } from 'typebox'
import { parsePlayerLimit, type StakeBounds } from '../../core/bet-limits.ts'
import type { OperatorErrorCode } from '../../core/error-codes.ts'
import { isFreeText } from '../../core/identifiers.ts'
import { type Currency, formatAmount } from '../../core/money.ts'
import {
  type ChangeCause,
  describePlayer,
  journalBetLimit,
  parseReason,
  returnToAuto,
  setLevel,
} from '../../core/player-rtp.ts'
import { rtpSettingsOf } from '../../core/project-settings.ts'
import { parseLevel } from '../../core/rtp-level.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import {
  type ChangedEntitlements,
  changeBetLimit,
  changeLevel,
  type Entitlements,
  type LevelPlace,
  readEntitlements,
} from '../../ledger/entitlements/player-levels.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { PLAYER_ID_MAX_CHARS } from '../../limits.ts'
import type { RedisState } from '../../redis/player-state.ts'
import type { AnyMethod, OperatorMethod, OperatorRoute } from '../call.ts'
import { compileRequest } from '../request.ts'
import {
  type PlayerRtpAnswer,
  PlayerRtpAuto,
  PlayerRtpBetLimit,
  PlayerRtpGet,
  PlayerRtpSet,
} from './schema.ts'

export interface PlayerRtpDeps {
  pool: Pool
  redisState: Pick<RedisState, 'dropEntitlements'>
  onFault(error: unknown): void
}

type PlayerAnswer = PlayerRtpAnswer['player']
type Result = { ok: true; player: PlayerAnswer } | { ok: false; code: OperatorErrorCode }
type Method<Checked> = OperatorMethod<Checked, Result>

const CODES = {
  player_id: 'INVALID_PLAYER',
  provider: 'RTP_PROVIDER_UNSUPPORTED',
  rtp: 'RTP_LEVEL_INVALID',
  reason: 'INVALID_REASON',
  currency: 'INVALID_CURRENCY',
  min_minor: 'INVALID_BET_LIMIT',
  max_minor: 'INVALID_BET_LIMIT',
} as const

export function createPlayerRtpRoute(deps: PlayerRtpDeps): OperatorRoute {
  const methods = new Map<unknown, AnyMethod>([
    ['get', getMethod(deps)],
    ['set', setMethod(deps)],
    ['auto', autoMethod(deps)],
    ['bet-limit', betLimitMethod(deps)],
  ])
  return {
    needsAllowlist: true,
    rateClass: () => 'actions',
    findMethod: (body: { action?: unknown }) => methods.get(body.action) ?? 'INVALID_ACTION',
  }
}

function getMethod(deps: PlayerRtpDeps): Method<LevelPlace> {
  return {
    name: 'playerRtp get',
    check: checking(PlayerRtpGet, (_body, place) => place),
    execute: async (project, place) => ({
      ok: true,
      player: describe(await readEntitlements(deps.pool, place), place, project),
    }),
    present,
  }
}

interface LevelChange {
  place: LevelPlace
  levelBps: number
  reason: string | null
}

function setMethod(deps: PlayerRtpDeps): Method<LevelChange> {
  return {
    name: 'playerRtp set',
    check: checking(PlayerRtpSet, (body, place) => {
      const level = parseLevel(body.rtp)
      if (!level.ok) return level.code
      const reason = parseReason(body.reason)
      return reason.ok ? { place, levelBps: level.levelBps, reason: reason.reason } : reason.code
    }),
    execute: async (project, { place, levelBps, reason }) => {
      const settings = rtpSettingsOf(project.settings, place.provider)
      const changed = await changeLevel(deps.pool, place, (level, at) =>
        setLevel(level, settings, levelBps, byOperator(at, reason)),
      )
      return changed.ok ? finish(deps, project, place, changed) : changed
    },
    present,
  }
}

function autoMethod(deps: PlayerRtpDeps): Method<Omit<LevelChange, 'levelBps'>> {
  return {
    name: 'playerRtp auto',
    check: checking(PlayerRtpAuto, (body, place) => {
      const reason = parseReason(body.reason)
      return reason.ok ? { place, reason: reason.reason } : reason.code
    }),
    execute: async (project, { place, reason }) => {
      const settings = rtpSettingsOf(project.settings, place.provider)
      const changed = await changeLevel(deps.pool, place, (level, at) =>
        returnToAuto(level, settings, byOperator(at, reason)),
      )
      return changed.ok ? finish(deps, project, place, changed) : changed
    },
    present,
  }
}

interface LimitChange {
  place: LevelPlace
  currency: Currency
  bounds: StakeBounds | null
}

function betLimitMethod(deps: PlayerRtpDeps): Method<LimitChange> {
  return {
    name: 'playerRtp bet-limit',
    check: checking(PlayerRtpBetLimit, (body, place) => {
      const limit = parsePlayerLimit(body.min_minor, body.max_minor)
      if (!limit.ok) return limit.code
      return { place, currency: body.currency as Currency, bounds: limit.bounds }
    }),
    execute: async (project, { place, currency, bounds }) => {
      const entry = (at: string) => journalBetLimit(byOperator(at, tellLimit(currency, bounds)))
      const changed = await changeBetLimit(deps.pool, place, currency, bounds, entry)
      return finish(deps, project, place, changed)
    },
    present,
  }
}

/** The schema, then the player and the provider that every action names, then what is the action's. */
function checking<Schema extends TObject, Checked>(
  schema: Schema,
  read: (body: Static<Schema>, place: LevelPlace) => Checked | OperatorErrorCode,
): Method<Checked>['check'] {
  const checkForm = compileRequest(schema, CODES)
  return (body, project) => {
    const code = checkForm(body)
    if (code !== null) return code
    const place = readPlace(body, project)
    return typeof place === 'string' ? place : read(body as Static<Schema>, place)
  }
}

function readPlace(
  body: { player_id?: string; provider?: string },
  { projectId }: Project,
): LevelPlace | OperatorErrorCode {
  const { player_id: playerId, provider = 'provider_a' } = body
  if (!isFreeText(playerId, PLAYER_ID_MAX_CHARS)) return 'INVALID_PLAYER'
  const gameIds = GAMES.filter(game => game.provider === provider).map(game => game.id)
  return { projectId, playerId, provider, gameIds }
}

const byOperator = (at: string, reason: string | null): ChangeCause => ({
  at,
  by: 'operator',
  reason,
})

/** The action has no reason of its own; without this the entry would not say what changed. */
function tellLimit(currency: Currency, bounds: StakeBounds | null): string {
  if (bounds === null) return `${currency}: no limit`
  return `${currency}: ${formatAmount(bounds.minMinor ?? 0n)} to ${formatAmount(bounds.maxMinor)}`
}

/** A player state that keeps its old entitlements is caught by the ledger: its next round is refused once. */
async function finish(
  deps: PlayerRtpDeps,
  project: Project,
  place: LevelPlace,
  { entitlements, isChanged }: ChangedEntitlements,
): Promise<Result> {
  if (isChanged) await deps.redisState.dropEntitlements(place).catch(deps.onFault)
  return { ok: true, player: describe(entitlements, place, project) }
}

function describe(
  { level, betLimits, journal }: Entitlements,
  { provider }: LevelPlace,
  { settings }: Project,
): PlayerAnswer {
  return {
    ...describePlayer(level, rtpSettingsOf(settings, provider)),
    betLimits: [...betLimits],
    journal: [...journal],
  } as PlayerAnswer
}

function present({ player }: Extract<Result, { ok: true }>): PlayerRtpAnswer {
  return { status: 'ok', player }
}
