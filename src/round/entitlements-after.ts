// How opening a round changes the player's entitlements in this memory; the ledger made the same
// change in the transaction that wrote the round. Pure.

import type { Entitlements, LevelBinding } from '../core/entitlements.ts'
import { type Grant, takeSpin } from '../core/grant.ts'
import type { RoundIntent } from './round.ts'

/** The entitlements after a round that uses them was written to the ledger. */
export function afterOpening(
  entitlements: Entitlements,
  intent: RoundIntent,
  binding: LevelBinding | null,
): Entitlements {
  const { freeSpin, appliedTarget, createdAtMs } = intent
  if (freeSpin === null && appliedTarget === null && binding === null) return entitlements
  return {
    ...entitlements,
    levels:
      binding === null ? entitlements.levels : bind(entitlements.levels, binding, intent.sequence),
    grants: changeGrant(entitlements.grants, freeSpin?.grantId, grant =>
      takeSpin(grant, createdAtMs),
    ),
    targets: entitlements.targets.filter(
      ({ targetOutcomeId }) => targetOutcomeId !== appliedTarget?.targetOutcomeId,
    ),
  }
}

function bind(
  levels: Entitlements['levels'],
  { provider, levelBps }: LevelBinding,
  sequence: bigint,
) {
  const level = { startBps: levelBps, currentBps: levelBps, manualBps: null, roundsSinceAdjust: 0 }
  return new Map(levels).set(provider, { ...level, adjustedSequence: sequence - 1n })
}

function changeGrant(
  grants: readonly Grant[],
  grantId: string | undefined,
  change: (grant: Grant) => Grant,
): readonly Grant[] {
  return grants.map(grant => (grant.grantId === grantId ? change(grant) : grant))
}
