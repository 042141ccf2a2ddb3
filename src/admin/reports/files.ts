// The reports as CSV files, written while they are read: a million rounds need the memory of one
// page. Reads only.

import type { Column } from '../../ledger/reports/column.ts'
import { GGR_COLUMNS, PLAYER_COLUMNS, ROUND_COLUMNS } from '../../ledger/reports/report-columns.ts'
import type { RoundRow } from '../../ledger/reports/report-rounds.ts'
import { REPORT_CSV_PAGE_ROWS } from '../../limits/reports.ts'
import type { AdminRefused } from '../errors.ts'
import { type AdminRoute, defineRoute, type Streamed, streamed } from '../route.ts'
import { onePage, readPages, writeCsv } from './csv.ts'
import { refusePart } from './filters.ts'
import { openPlayers, openRounds, type ProjectPlayer } from './row-readers.ts'
import {
  GgrReportQuery,
  ReconciliationReportFilters,
  type ReturnedGame,
  ReturnsReportQuery,
  RoundsReportFilters,
} from './schema.ts'
import { readGgr, readReturns } from './sums.ts'

const CSV = 'text/csv; charset=utf-8; header=present'
const FILE = { streams: CSV, errors: ['UNKNOWN_PROJECT'] } as const

/** What a returned game has in the file; the page has the others too. */
const RETURN_COLUMNS = [
  { name: 'gameId', title: 'game', kind: 'text' },
  { name: 'gameVersion', title: 'version', kind: 'text' },
  { name: 'gameMode', title: 'mode', kind: 'text' },
  { name: 'level', title: 'level', kind: 'text' },
  { name: 'rounds', title: 'rounds', kind: 'count' },
  { name: 'theoretical', title: 'theoretical_percent', kind: 'text' },
  { name: 'actual', title: 'actual_percent', kind: 'text' },
  { name: 'low', title: 'band_99_low_percent', kind: 'text' },
  { name: 'high', title: 'band_99_high_percent', kind: 'text' },
  { name: 'deviationOf', title: 'deviation_of', kind: 'text' },
  { name: 'isOutside', title: 'outside', kind: 'flag' },
] as const satisfies readonly (Column & { name: keyof ReturnedGame })[]

export const REPORT_FILE_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /reports/rounds.csv', ['report.read', 'query projectId'], {
    ...FILE,
    summary: 'Rounds as CSV, newest first',
    errors: [...FILE.errors, 'TOO_MANY_PROJECTS'],
    query: RoundsReportFilters,
    run: async (deps, { query, signal }) => {
      const reader = await openRounds(deps, query)
      if (!reader.ok) return reader
      const read = (last: RoundRow | null) =>
        reader.read(last?.position ?? null, REPORT_CSV_PAGE_ROWS)
      return fileOf('rounds', query, ROUND_COLUMNS, readPages(read, REPORT_CSV_PAGE_ROWS, signal))
    },
  }),
  defineRoute('GET /reports/ggr.csv', ['report.read', 'query projectId'], {
    ...FILE,
    summary: 'Gross gaming revenue as CSV',
    query: GgrReportQuery,
    run: async (deps, { query }) => {
      const ggr = await readGgr(deps, query)
      return ggr.ok ? fileOf('ggr', query, GGR_COLUMNS, onePage(ggr.rows)) : ggr
    },
  }),
  defineRoute('GET /reports/reconciliation.csv', ['report.read', 'query projectId'], {
    ...FILE,
    summary: 'Totals of each player as CSV',
    errors: [...FILE.errors, 'TOO_MANY_PROJECTS'],
    query: ReconciliationReportFilters,
    run: async (deps, { query, signal }) => {
      const reader = await openPlayers(deps, query)
      if (!reader.ok) return reader
      const first = await reader.read(null, REPORT_CSV_PAGE_ROWS)
      if (!first.ok) return refusePart(first.archived, 'months')
      const read = async (last: ProjectPlayer | null) => {
        const page = last === null ? first : await reader.read(last, REPORT_CSV_PAGE_ROWS)
        if (!page.ok) throw new Error('a month of the report was archived while it was read')
        return page.rows
      }
      const pages = readPages(read, REPORT_CSV_PAGE_ROWS, signal)
      return fileOf('reconciliation', query, PLAYER_COLUMNS, pages)
    },
  }),
  defineRoute('GET /reports/returns.csv', ['report.read', 'query projectId'], {
    ...FILE,
    summary: 'Theoretical and actual return as CSV',
    query: ReturnsReportQuery,
    run: async (deps, { query }) => {
      const read = await readReturns(deps, query)
      return read.ok ? fileOf('returns', query, RETURN_COLUMNS, onePage(read.report.rows)) : read
    },
  }),
]

function fileOf<Row extends object>(
  report: string,
  { projectId = 'all', from, to }: { projectId?: string; from?: string; to?: string },
  columns: readonly Column[],
  pages: AsyncIterable<readonly Row[]>,
): Streamed | AdminRefused {
  const parts = [report, projectId, from, to].filter(part => part !== undefined)
  return streamed({
    contentType: CSV,
    fileName: `${parts.join('-')}.csv`,
    chunks: writeCsv(columns, pages),
  })
}
