// report_rounds, report_ggr and report_reconciliation: read the ledger and make the answer. The
// ledger defines what counts (sql/0003-reports.sql). Source: operator API, "Reporting methods".

import { printInstant } from '../../core/iso-time.ts'
import { isMonth, monthOfRound, startOfMonth } from '../../core/month.ts'
import { DAY_MS } from '../../core/time.ts'
import type { GgrQuery } from '../../ledger/reports/report-ggr.ts'
import type { ReconciliationQuery } from '../../ledger/reports/report-reconciliation.ts'
import type { RoundsQuery } from '../../ledger/reports/report-rounds.ts'
import type { Period } from '../../ledger/reports/report-snapshot.ts'
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

/** Kept for an Idempotency-Key exactly as answered. */
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
    isReading: true,
    read: (body, { projectId }) => readRoundsRequest(body, { cursorKey, projectId }),
    async execute(_, { query, question }) {
      const { page, last } = await readPage(query, reports.rounds)
      const position = last && [last.position.createdAt, last.position.roundId]
      const next_cursor = position && writeCursor(cursorKey, question, position)
      const rounds = page.map(presentRound)
      const archived = await reports.archivedMonths(periodOfRounds(query))
      const gone = archived.length === 0 ? {} : { archived_months: archived }
      return { ok: true, answer: { status: 'ok', rounds, next_cursor, ...gone } }
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
    isReading: true,
    read: (body, { projectId }) => readGgrRequest(body, projectId, nowMs()),
    async execute(_, query) {
      const rows = await reports.ggr(query)
      const archived = await reports.archivedMonths(query)
      if (archived.some(month => splits(month, query, DAY_MS))) return refuse('INVALID_PERIOD')
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
    isReading: true,
    read: (body, { projectId }) => readReconciliationRequest(body, { cursorKey, projectId }),
    async execute(_, { query, question }) {
      const { page, last } = await readPage(query, reports.reconciliation)
      const archived = await reports.archivedMonths(query)
      if (archived.some(month => splits(month, query, null))) return refuse('INVALID_PERIOD')
      const next_cursor = last && writeCursor(cursorKey, question, [last.playerId, last.currency])
      return { ok: true, answer: { status: 'ok', players: page.map(presentPlayer), next_cursor } }
    },
    present: ({ answer }) => answer,
  }
}

/**
 * A round's id contains its month, whatever the period; an id that was never a round's has no
 * month.
 */
function periodOfRounds({ roundId, fromMs, toMs }: RoundsQuery): Period {
  if (roundId === null) return { fromMs, toMs }
  const month = monthOfRound(roundId)
  if (!isMonth(month)) return { fromMs: 0, toMs: 0 }
  return { fromMs: startOfMonth(month), toMs: startOfMonth(month, 1) }
}

/**
 * True when the period begins or ends inside the month at a time that is not on a step. An archived
 * month has only sums: by day for GGR, by month for the totals of players. @param stepMs null: the
 * month is one step
 */
export function splits(month: string, { fromMs, toMs }: Period, stepMs: number | null): boolean {
  const [startMs, endMs] = [startOfMonth(month), startOfMonth(month, 1)]
  return [fromMs, toMs].some(
    ms => ms !== null && ms > startMs && ms < endMs && (stepMs === null || ms % stepMs !== 0),
  )
}

/** A page, and its last row if there are more. Reads one extra row to find out. */
async function readPage<Query extends { limit: number }, Row>(
  query: Query,
  read: (query: Query) => Promise<Row[]>,
): Promise<{ page: Row[]; last: Row | null }> {
  const rows = await read({ ...query, limit: query.limit + 1 })
  const page = rows.slice(0, query.limit)
  return { page, last: rows.length > query.limit ? page.at(-1)! : null }
}
