// What a round that is read from the ledger still owes, and when the next attempt comes. Pure; the
// times are those of retry-delay.ts and the recovery job, without their jitter.

import { RECOVERY_ROUND_AGE_MS } from '../limits.ts'
import { BET_UNDER_WAY_MS, repeatDelayMs } from './retry-delay.ts'
import { isOpen, isRefundOwed, type Round } from './round.ts'

/**
 * `end`: no money is owed, the round only has to be notified and settled. `decision`: the player's.
 * `owner`: the round is set aside, and a person has to look at it.
 */
export type Owed = 'bet' | 'win' | 'refund' | 'end' | 'decision' | 'owner'

/** Null: nothing, apart from notifications that the ledger may hold. */
export function owedBy(round: Round): Owed | null {
  const { state, betStatus, winStatus, awaiting } = round.progress
  if (state === 'reconciliation_required') return 'owner'
  if (isRefundOwed(round)) return 'refund'
  if (!isOpen(round)) return null
  if (state === 'debit_pending') return betStatus === 'confirmed' ? 'end' : 'bet'
  if (awaiting) return 'decision'
  return winStatus === null || winStatus === 'confirmed' ? 'end' : 'win'
}

export interface NextAttempt {
  /**
   * `node`: the node that wrote the round last drives it. `nobody`: the recovery job resumes it.
   */
  driver: 'node' | 'nobody'
  atMs: number
}

/**
 * Null: no further attempt is scheduled.
 * @param touchedAtMs the last write of the round
 */
export function nextAttempt(round: Round, touchedAtMs: number, nowMs: number): NextAttempt | null {
  const owed = owedBy(round)
  if (owed === null || owed === 'decision' || owed === 'owner') return null
  const delayMs = repeatDelayMs(round.progress)
  const isPlanned = round.progress.refundStatus === 'planned'
  const dueMs = isPlanned
    ? round.progress.refundPlannedAtMs! + BET_UNDER_WAY_MS
    : touchedAtMs + delayMs
  const lostMs = touchedAtMs + delayMs + RECOVERY_ROUND_AGE_MS
  return nowMs < lostMs
    ? { driver: 'node', atMs: Math.max(dueMs, nowMs) }
    : { driver: 'nobody', atMs: nowMs }
}
