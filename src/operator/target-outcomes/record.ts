// The record of a target outcome as the API shows it. Source: operator API, "Target outcome".

import { printInstant } from '../../core/iso-time.ts'
import { type TargetOutcome, targetAt } from '../../core/target-outcome.ts'
import { printMultiplier } from './multiplier.ts'
import type { Outcome } from './schema.ts'

/**
 * As of now, so that an expired one is shown as expired. `variants`: the modes that a round was
 * found in.
 */
export function presentTarget(target: TargetOutcome, nowMs: number): Outcome {
  const current = targetAt(target, nowMs)
  return {
    outcome_id: current.targetOutcomeId,
    external_id: current.externalId,
    player_id: current.playerId,
    symbol: current.gameId,
    provider: current.provider as Outcome['provider'],
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
