// The free-spin grant as data, and its transitions: a spin taken, settled or given back, expiry and
// cancel. No I/O, no clock. Never loses or doubles a spin: remaining + played + inFlight = total
// while active.
//
// Every transition applies the expiry first, so a grant is the same whether or not the recovery job
// has read it before. (Operator API, "States and transitions", "Free-spin grant".)

import { isPast } from './expiry.ts'
import type { Currency } from './money.ts'
import { HOUR_MS } from './time.ts'

export const GRANT_STATUSES = ['active', 'used', 'expired', 'cancelled'] as const
export type GrantStatus = (typeof GRANT_STATUSES)[number]

/** What is fixed when the grant is created. */
export interface GrantTerms {
  readonly grantId: string
  readonly externalId: string | null
  readonly playerId: string
  readonly currency: Currency
  readonly gameId: string
  readonly provider: string
  readonly total: number
  readonly betMinor: bigint
  /** The bet in the provider's own terms, JSON text. */
  readonly betTerms: string
  /** The operator's own object, JSON text. */
  readonly metaJson: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

export interface Grant extends GrantTerms {
  readonly status: GrantStatus
  readonly remaining: number
  readonly played: number
  /**
   * Spins whose round has started and not ended; 0 or 1, because a player has one open round in a
   * game.
   */
  readonly inFlight: number
  readonly totalWinMinor: bigint
  /**
   * When it left `active`; for an expired grant the time of expiry itself, however late it was
   * noticed.
   */
  readonly finishedAtMs: number | null
}

export function createGrant(terms: GrantTerms): Grant {
  return {
    ...terms,
    status: 'active',
    remaining: terms.total,
    played: 0,
    inFlight: 0,
    totalWinMinor: 0n,
    finishedAtMs: null,
  }
}

/** The grant at the given time. Expiry drops the unused spins. */
export function grantAt(grant: Grant, nowMs: number): Grant {
  if (grant.status !== 'active' || !isPast(grant.expiresAtMs, nowMs)) return grant
  return finish(grant, 'expired', grant.expiresAtMs)
}

/** A round of the grant starts. Throws RangeError when no spin is left. */
export function takeSpin(grant: Grant, nowMs: number): Grant {
  if (!isPlayable(grant, nowMs)) throw new RangeError(`grant ${grant.grantId} has no spin to play`)
  return { ...grant, remaining: grant.remaining - 1, inFlight: grant.inFlight + 1 }
}

/** A started round has ended and its win is credited; the last such round ends the grant. */
export function settleSpin(grant: Grant, winMinor: bigint, nowMs: number): Grant {
  const landed = landSpin(grant, nowMs)
  const settled = {
    ...landed,
    played: landed.played + 1,
    totalWinMinor: landed.totalWinMinor + winMinor,
  }
  return settled.played === settled.total && settled.status === 'active'
    ? finish(settled, 'used', nowMs)
    : settled
}

/**
 * A started round was rejected or cancelled: its spin is unused again, or dropped with the rest.
 */
export function giveBackSpin(grant: Grant, nowMs: number): Grant {
  const landed = landSpin(grant, nowMs)
  return landed.status === 'active' ? { ...landed, remaining: landed.remaining + 1 } : landed
}

/**
 * A repeated cancel, and a cancel of a finished grant, change nothing. A started round continues.
 */
export function cancelGrant(grant: Grant, nowMs: number): Grant {
  const current = grantAt(grant, nowMs)
  return current.status === 'active' ? finish(current, 'cancelled', nowMs) : current
}

export function isPlayable(grant: Grant, nowMs: number): boolean {
  return grantAt(grant, nowMs).status === 'active' && grant.remaining > 0
}

/**
 * The grant that the player's next spin uses: the first to expire, and of equal ones the older.
 * `grants` are the player's in this game and currency. Null if no free spin is left to play.
 */
export function pickGrant(grants: readonly Grant[], nowMs: number): Grant | null {
  const playable = grants.filter(grant => isPlayable(grant, nowMs))
  return playable.sort(comparePlayOrder)[0] ?? null
}

function comparePlayOrder(one: Grant, other: Grant): number {
  const order = one.expiresAtMs - other.expiresAtMs || one.createdAtMs - other.createdAtMs
  // Ids are in order of time too, so comparing them only matters within one millisecond.
  return order !== 0 ? order : one.grantId < other.grantId ? -1 : 1
}

/**
 * True from the moment when the one `freespins_finished` is owed: the grant is finished and its
 * last started round has ended. It never becomes false again, so the transition that makes it true
 * creates the notification.
 */
export function isSummaryDue(grant: Grant, nowMs: number): boolean {
  return grant.inFlight === 0 && grantAt(grant, nowMs).status !== 'active'
}

const SUMMARY_RETRY_FIRST_MS = 10_000
const SUMMARY_RETRY_LONGEST_MS = HOUR_MS

/**
 * Delay after a failed summary; `attempts` counts the failures before it, so the first delay is 10
 * s.
 */
export function summaryRetryDelayMs(attempts: number): number {
  return Math.min(SUMMARY_RETRY_FIRST_MS * 2 ** attempts, SUMMARY_RETRY_LONGEST_MS)
}

function finish(grant: Grant, status: GrantStatus, finishedAtMs: number): Grant {
  return { ...grant, status, remaining: 0, finishedAtMs }
}

function landSpin(grant: Grant, nowMs: number): Grant {
  if (grant.inFlight === 0) throw new RangeError(`grant ${grant.grantId} has no spin in flight`)
  const current = grantAt(grant, nowMs)
  return { ...current, inFlight: current.inFlight - 1 }
}
