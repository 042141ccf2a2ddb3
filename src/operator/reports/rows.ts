// The rows of the reports as the API shows them. Source: operator API, "Reporting methods".

import { printInstant } from '../../core/iso-time.ts'
import { formatAmount } from '../../core/money.ts'
import type { GgrRow } from '../../ledger/reports/report-ggr.ts'
import type { PlayerTotals } from '../../ledger/reports/report-reconciliation.ts'
import type { RoundRow } from '../../ledger/reports/report-rounds.ts'
import type { ReportGgrAnswer, ReportReconciliationAnswer, ReportRoundsAnswer } from './schema.ts'

export function presentRound(row: RoundRow): ReportRoundsAnswer['rounds'][number] {
  const operation = <Status>(amountMinor: bigint, status: Status) => ({
    amount: status === null ? null : formatAmount(amountMinor),
    status,
  })
  return {
    round_id: row.roundId,
    player_id: row.playerId,
    symbol: row.gameId,
    currency: row.currency,
    mode: 'TEST_ONLY',
    state: row.state,
    free_spin: row.isFreeSpin,
    bet: operation(row.betMinor, row.betStatus),
    win: operation(row.winMinor, row.winStatus),
    refund: operation(row.betMinor, row.refundStatus),
    cancel_reason: row.cancelReason,
    created_at: printInstant(row.createdAtMs),
    settled_at: row.settledAtMs === null ? null : printInstant(row.settledAtMs),
    ...(row.isDecidedForPlayer ? { decided_for_player: true } : {}),
  }
}

export function presentGgr(row: GgrRow): ReportGgrAnswer['rows'][number] {
  return {
    ...(row.day === null ? {} : { day: row.day }),
    ...(row.gameId === null ? {} : { symbol: row.gameId }),
    currency: row.currency,
    rounds: row.rounds,
    cancelled_rounds: row.cancelledRounds,
    free_spin_rounds: row.freeSpinRounds,
    bets: formatAmount(row.betsMinor),
    wins: formatAmount(row.winsMinor),
    refunds: formatAmount(row.refundsMinor),
    ggr: formatAmount(row.betsMinor - row.refundsMinor - row.winsMinor),
    pending_operations: row.pending,
  }
}

export function presentPlayer(row: PlayerTotals): ReportReconciliationAnswer['players'][number] {
  return {
    player_id: row.playerId,
    currency: row.currency,
    bets: formatAmount(row.betsMinor),
    wins: formatAmount(row.winsMinor),
    refunds: formatAmount(row.refundsMinor),
    net_wallet_change: formatAmount(row.winsMinor + row.refundsMinor - row.betsMinor),
    bet_count: row.betCount,
    win_count: row.winCount,
    refund_count: row.refundCount,
    pending: {
      operations: row.pendingOperations,
      refunds: formatAmount(row.pendingRefundsMinor),
      wins: formatAmount(row.pendingWinsMinor),
    },
  }
}
