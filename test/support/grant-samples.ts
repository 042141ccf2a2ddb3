// A grant to test with: three spins at 2.00 for a week.

import { createGrant, type Grant, type GrantTerms } from '../../src/core/grant.ts'

export const CREATED_MS = Date.parse('2026-05-01T12:00:00.000Z')
export const EXPIRES_MS = Date.parse('2026-05-08T12:00:00.000Z')

export const TERMS: GrantTerms = {
  grantId: '0196b000-0000-7000-8000-000000000001',
  externalId: 'promo-7',
  playerId: 'ann',
  currency: 'EUR',
  gameId: 'lucky-lanterns',
  provider: 'provider_a',
  total: 3,
  betMinor: 200n,
  betTerms: '{"level":2}',
  metaJson: '{"campaign":"may"}',
  createdAtMs: CREATED_MS,
  expiresAtMs: EXPIRES_MS,
}

export function newGrant(entitlements: Partial<GrantTerms> = {}): Grant {
  return createGrant({ ...TERMS, ...entitlements })
}
