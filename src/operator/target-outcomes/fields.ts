// How the operator API spells a target outcome: the fields of a request in, the record out. Knows no
// game; what the game allows comes in. (Operator API, "Target-outcome methods".)

import type { OperatorErrorCode } from '../../core/error-codes.ts'
import { readExpiry } from '../../core/expiry.ts'
import { isExternalId, isFreeText } from '../../core/identifiers.ts'
import { printInstant } from '../../core/iso-time.ts'
import {
  TARGET_KINDS,
  type TargetKind,
  type TargetOutcome,
  targetAt,
} from '../../core/target-outcome.ts'
import { DAY_MS } from '../../core/time.ts'

const SPIN_NUMBER_MAX = 100_000
const LONGEST_MS = 90 * DAY_MS
const COMMENT_MAX_CHARS = 500
const MULTIPLIER = /^(0|[1-9][0-9]{0,6})(?:\.([0-9]{1,2}))?$/

/** Fields of `outcome_schedule` as they came; undefined when they were not sent. */
export interface TargetScheduleRequest {
  multiplier?: unknown
  kind?: unknown
  spin_number?: unknown
  expires_at?: unknown
  external_id?: unknown
  comment?: unknown
}

export interface CheckedTarget {
  multiplierHundredths: number
  kind: TargetKind
  spinNumber: number
  expiresAtMs: number
  externalId: string | null
  comment: string | null
}

/** What a request is measured against. */
export interface TargetGame {
  /** In whole base bets. */
  maxWinBets: number
  hasFeature: boolean
}

/** Checks in the order of the specification's table; the first field that fails gives the code. */
export function checkTargetRequest(
  { multiplier, kind = 'spin', spin_number = 1, ...rest }: TargetScheduleRequest,
  game: TargetGame,
  nowMs: number,
): CheckedTarget | OperatorErrorCode {
  const multiplierHundredths = parseMultiplier(multiplier)
  if (multiplierHundredths === null) return 'INVALID_MULTIPLIER'
  if (multiplierHundredths > game.maxWinBets * 100) return 'MULTIPLIER_ABOVE_MAX_WIN'
  if (!isTargetKind(kind)) return 'INVALID_KIND'
  if (kind === 'bonus' && !game.hasFeature) return 'GAME_HAS_NO_BONUS'
  if (!isSpinNumber(spin_number)) return 'INVALID_SPIN_NUMBER'
  const { external_id, comment } = rest
  const expiresAtMs = readExpiry(rest.expires_at, nowMs, LONGEST_MS)
  if (expiresAtMs === null) return 'INVALID_EXPIRY'
  if (external_id !== undefined && !isExternalId(external_id)) return 'INVALID_REQUEST'
  if (comment !== undefined && !isFreeText(comment, COMMENT_MAX_CHARS)) return 'INVALID_REQUEST'
  return {
    multiplierHundredths,
    kind,
    spinNumber: spin_number,
    expiresAtMs,
    externalId: external_id ?? null,
    comment: comment ?? null,
  }
}

/** A positive number, or its text, in hundredths; null for more than 2 decimals or 7 digits. */
export function parseMultiplier(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  // A number prints as the shortest text that reads back as it, so 0.1 is "0.1" and nothing else.
  const match = MULTIPLIER.exec(String(value))
  if (match === null) return null
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return hundredths > 0 ? hundredths : null
}

/** The shortest text: 2500 is "25", 250 is "2.5", 5 is "0.05". */
export function printMultiplier(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0{1,2}$/, '')
}

function isTargetKind(value: unknown): value is TargetKind {
  return TARGET_KINDS.includes(value as TargetKind)
}

function isSpinNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= SPIN_NUMBER_MAX
}

export interface TargetFilter {
  player_id?: unknown
  symbol?: unknown
  status?: unknown
}

/** Every field that was asked for is equal, the status as it stands at the time. */
export function matchesTarget(entry: TargetOutcome, filter: TargetFilter, nowMs: number): boolean {
  const record = presentTarget(entry, nowMs)
  const { player_id, symbol, status } = filter
  return Object.entries({ player_id, symbol, status }).every(
    ([field, asked]) => asked === undefined || record[field as keyof TargetFilter] === asked,
  )
}

/** The record of the API. `variants` are the game's modes that a round was found in. */
export function presentTarget(entry: TargetOutcome, nowMs: number) {
  const current = targetAt(entry, nowMs)
  return {
    outcome_id: current.targetOutcomeId,
    external_id: current.externalId,
    player_id: current.playerId,
    symbol: current.gameId,
    provider: current.provider,
    kind: current.kind,
    multiplier: printMultiplier(current.multiplierHundredths),
    spin_number: current.spinNumber,
    paid_spins_since: current.paidSpinsSince,
    status: current.status,
    variants: [...current.modes],
    comment: current.comment,
    created_at: printInstant(current.createdAtMs),
    expires_at: printInstant(current.expiresAtMs),
    applied_at: current.appliedAtMs === null ? null : printInstant(current.appliedAtMs),
    round_id: current.roundId,
  }
}
