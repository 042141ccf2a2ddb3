// The target outcome as data, and its transitions: searched, counted, applied, given back, expired,
// cancelled. No I/O, no clock, no mathematics: the round that answers it is found elsewhere.
//
// Every transition applies the expiry first, so a target is the same whether or not the recovery
// job has read it before. (Operator API, "States and transitions", "Target outcome" and "How a spin
// is chosen".)

import { isPast } from './expiry.ts'

/** `spin`: a win without the feature. `bonus`: a win with the feature, triggered or bought. */
export const TARGET_KINDS = ['spin', 'bonus'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

export const TARGET_STATUSES = [
  'pending',
  'ready',
  'unreachable',
  'applied',
  'expired',
  'cancelled',
] as const
export type TargetStatus = (typeof TARGET_STATUSES)[number]

/** What is fixed when the target is scheduled. */
export interface TargetTerms {
  readonly targetOutcomeId: string
  readonly externalId: string | null
  readonly playerId: string
  readonly gameId: string
  readonly provider: string
  readonly kind: TargetKind
  /** Hundredths of a base bet: 250 is 2.5 bets. */
  readonly multiplierHundredths: number
  readonly spinNumber: number
  readonly comment: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

export interface TargetOutcome extends TargetTerms {
  readonly status: TargetStatus
  /** Modes of the game in which a round was found. */
  readonly modes: readonly string[]
  readonly paidSpinsSince: number
  /** The last round that was counted, until that round is given back. */
  readonly countedBy: string | null
  readonly roundId: string | null
  readonly appliedAtMs: number | null
}

/** A ready target while rounds are counted toward it. */
export interface CountedTarget {
  readonly targetOutcomeId: string
  readonly gameId: string
  readonly kind: TargetKind
  readonly spinNumber: number
  readonly paidSpinsSince: number
  readonly expiresAtMs: number
  readonly modes: readonly string[]
}

export function scheduleTarget(terms: TargetTerms): TargetOutcome {
  return {
    ...terms,
    status: 'pending',
    modes: [],
    paidSpinsSince: 0,
    countedBy: null,
    roundId: null,
    appliedAtMs: null,
  }
}

/** The target at the given time. An applied or cancelled target no longer expires. */
export function targetAt(target: TargetOutcome, nowMs: number): TargetOutcome {
  if (isFinal(target.status) || !isPast(target.expiresAtMs, nowMs)) return target
  return { ...target, status: 'expired' }
}

/**
 * The search has ended; without modes the target becomes `unreachable`. A target that is no longer
 * pending (cancelled meanwhile, or found by another search) is returned unchanged.
 */
export function endSearch(
  target: TargetOutcome,
  modes: readonly string[],
  nowMs: number,
): TargetOutcome {
  const current = targetAt(target, nowMs)
  if (current.status !== 'pending') return current
  return { ...current, status: modes.length > 0 ? 'ready' : 'unreachable', modes: [...modes] }
}

/** A final target is returned unchanged. */
export function cancelTarget(target: TargetOutcome, nowMs: number): TargetOutcome {
  const current = targetAt(target, nowMs)
  return isFinal(current.status) ? current : { ...current, status: 'cancelled' }
}

/**
 * A paid spin's mode: ante bets and feature buys are paid spins too. Free-spin rounds are never
 * passed here.
 */
export interface PaidSpin {
  modeKind: 'base' | 'ante' | 'buy'
  modeId: string
}

/** What the choice depends on. */
export type Countable = Pick<
  TargetOutcome,
  'status' | 'kind' | 'modes' | 'spinNumber' | 'paidSpinsSince' | 'expiresAtMs'
>

/**
 * Counts a paid spin and returns which target it applies: the oldest of those that are due and fit.
 * A target that is due and does not fit waits for the next paid spin, continues to count, and does
 * not block a later one. `targets`: the player's in this game, oldest first; both results are
 * indexes into it. The Lua script that opens a round must do the same.
 */
export function pickDue(
  targets: readonly Countable[],
  spin: PaidSpin,
  nowMs: number,
): { applied: number | null; counts: number[] } {
  const counts: number[] = []
  let applied: number | null = null
  for (const [index, target] of targets.entries()) {
    const counted = target.status === 'ready' && !isPast(target.expiresAtMs, nowMs)
    const count = target.paidSpinsSince + (counted ? 1 : 0)
    counts.push(count)
    const due = counted && count >= target.spinNumber
    if (applied === null && due && fits(target, spin)) applied = index
  }
  return { applied, counts }
}

function fits({ kind, modes }: Countable, { modeKind, modeId }: PaidSpin): boolean {
  if (modeKind === 'ante' || (modeKind === 'buy' && kind === 'spin')) return false
  return modes.includes(modeId)
}

/**
 * A paid round opens: returns every target afterwards, in the same order; at most one now belongs
 * to this round. It counts as applied from here on, so that neither a cancel nor expiry leaves the
 * round without its target.
 */
export function countSpin(
  targets: readonly TargetOutcome[],
  spin: PaidSpin,
  roundId: string,
  nowMs: number,
): TargetOutcome[] {
  const { applied, counts } = pickDue(targets, spin, nowMs)
  return targets.map((target, index) => {
    const current = targetAt(target, nowMs)
    if (current.status !== 'ready') return current
    const counted = { ...current, paidSpinsSince: counts[index]!, countedBy: roundId }
    if (index !== applied) return counted
    return { ...counted, status: 'applied', roundId, appliedAtMs: nowMs }
  })
}

/**
 * The round was rejected, or cancelled and refunded, so it was not a paid spin. Its count is taken
 * back, and a target it applied is ready again, or expired if its time has passed. Repeats change
 * nothing.
 */
export function giveBackTargets(
  targets: readonly TargetOutcome[],
  roundId: string,
  nowMs: number,
): TargetOutcome[] {
  return targets.map(target => targetAt(giveBack(targetAt(target, nowMs), roundId), nowMs))
}

function giveBack(target: TargetOutcome, roundId: string): TargetOutcome {
  const { status, paidSpinsSince, countedBy } = target
  if ((status !== 'ready' && status !== 'applied') || countedBy !== roundId) return target
  return {
    ...target,
    status: 'ready',
    paidSpinsSince: paidSpinsSince - 1,
    countedBy: null,
    roundId: null,
    appliedAtMs: null,
  }
}

/** For sorting: oldest first. */
export function compareAge(one: TargetTerms, other: TargetTerms): number {
  const order = one.createdAtMs - other.createdAtMs
  // Ids are in order of time too, so comparing them only matters within one millisecond.
  return order !== 0 ? order : one.targetOutcomeId < other.targetOutcomeId ? -1 : 1
}

function isFinal(status: TargetStatus): boolean {
  return status === 'applied' || status === 'expired' || status === 'cancelled'
}
