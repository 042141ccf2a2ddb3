// The reports as CSV files, written while they are read: a million rounds need the memory of one
// page. Reads only.

import { formatAmount } from '../../core/money.ts'
import { REPORT_CSV_PAGE_ROWS } from '../../limits/reports.ts'
import type { AdminRefused } from '../errors.ts'
import { type AdminRoute, defineRoute, type Streamed, streamed } from '../route.ts'
import { type CsvColumn, onePage, readPages, writeCsv } from './csv.ts'
import { readGgr } from './ggr.ts'
import { openPlayers, type ProjectPlayer } from './reconciliation.ts'
import { readReturns } from './returns.ts'
import { openRounds, type ProjectRound } from './rounds.ts'
import {
  GgrReportQuery,
  type GgrReportRow,
  ReconciliationReportFilters,
  type ReturnedGame,
  ReturnsReportQuery,
  RoundsReportFilters,
} from './schema.ts'

const CSV = 'text/csv; charset=utf-8; header=present'
const FILE = {
  method: 'GET',
  role: 'viewer',
  streams: CSV,
  errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT'],
} as const

const minor = (text: string | bigint) => formatAmount(BigInt(text))
const timeOf = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString())

const ROUND_COLUMNS: readonly CsvColumn<ProjectRound>[] = [
  { title: 'round_id', text: row => row.roundId },
  { title: 'project', text: row => row.projectId },
  { title: 'player_id', text: row => row.playerId },
  { title: 'game', text: row => row.gameId },
  { title: 'currency', text: row => row.currency },
  { title: 'state', text: row => row.state },
  { title: 'free_spin', text: row => (row.isFreeSpin ? 'yes' : 'no') },
  { title: 'bet', number: row => minor(row.betMinor) },
  { title: 'bet_status', text: row => row.betStatus },
  { title: 'win', number: row => minor(row.winMinor) },
  { title: 'win_status', text: row => row.winStatus },
  { title: 'refund_status', text: row => row.refundStatus },
  { title: 'cancel_reason', text: row => row.cancelReason },
  { title: 'created_at', text: row => timeOf(row.createdAtMs) },
  { title: 'settled_at', text: row => timeOf(row.settledAtMs) },
  { title: 'decided_for_player', text: row => (row.isDecidedForPlayer ? 'yes' : 'no') },
]

const GGR_COLUMNS: readonly CsvColumn<GgrReportRow>[] = [
  { title: 'day', text: row => row.day },
  { title: 'game', text: row => row.gameId },
  { title: 'currency', text: row => row.currency },
  { title: 'rounds', number: row => row.rounds },
  { title: 'cancelled_rounds', number: row => row.cancelledRounds },
  { title: 'free_spin_rounds', number: row => row.freeSpinRounds },
  { title: 'bets', number: row => minor(row.betsMinor) },
  { title: 'wins', number: row => minor(row.winsMinor) },
  { title: 'refunds', number: row => minor(row.refundsMinor) },
  { title: 'ggr', number: row => minor(row.ggrMinor) },
  { title: 'pending_rounds', number: row => row.pendingRounds },
  { title: 'project', text: row => row.projectId },
]

const PLAYER_COLUMNS: readonly CsvColumn<ProjectPlayer>[] = [
  { title: 'project', text: row => row.projectId },
  { title: 'player_id', text: row => row.playerId },
  { title: 'currency', text: row => row.currency },
  { title: 'bet_count', number: row => row.betCount },
  { title: 'win_count', number: row => row.winCount },
  { title: 'refund_count', number: row => row.refundCount },
  { title: 'bets', number: row => minor(row.betsMinor) },
  { title: 'wins', number: row => minor(row.winsMinor) },
  { title: 'refunds', number: row => minor(row.refundsMinor) },
  {
    title: 'net_wallet_change',
    number: row => minor(row.winsMinor + row.refundsMinor - row.betsMinor),
  },
  { title: 'pending_operations', number: row => row.pendingOperations },
  { title: 'pending_wins', number: row => minor(row.pendingWinsMinor) },
  { title: 'pending_refunds', number: row => minor(row.pendingRefundsMinor) },
]

const RETURN_COLUMNS: readonly CsvColumn<ReturnedGame>[] = [
  { title: 'game', text: row => row.gameId },
  { title: 'version', text: row => row.gameVersion },
  { title: 'mode', text: row => row.gameMode },
  { title: 'level', text: row => row.level },
  { title: 'rounds', number: row => row.rounds },
  { title: 'theoretical_percent', text: row => row.theoretical },
  { title: 'actual_percent', text: row => row.actual },
  { title: 'band_99_low_percent', text: row => row.low },
  { title: 'band_99_high_percent', text: row => row.high },
  { title: 'deviation_of', text: row => row.deviationOf },
  { title: 'outside', text: row => (row.isOutside ? 'yes' : 'no') },
]

export const REPORT_FILE_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    ...FILE,
    path: '/reports/rounds.csv',
    summary: 'Rounds as CSV, newest first',
    errors: [...FILE.errors, 'TOO_MANY_PROJECTS'],
    query: RoundsReportFilters,
    run: async (deps, { query, signal }) => {
      const reader = await openRounds(deps, query)
      if (!reader.ok) return reader
      const read = (last: ProjectRound | null) =>
        reader.read(last?.position ?? null, REPORT_CSV_PAGE_ROWS)
      return fileOf('rounds', query, ROUND_COLUMNS, readPages(read, REPORT_CSV_PAGE_ROWS, signal))
    },
  }),
  defineRoute({
    ...FILE,
    path: '/reports/ggr.csv',
    summary: 'Gross gaming revenue as CSV',
    query: GgrReportQuery,
    run: async (deps, { query }) => {
      const ggr = await readGgr(deps, query)
      return ggr.ok ? fileOf('ggr', query, GGR_COLUMNS, onePage(ggr.rows)) : ggr
    },
  }),
  defineRoute({
    ...FILE,
    path: '/reports/reconciliation.csv',
    summary: 'Totals of each player as CSV',
    errors: [...FILE.errors, 'TOO_MANY_PROJECTS'],
    query: ReconciliationReportFilters,
    run: async (deps, { query, signal }) => {
      const reader = await openPlayers(deps, query)
      if (!reader.ok) return reader
      const read = (last: ProjectPlayer | null) => reader.read(last, REPORT_CSV_PAGE_ROWS)
      const pages = readPages(read, REPORT_CSV_PAGE_ROWS, signal)
      return fileOf('reconciliation', query, PLAYER_COLUMNS, pages)
    },
  }),
  defineRoute({
    ...FILE,
    path: '/reports/returns.csv',
    summary: 'Theoretical and actual return as CSV',
    query: ReturnsReportQuery,
    run: async (deps, { query }) => {
      const read = await readReturns(deps, query)
      return read.ok ? fileOf('returns', query, RETURN_COLUMNS, onePage(read.report.rows)) : read
    },
  }),
]

function fileOf<Row>(
  report: string,
  { projectId = 'all', from, to }: { projectId?: string; from?: string; to?: string },
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Streamed | AdminRefused {
  const parts = [report, projectId, from, to].filter(part => part !== undefined)
  return streamed({
    contentType: CSV,
    fileName: `${parts.join('-')}.csv`,
    chunks: writeCsv(columns, pages),
  })
}
