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
  return form.ok ? accept(readPlace(form.value, project)) : form
}

export function readSet(body: object, project: Project): Read<LevelChange> {
  const form = SET.read(body)
  if (!form.ok) return form
  const level = parseLevel(form.value.rtp)
  if (!level.ok) return level
  const reason = parseReason(form.value.reason)
  if (!reason.ok) return reason
  const place = readPlace(form.value, project)
  return accept({ ...place, levelBps: level.levelBps, reason: reason.reason })
}

export function readAuto(body: object, project: Project): Read<LevelChange> {
  const form = AUTO.read(body)
  if (!form.ok) return form
  const reason = parseReason(form.value.reason)
  if (!reason.ok) return reason
  return accept({ ...readPlace(form.value, project), levelBps: null, reason: reason.reason })
}

export function readBetLimit(body: object, project: Project): Read<LimitChange> {
  const form = BET_LIMIT.read(body)
  if (!form.ok) return form
  const { currency, min_minor: min, max_minor: max } = form.value
  const limit = parsePlayerLimit(min, max)
  if (!limit.ok) return limit
  return accept({ ...readPlace(form.value, project), currency, bounds: limit.bounds })
}

function readPlace(
  { player_id: playerId, provider = 'provider_a' }: { player_id: string; provider?: string },
  { projectId }: Project,
): PlayerProvider {
  return placeOf({ projectId, playerId }, provider)
}

/** For a player whose id no form has checked. */
export function findPlace(player: PlayerRef, provider: string): Read<PlayerProvider> {
  if (!isFreeText(player.playerId, PLAYER_ID_MAX_CHARS)) return refuse('INVALID_PLAYER')
  return accept(placeOf(player, provider))
}

/** The player, and the provider with its games. */
function placeOf({ projectId, playerId }: PlayerRef, provider: string): PlayerProvider {
  const gameIds = GAMES.filter(game => game.provider === provider).map(game => game.id)
  return { projectId, playerId, provider, gameIds }
}
