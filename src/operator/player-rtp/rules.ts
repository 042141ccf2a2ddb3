// The rules for a player's level and bet limits, for the operator's requests and the owner's alike:
// first whose level or limit is meant, then the fields of the action. Reads no store. Source:
// operator API, "POST {base_url}/playerRtp.do".

import { parsePlayerLimit, type StakeBounds } from '../../core/bet-limits.ts'
import { isFreeText } from '../../core/identifiers.ts'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { parseReason } from '../../core/player-rtp.ts'
import { parseLevel } from '../../core/rtp-level.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import type { PlayerProvider } from '../../ledger/entitlements/player-levels.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { PLAYER_ID_MAX_CHARS } from '../../limits.ts'
import { refuse } from '../errors.ts'
import { accept, compileForm, type Read } from '../request.ts'
import { PlayerRtpAuto, PlayerRtpBetLimit, PlayerRtpGet, PlayerRtpSet } from './schema.ts'

export interface LevelChange extends PlayerProvider {
  /** Null: back to the automatic level. */
  levelBps: number | null
  reason: string | null
}

export interface LimitChange extends PlayerProvider {
  currency: Currency
  /** Null removes the limit. */
  bounds: StakeBounds | null
}

const CODES = {
  player_id: 'INVALID_PLAYER',
  provider: 'RTP_PROVIDER_UNSUPPORTED',
  rtp: 'RTP_LEVEL_INVALID',
  reason: 'INVALID_REASON',
  currency: 'INVALID_CURRENCY',
  min_minor: 'INVALID_BET_LIMIT',
  max_minor: 'INVALID_BET_LIMIT',
} as const
const GET = compileForm(PlayerRtpGet, CODES)
const SET = compileForm(PlayerRtpSet, CODES)
const AUTO = compileForm(PlayerRtpAuto, CODES)
const BET_LIMIT = compileForm(PlayerRtpBetLimit, CODES)

export function readGet(body: object, project: Project): Read<PlayerProvider> {
  const form = GET.read(body)
  return form.ok ? readPlace(form.value, project) : form
}

export function readSet(body: object, project: Project): Read<LevelChange> {
  const form = SET.read(body)
  if (!form.ok) return form
  const place = readPlace(form.value, project)
  if (!place.ok) return place
  const level = parseLevel(form.value.rtp)
  if (!level.ok) return level
  const reason = parseReason(form.value.reason)
  if (!reason.ok) return reason
  return accept({ ...place.value, levelBps: level.levelBps, reason: reason.reason })
}

export function readAuto(body: object, project: Project): Read<LevelChange> {
  const form = AUTO.read(body)
  if (!form.ok) return form
  const place = readPlace(form.value, project)
  if (!place.ok) return place
  const reason = parseReason(form.value.reason)
  return reason.ok ? accept({ ...place.value, levelBps: null, reason: reason.reason }) : reason
}

export function readBetLimit(body: object, project: Project): Read<LimitChange> {
  const form = BET_LIMIT.read(body)
  if (!form.ok) return form
  const place = readPlace(form.value, project)
  if (!place.ok) return place
  const { currency, min_minor: min, max_minor: max } = form.value
  const limit = parsePlayerLimit(min, max)
  return limit.ok ? accept({ ...place.value, currency, bounds: limit.bounds }) : limit
}

function readPlace(
  { player_id: playerId, provider = 'provider_a' }: { player_id: string; provider?: string },
  { projectId }: Project,
): Read<PlayerProvider> {
  return findPlace({ projectId, playerId }, provider)
}

/** The player, and the provider with its games. */
export function findPlace(
  { projectId, playerId }: PlayerRef,
  provider: string,
): Read<PlayerProvider> {
  if (!isFreeText(playerId, PLAYER_ID_MAX_CHARS)) return refuse('INVALID_PLAYER')
  const gameIds = GAMES.filter(game => game.provider === provider).map(game => game.id)
  return accept({ projectId, playerId, provider, gameIds })
}
