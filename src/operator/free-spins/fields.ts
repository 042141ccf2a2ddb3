// How the operator API spells a grant: the fields of a request in, the record out. Knows no game;
// what bets a game has comes in. (Operator API, "Free-spin methods" and "Free-spin grant".)

import type { OperatorErrorCode } from '../../core/error-codes.ts'
import { readExpiry } from '../../core/expiry.ts'
import { type Grant, grantAt } from '../../core/grant.ts'
import { isExternalId } from '../../core/identifiers.ts'
import { printInstant } from '../../core/iso-time.ts'
import { formatAmount, parseAmount } from '../../core/money.ts'
import { DAY_MS } from '../../core/time.ts'

export const COUNT_MAX = 1_000
const LONGEST_MS = 30 * DAY_MS
const META_MAX_BYTES = 4_096

/** Fields of `freespins_create` as they came; undefined when they were not sent. */
export interface GrantRequest {
  count?: unknown
  bet?: unknown
  expires_at?: unknown
  external_id?: unknown
  meta?: unknown
}

export interface CheckedGrant {
  total: number
  betMinor: bigint
  expiresAtMs: number
  externalId: string | null
  metaJson: string | null
}

/**
 * Checks in the order of the specification's table; the first field that fails gives the code.
 * `isBaseBet`: whether the game has this total bet in its base mode. Limits are checked elsewhere.
 */
export function checkGrantRequest(
  { count, bet, expires_at, external_id, meta }: GrantRequest,
  isBaseBet: (betMinor: bigint) => boolean,
  nowMs: number,
): CheckedGrant | OperatorErrorCode {
  if (!isCount(count)) return 'INVALID_COUNT'
  const betMinor = typeof bet === 'string' ? parseAmount(bet) : null
  if (betMinor === null || !isBaseBet(betMinor)) return 'INVALID_FREE_SPIN_BET'
  const expiresAtMs = readExpiry(expires_at, nowMs, LONGEST_MS)
  if (expiresAtMs === null) return 'INVALID_EXPIRY'
  if (external_id !== undefined && !isExternalId(external_id)) return 'INVALID_REQUEST'
  const metaJson = meta === undefined ? null : printMeta(meta)
  if (meta !== undefined && metaJson === null) return 'INVALID_REQUEST'
  return { total: count, betMinor, expiresAtMs, externalId: external_id ?? null, metaJson }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= COUNT_MAX
}

/** An object as JSON text without white space, its bytes in UTF-8 counted; null when not allowed. */
function printMeta(meta: unknown): string | null {
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return null
  try {
    const json = JSON.stringify(meta)
    return Buffer.byteLength(json) <= META_MAX_BYTES ? json : null
  } catch (error) {
    // Nested past the printer's stack, which takes far more bytes than allowed.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The record of the API; the operator's `meta` is kept and not shown. */
export function presentGrant(grant: Grant, nowMs: number) {
  const current = grantAt(grant, nowMs)
  return {
    grant_id: current.grantId,
    external_id: current.externalId,
    player_id: current.playerId,
    currency: current.currency,
    symbol: current.gameId,
    provider: current.provider,
    total: current.total,
    remaining: current.remaining,
    played: current.played,
    bet: formatAmount(current.betMinor),
    total_win: formatAmount(current.totalWinMinor),
    status: current.status,
    created_at: printInstant(current.createdAtMs),
    expires_at: printInstant(current.expiresAtMs),
    finished_at: current.finishedAtMs === null ? null : printInstant(current.finishedAtMs),
  }
}
