// The reports of the panel: rounds, GGR, reconciliation, and what games returned. Reads only.

import {
  type GGR_COLUMNS,
  PLAYER_COLUMNS,
  ROUND_COLUMNS,
} from '../../ledger/reports/report-columns.ts'
import { readPage } from '../page.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { readGgr } from './ggr.ts'
import { refusePart } from './period.ts'
import { openPlayers } from './reconciliation.ts'
import { readReturns } from './returns.ts'
import { openRounds } from './rounds.ts'
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

const READING = { method: 'GET', role: 'viewer' } as const

export const REPORT_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    ...READING,
    path: '/reports/rounds',
    summary: 'Rounds, newest first',
    query: RoundsReportQuery,
    answer: RoundsReport,
    errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT', 'TOO_MANY_PROJECTS', 'INVALID_CURSOR'],
    run: async (deps, { query }) => {
      const page = readPage(deps, 'reported rounds', query)
      if (!page.ok) return page
      const reader = await openRounds(deps, query)
      if (!reader.ok) return reader
      const { after } = page
      const position = after && { createdAt: after[0]!, roundId: after[1]! }
      const found = await reader.read(position, page.limit + 1)
      const rows = found.slice(0, page.limit)
      const last = found.length > page.limit ? rows.at(-1)!.position : null
      return answered({
        rows: rows.map(row => printRow<typeof ROUND_COLUMNS>(ROUND_COLUMNS, row)),
        nextCursor: page.nextCursor(last && [last.createdAt, last.roundId]),
        archivedMonths: await reader.archivedMonths(),
      })
    },
  }),
  defineRoute({
    ...READING,
    path: '/reports/ggr',
    summary: 'Gross gaming revenue by day, game and currency',
    description: 'From confirmed operations: bets - refunds - wins, by the start of the round.',
    query: GgrReportQuery,
    answer: GgrReport,
    errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT', 'TOO_MANY_PROJECTS'],
    run: async (deps, { query }) => {
      const ggr = await readGgr(deps, query)
      if (!ggr.ok) return ggr
      const [from, to] = [ggr.fromMs, ggr.toMs].map(ms => new Date(ms).toISOString())
      const rows = ggr.rows.map(row => printRow<typeof GGR_COLUMNS>(GGR_FIELDS, row))
      return answered({ from: from!, to: to!, rows })
    },
  }),
  defineRoute({
    ...READING,
    path: '/reports/reconciliation',
    summary: 'Totals of each player and currency',
    description: 'From confirmed operations, by the time of the operation.',
    query: ReconciliationReportQuery,
    answer: ReconciliationReport,
    errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT', 'TOO_MANY_PROJECTS', 'INVALID_CURSOR'],
    run: async (deps, { query }) => {
      const page = readPage(deps, 'reconciled players', query)
      if (!page.ok) return page
      const reader = await openPlayers(deps, query)
      if (!reader.ok) return reader
      const { after } = page
      const place = after && {
        projectId: after[0]!,
        playerId: after[1]!,
        currency: after[2]!,
      }
      const found = await reader.read(place, page.limit + 1)
      if (!found.ok) return refusePart(found.archived, 'months')
      const rows = found.rows.slice(0, page.limit)
      const last = found.rows.length > page.limit ? rows.at(-1)! : null
      return answered({
        rows: rows.map(row => printRow<typeof PLAYER_COLUMNS>(PLAYER_COLUMNS, row)),
        nextCursor: page.nextCursor(last && [last.projectId, last.playerId, last.currency]),
      })
    },
  }),
  defineRoute({
    ...READING,
    path: '/reports/returns',
    summary: 'Theoretical and actual return by game, mode and level',
    description:
      'From settled rounds that were drawn and paid for: rounds of target outcomes were ' +
      'chosen, not drawn, and free spins were paid by no player. Each round counts the same ' +
      'whatever its stake, so that the difference can be compared with the variance of the ' +
      'mathematics.',
    query: ReturnsReportQuery,
    answer: ReturnsReport,
    errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT'],
    run: async (deps, { query }) => {
      const read = await readReturns(deps, query)
      return read.ok ? answered(read.report) : read
    },
  }),
]
