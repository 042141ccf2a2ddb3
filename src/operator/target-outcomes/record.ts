// The record of a target outcome as the API shows it. Source: operator API, "Target outcome".

import { printInstant } from '../../core/iso-time.ts'
import type { TargetOutcome } from '../../core/target-outcome.ts'
import { printMultiplier } from './multiplier.ts'
import type { Outcome } from './schema.ts'

/** `variants`: the modes that a round was found in. */
export function presentTarget(target: TargetOutcome): Outcome {
  return {
    outcome_id: target.targetOutcomeId,
    external_id: target.externalId,
    player_id: target.playerId,
    symbol: target.gameId,
    provider: target.provider as Outcome['provider'],
    kind: target.kind,
    multiplier: printMultiplier(target.multiplierHundredths),
    spin_number: target.spinNumber,
    paid_spins_since: target.paidSpinsSince,
    status: target.status,
    variants: [...target.modes],
    comment: target.comment,
    created_at: printInstant(target.createdAtMs),
    expires_at: printInstant(target.expiresAtMs),
    applied_at: target.appliedAtMs === null ? null : printInstant(target.appliedAtMs),
    round_id: target.roundId,
  }
}
