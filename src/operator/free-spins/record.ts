// The record of a grant as the API shows it. Source: operator API, "Free-spin grant".

import type { Grant } from '../../core/grant.ts'
import { printInstant } from '../../core/iso-time.ts'
import { formatAmount } from '../../core/money.ts'
import type { FreeSpinGrant } from './schema.ts'

/** The operator's `meta` is not shown. */
export function presentGrant(grant: Grant): FreeSpinGrant {
  return {
    grant_id: grant.grantId,
    external_id: grant.externalId,
    player_id: grant.playerId,
    currency: grant.currency,
    symbol: grant.gameId,
    provider: grant.provider,
    total: grant.total,
    remaining: grant.remaining,
    played: grant.played,
    bet: formatAmount(grant.betMinor),
    total_win: formatAmount(grant.totalWinMinor),
    status: grant.status,
    created_at: printInstant(grant.createdAtMs),
    expires_at: printInstant(grant.expiresAtMs),
    finished_at: grant.finishedAtMs === null ? null : printInstant(grant.finishedAtMs),
  }
}
