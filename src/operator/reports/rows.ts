// The rows of the reports as the API shows them. Source: operator API, "Reporting methods".

import { reasonOf } from '../../core/callback-record.ts'
import { formatAmount } from '../../core/money.ts'
import { transactionId } from '../../core/wallet-operation.ts'
import type { UnclearCall } from '../../ledger/callback-log/callback-log-reader.ts'
import { type Column, cellOf } from '../../ledger/reports/column.ts'
import type { GgrRow } from '../../ledger/reports/report-ggr.ts'
import type { PlayerTotals } from '../../ledger/reports/report-reconciliation.ts'
import type { RoundRow } from '../../ledger/reports/report-rounds.ts'
import { type WalletCause, walletCause } from '../errors.ts'
import {
  GGR_FIGURES,
  operatorField,
  PENDING_FIGURES,
  PLAYER_FIGURES,
  type ReportGgrAnswer,
  type ReportReconciliationAnswer,
  type ReportRoundsAnswer,
} from './schema.ts'

/** @param unclear the last calls of operations that are `unknown` */
export function presentRound(
  row: RoundRow,
  unclear: readonly UnclearCall[],
): ReportRoundsAnswer['rounds'][number] {
  const {
    position: _,
    projectId: __,
    roundId,
    playerId,
    gameId,
    betMinor,
    winMinor,
    ...fields
  } = row
  const { currency, state, freeSpin, betStatus, winStatus, refundStatus, ...more } = fields
  const { cancelReason, createdAt, settledAt, decidedForPlayer, refusalCode, ...unplaced } = more
  const operation = <Status extends RoundRow['winStatus']>(
    kind: MoneyKind,
    amountMinor: bigint,
    status: Status,
  ) => ({
    amount: status === null ? null : formatAmount(amountMinor),
    status,
    ...(status === 'unknown' ? causeOf(transactionId(kind, roundId), unclear) : {}),
  })
  return {
    // The specification nests the fields: a new column does not compile until it has a place here.
    ...(unplaced satisfies Readonly<Record<string, never>>),
    round_id: roundId,
    player_id: playerId,
    symbol: gameId,
    currency,
    mode: 'TEST_ONLY',
    state,
    free_spin: freeSpin,
    bet: operation('bet', betMinor, betStatus),
    win: operation('win', winMinor, winStatus),
    refund: operation('refund', betMinor, refundStatus),
    cancel_reason: cancelReason,
    created_at: createdAt.toISOString(),
    settled_at: settledAt === null ? null : settledAt.toISOString(),
    ...(decidedForPlayer ? { decided_for_player: true } : {}),
    ...(refusalCode === null ? {} : { refusal_code: refusalCode }),
  }
}

type MoneyKind = Parameters<typeof transactionId>[0]

/** Nothing if no such call was kept. */
function causeOf(transaction: string, unclear: readonly UnclearCall[]): { cause?: WalletCause } {
  const last = unclear.find(call => call.transactionId === transaction)
  if (last === undefined) return {}
  const reason = reasonOf(last.code)
  return reason === null ? {} : { cause: walletCause(reason, last.detail ?? '') }
}

export function presentGgr(row: GgrRow): ReportGgrAnswer['rows'][number] {
  return {
    ...(row.day === null ? {} : { day: row.day }),
    ...(row.gameId === null ? {} : { symbol: row.gameId }),
    currency: row.currency,
    ...printFigures(GGR_FIGURES, row),
  }
}

export function presentPlayer(row: PlayerTotals): ReportReconciliationAnswer['players'][number] {
  return {
    player_id: row.playerId,
    currency: row.currency,
    ...printFigures(PLAYER_FIGURES, row),
    pending: printFigures(PENDING_FIGURES, row),
  }
}

function printFigures(columns: readonly Column[], row: object): Record<string, unknown> {
  const fields = columns.map(column => {
    const cell = cellOf(column, row)
    return [operatorField(column), typeof cell === 'bigint' ? formatAmount(cell) : cell]
  })
  return Object.fromEntries(fields)
}
