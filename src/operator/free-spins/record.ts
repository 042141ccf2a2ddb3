// The record of a grant as the API shows it. Source: operator API, "Free-spin grant".

import { type Grant, grantAt } from '../../core/grant.ts'
import { printInstant } from '../../core/iso-time.ts'
import { formatAmount } from '../../core/money.ts'
import type { FreeSpinGrant } from './schema.ts'

/** As of now, so that an expired grant is shown as expired; the operator's `meta` is not shown. */
export function presentGrant(grant: Grant, nowMs: number): FreeSpinGrant {
  const current = grantAt(grant, nowMs)
  return {
    grant_id: current.grantId,
    external_id: current.externalId,
    player_id: current.playerId,
    currency: current.currency,
    symbol: current.gameId,
    provider: current.provider,
    total: current.total,
    remaining: current.remaining,
    played: current.played,
    bet: formatAmount(current.betMinor),
    total_win: formatAmount(current.totalWinMinor),
    status: current.status,
    created_at: printInstant(current.createdAtMs),
    expires_at: printInstant(current.expiresAtMs),
    finished_at: current.finishedAtMs === null ? null : printInstant(current.finishedAtMs),
  }
}
