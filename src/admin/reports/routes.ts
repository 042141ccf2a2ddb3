// The reports of the panel: rounds, GGR, reconciliation, and what games returned. Reads only.

import {
  type GGR_COLUMNS,
  PLAYER_COLUMNS,
  ROUND_COLUMNS,
} from '../../ledger/reports/report-columns.ts'
import { readPage } from '../page.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { refusePart } from './filters.ts'
import { openPlayers, openRounds, type PlayerPlace } from './row-readers.ts'
import { printRow } from './rows.ts'
import {
  GGR_FIELDS,
  GgrReport,
  GgrReportQuery,
  ReconciliationReport,
  ReconciliationReportQuery,
  ReturnsReport,
  ReturnsReportQuery,
  RoundsReport,
  RoundsReportQuery,
} from './schema.ts'
import { readGgr, readReturns } from './sums.ts'

export const REPORT_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /reports/rounds', ['report.read', 'query projectId'], {
    summary: 'Rounds, newest first',
    query: RoundsReportQuery,
    answer: RoundsReport,
    errors: ['UNKNOWN_PROJECT', 'TOO_MANY_PROJECTS', 'INVALID_CURSOR'],
    run: async (deps, { query }) => {
      const page = readPage(deps, 'reported rounds', query)
      if (!page.ok) return page
      const reader = await openRounds(deps, query)
      if (!reader.ok) return reader
      const { after } = page
      const position = after && { createdAt: after[0]!, roundId: after[1]! }
      const found = await reader.read(position, page.limit)
      const { rows, nextCursor } = page.cut(found, row => [
        row.position.createdAt,
        row.position.roundId,
      ])
      return answered({
        rows: rows.map(row => printRow<typeof ROUND_COLUMNS>(ROUND_COLUMNS, row)),
        nextCursor,
        archivedMonths: await reader.archivedMonths(),
      })
    },
  }),
  defineRoute('GET /reports/ggr', ['report.read', 'query projectId'], {
    summary: 'Gross gaming revenue by day, game and currency',
    description: 'From confirmed operations: bets - refunds - wins, by the start of the round.',
    query: GgrReportQuery,
    answer: GgrReport,
    errors: ['UNKNOWN_PROJECT', 'TOO_MANY_PROJECTS'],
    run: async (deps, { query }) => {
      const ggr = await readGgr(deps, query)
      if (!ggr.ok) return ggr
      const [from, to] = [ggr.fromMs, ggr.toMs].map(ms => new Date(ms).toISOString())
      const rows = ggr.rows.map(row => printRow<typeof GGR_COLUMNS>(GGR_FIELDS, row))
      return answered({ from: from!, to: to!, rows })
    },
  }),
  defineRoute('GET /reports/reconciliation', ['report.read', 'query projectId'], {
    summary: 'Totals of each player and currency',
    description: 'From confirmed operations, by the time of the operation.',
    query: ReconciliationReportQuery,
    answer: ReconciliationReport,
    errors: ['UNKNOWN_PROJECT', 'TOO_MANY_PROJECTS', 'INVALID_CURSOR'],
    run: async (deps, { query }) => {
      const page = readPage(deps, 'reconciled players', query)
      if (!page.ok) return page
      const reader = await openPlayers(deps, query)
      if (!reader.ok) return reader
      const [projectId = '', playerId = '', currency = ''] = page.after ?? []
      const place = page.after && { projectId, playerId, currency }
      const found = await reader.read(place, page.limit)
      if (!found.ok) return refusePart(found.archived, 'months')
      const positionOf = (row: PlayerPlace) => [row.projectId, row.playerId, row.currency]
      const { rows, nextCursor } = page.cut(found.rows, positionOf)
      const printed = rows.map(row => printRow<typeof PLAYER_COLUMNS>(PLAYER_COLUMNS, row))
      return answered({ rows: printed, nextCursor })
    },
  }),
  defineRoute('GET /reports/returns', ['report.read', 'query projectId'], {
    summary: 'Theoretical and actual return by game, mode and level',
    description:
      'From settled rounds that were drawn and paid for: rounds of target outcomes were ' +
      'chosen, not drawn, and free spins were paid by no player. Each round counts the same ' +
      'whatever its stake, so that the difference can be compared with the variance of the ' +
      'mathematics.',
    query: ReturnsReportQuery,
    answer: ReturnsReport,
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { query }) => {
      const read = await readReturns(deps, query)
      return read.ok ? answered(read.report) : read
    },
  }),
]
