// A target outcome to test with: 2.5 bets on the first paid spin, for a week.

import {
  endSearch,
  type PaidSpin,
  scheduleTarget,
  type TargetOutcome,
  type TargetTerms,
} from '../../src/core/target-outcome.ts'

export const CREATED_MS = Date.parse('2026-05-01T12:00:00.000Z')
export const EXPIRES_MS = Date.parse('2026-05-08T12:00:00.000Z')

export const BASE: PaidSpin = { modeKind: 'base', modeId: 'base' }
export const ANTE: PaidSpin = { modeKind: 'ante', modeId: 'ante' }
export const BUY: PaidSpin = { modeKind: 'buy', modeId: 'buy' }

export const TERMS: TargetTerms = {
  targetOutcomeId: '0196b000-0000-7000-8000-000000000002',
  externalId: null,
  playerId: 'ann',
  gameId: 'lucky-lanterns',
  provider: 'provider_a',
  kind: 'spin',
  multiplierHundredths: 250,
  spinNumber: 1,
  comment: null,
  createdAtMs: CREATED_MS,
  expiresAtMs: EXPIRES_MS,
}

export function pendingTarget(entitlements: Partial<TargetTerms> = {}): TargetOutcome {
  return scheduleTarget({ ...TERMS, ...entitlements })
}

export function readyTarget(
  entitlements: Partial<TargetTerms> = {},
  modes = ['base'],
): TargetOutcome {
  return endSearch(pendingTarget(entitlements), modes, CREATED_MS)
}
