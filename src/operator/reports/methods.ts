// report_rounds, report_ggr and report_reconciliation: read the ledger and make the answer. The
// ledger defines what counts (sql/0003-reports.sql). Source: operator API, "Reporting methods".

import { printInstant } from '../../core/iso-time.ts'
import type { GgrQuery } from '../../ledger/reports/report-ggr.ts'
import type { ReconciliationQuery } from '../../ledger/reports/report-reconciliation.ts'
import type { RoundsQuery } from '../../ledger/reports/report-rounds.ts'
import type { Reports } from '../../ledger/reports/reports.ts'
import type { AnyMethod, OperatorMethod } from '../call.ts'
import { refuse } from '../errors.ts'
import { writeCursor } from './page-cursor.ts'
import { presentGgr, presentPlayer, presentRound } from './rows.ts'
import {
  type PageRequest,
  readGgrRequest,
  readReconciliationRequest,
  readRoundsRequest,
} from './rules.ts'
import type { ReportGgrAnswer, ReportReconciliationAnswer, ReportRoundsAnswer } from './schema.ts'

export interface ReportDeps {
  reports: Reports
  /** Signs cursors. */
  cursorKey: Uint8Array
  nowMs(): number
}

/** The answer is kept for an Idempotency-Key exactly as it was sent. */
type ReportMethod<Request, Answer> = OperatorMethod<Request, { answer: Answer }>

/** By the text of `method`. */
export function createReportMethods(deps: ReportDeps): Record<string, AnyMethod> {
  const { reports, cursorKey, nowMs } = deps
  const report_rounds: ReportMethod<PageRequest<RoundsQuery>, ReportRoundsAnswer> = {
    name: 'report_rounds',
    isReading: true,
    read: (body, { projectId }) => readRoundsRequest(body, { cursorKey, projectId }),
    async execute(_, { query, question }) {
      const { page, last } = splitPage(query.limit, await reports.rounds(onePastPage(query)))
      const position = last && [last.position.createdAt, last.position.roundId]
      const next_cursor = position && writeCursor(cursorKey, question, position)
      const unclear = await reports.unclearCalls(query.projectId, page)
      const rounds = page.map(row => presentRound(row, unclear))
      const archived = await reports.archivedMonths(query)
      const gone = archived.length === 0 ? {} : { archived_months: archived }
      return { ok: true, answer: { status: 'ok', rounds, next_cursor, ...gone } }
    },
    present: ({ answer }) => answer,
  }
  const report_ggr: ReportMethod<GgrQuery, ReportGgrAnswer> = {
    name: 'report_ggr',
    isReading: true,
    read: (body, { projectId }) => readGgrRequest(body, projectId, nowMs()),
    async execute(_, query) {
      const reported = await reports.ggr(query)
      if (!reported.ok) return refuse('INVALID_PERIOD')
      const period = { from: printInstant(query.fromMs), to: printInstant(query.toMs) }
      const group_by = [...query.groupBy]
      const rows = reported.rows.map(presentGgr)
      return { ok: true, answer: { status: 'ok', period, group_by, rows } }
    },
    present: ({ answer }) => answer,
  }
  const report_reconciliation: ReportMethod<
    PageRequest<ReconciliationQuery>,
    ReportReconciliationAnswer
  > = {
    name: 'report_reconciliation',
    isReading: true,
    read: (body, { projectId }) => readReconciliationRequest(body, { cursorKey, projectId }),
    async execute(_, { query, question }) {
      const reported = await reports.reconciliation(onePastPage(query))
      if (!reported.ok) return refuse('INVALID_PERIOD')
      const { page, last } = splitPage(query.limit, reported.rows)
      const next_cursor = last && writeCursor(cursorKey, question, [last.playerId, last.currency])
      return { ok: true, answer: { status: 'ok', players: page.map(presentPlayer), next_cursor } }
    },
    present: ({ answer }) => answer,
  }
  return { report_rounds, report_ggr, report_reconciliation }
}

/** One extra row shows whether there are more. */
function onePastPage<Query extends { limit: number }>(query: Query): Query {
  return { ...query, limit: query.limit + 1 }
}

/** A page, and its last row if there are more. */
function splitPage<Row>(limit: number, rows: Row[]): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, limit)
  return { page, last: rows.length > limit ? page.at(-1)! : null }
}
