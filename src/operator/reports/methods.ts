// report_rounds, report_ggr and report_reconciliation: asks the ledger and makes the answer. What counts
// is the ledger's to say (sql/0003-reports.sql). Source: operator API, "Reporting methods".

import { printInstant } from '../../core/iso-time.ts'
import type { GgrQuery } from '../../ledger/reports/report-ggr.ts'
import type { ReconciliationQuery } from '../../ledger/reports/report-reconciliation.ts'
import type { RoundsQuery } from '../../ledger/reports/report-rounds.ts'
import type { Reports } from '../../ledger/reports/reports.ts'
import type { AnyMethod, OperatorMethod } from '../call.ts'
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

/** Kept for an Idempotency-Key as it is answered. */
interface Answered<Answer> {
  answer: Answer
}

/** By the text of `method`. */
export function createReportMethods(deps: ReportDeps): Record<string, AnyMethod> {
  return {
    report_rounds: createRoundsMethod(deps),
    report_ggr: createGgrMethod(deps),
    report_reconciliation: createReconciliationMethod(deps),
  }
}

function createRoundsMethod({
  reports,
  cursorKey,
}: ReportDeps): OperatorMethod<PageRequest<RoundsQuery>, Answered<ReportRoundsAnswer>> {
  return {
    name: 'report_rounds',
    read: (body, { projectId }) => readRoundsRequest(body, { cursorKey, projectId }),
    async execute(_, { query, question }) {
      const { page, last } = await readPage(query, reports.rounds)
      const position = last && [last.position.createdAt, last.position.roundId]
      const next_cursor = position && writeCursor(cursorKey, question, position)
      return { ok: true, answer: { status: 'ok', rounds: page.map(presentRound), next_cursor } }
    },
    present: ({ answer }) => answer,
  }
}

function createGgrMethod({
  reports,
  nowMs,
}: ReportDeps): OperatorMethod<GgrQuery, Answered<ReportGgrAnswer>> {
  return {
    name: 'report_ggr',
    read: (body, { projectId }) => readGgrRequest(body, projectId, nowMs()),
    async execute(_, query) {
      const rows = await reports.ggr(query)
      const period = { from: printInstant(query.fromMs), to: printInstant(query.toMs) }
      const group_by = [...query.groupBy]
      return { ok: true, answer: { status: 'ok', period, group_by, rows: rows.map(presentGgr) } }
    },
    present: ({ answer }) => answer,
  }
}

function createReconciliationMethod({
  reports,
  cursorKey,
}: ReportDeps): OperatorMethod<
  PageRequest<ReconciliationQuery>,
  Answered<ReportReconciliationAnswer>
> {
  return {
    name: 'report_reconciliation',
    read: (body, { projectId }) => readReconciliationRequest(body, { cursorKey, projectId }),
    async execute(_, { query, question }) {
      const { page, last } = await readPage(query, reports.reconciliation)
      const next_cursor = last && writeCursor(cursorKey, question, [last.playerId, last.currency])
      return { ok: true, answer: { status: 'ok', players: page.map(presentPlayer), next_cursor } }
    },
    present: ({ answer }) => answer,
  }
}

/** A page, and its last row when there are more. One row more is read to know. */
async function readPage<Query extends { limit: number }, Row>(
  query: Query,
  read: (query: Query) => Promise<Row[]>,
): Promise<{ page: Row[]; last: Row | null }> {
  const rows = await read({ ...query, limit: query.limit + 1 })
  const page = rows.slice(0, query.limit)
  return { page, last: rows.length > query.limit ? page.at(-1)! : null }
}
