// report_rounds, report_ggr and report_reconciliation: checks what is asked and words the answer. What
// counts is the ledger's to say (sql/0003-reports.sql). Source: operator API, "Reporting methods".

import { canonicalJson } from '../../core/canonical-json.ts'
import type { OperatorErrorCode } from '../../core/error-codes.ts'
import { isFreeText } from '../../core/identifiers.ts'
import { parsePeriodEnd, printInstant } from '../../core/iso-time.ts'
import { type Currency, formatAmount } from '../../core/money.ts'
import { readCursor, writeCursor } from '../../core/page-cursor.ts'
import { DAY_MS } from '../../core/time.ts'
import type { GgrKey, GgrQuery, GgrRow } from '../../ledger/reports/report-ggr.ts'
import type {
  PlayerTotals,
  ReconciliationQuery,
} from '../../ledger/reports/report-reconciliation.ts'
import type { RoundRow, RoundsQuery, StateFilter } from '../../ledger/reports/report-rounds.ts'
import type { Period } from '../../ledger/reports/report-snapshot.ts'
import type { Reports } from '../../ledger/reports/reports.ts'
import {
  PLAYER_ID_MAX_CHARS,
  REPORT_PERIOD_DAYS_DEFAULT,
  REPORT_PERIOD_DAYS_MAX,
  REPORT_PLAYERS_DEFAULT,
  REPORT_ROUNDS_DEFAULT,
} from '../../limits.ts'
import type { OperatorMethod } from '../call.ts'
import { compileRequest } from '../request.ts'
import {
  type ReportGgrAnswer,
  ReportGgrRequest,
  type ReportReconciliationAnswer,
  ReportReconciliationRequest,
  type ReportRoundsAnswer,
  ReportRoundsRequest,
} from './schema.ts'

export interface ReportDeps {
  reports: Reports
  /** Signs cursors. */
  cursorKey: Uint8Array
  nowMs(): number
}

/** Kept for an Idempotency-Key as it is answered. */
interface Answered<Answer> {
  ok: true
  answer: Answer
}

const CODES = {
  player_id: 'INVALID_PLAYER_ID',
  symbol: 'INVALID_SYMBOL',
  currency: 'INVALID_CURRENCY',
  round_id: 'INVALID_ROUND_ID',
  state: 'INVALID_STATE',
  from: 'INVALID_FROM',
  to: 'INVALID_TO',
  group_by: 'INVALID_GROUP_BY',
  limit: 'INVALID_LIMIT',
  cursor: 'INVALID_CURSOR',
} as const satisfies Record<string, OperatorErrorCode>

const checkRounds = compileRequest(ReportRoundsRequest, CODES)
const checkGgr = compileRequest(ReportGgrRequest, CODES)
const checkReconciliation = compileRequest(ReportReconciliationRequest, CODES)

const GGR_KEYS: readonly GgrKey[] = ['day', 'symbol', 'currency']

/** By the text of `method`. */
export function createReportMethods(deps: ReportDeps) {
  return {
    report_rounds: createRoundsMethod(deps),
    report_ggr: createGgrMethod(deps),
    report_reconciliation: createReconciliationMethod(deps),
  }
}

interface Paged<Query> {
  query: Query
  /** What a cursor is bound to. */
  question: string
}

function createRoundsMethod({
  reports,
  cursorKey,
}: ReportDeps): OperatorMethod<Paged<RoundsQuery>, Answered<ReportRoundsAnswer>> {
  return {
    name: 'report_rounds',
    check(body, { projectId }) {
      const wrong = checkRounds(body)
      if (wrong !== null) return wrong
      const asked = body as ReportRoundsRequest
      const page = readPageAsked(cursorKey, projectId, asked)
      if (typeof page === 'string') return page
      const { period, question, at } = page
      const query: RoundsQuery = {
        projectId,
        ...period,
        playerId: asked.player_id ?? null,
        gameId: asked.symbol ?? null,
        currency: (asked.currency ?? null) as Currency | null,
        roundId: asked.round_id?.toLowerCase() ?? null,
        state: (asked.state ?? null) as StateFilter | null,
        after: at === null ? null : { createdAt: at[0]!, roundId: at[1]! },
        limit: asked.limit ?? REPORT_ROUNDS_DEFAULT,
      }
      return { query, question }
    },
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
    check(body, { projectId }) {
      const wrong = checkGgr(body)
      if (wrong !== null) return wrong
      const asked = body as ReportGgrRequest
      const period = readPeriod(asked)
      if (typeof period === 'string') return period
      const toMs = period.toMs ?? nowMs()
      const fromMs = period.fromMs ?? toMs - REPORT_PERIOD_DAYS_DEFAULT * DAY_MS
      const isInBounds = fromMs < toMs && toMs - fromMs <= REPORT_PERIOD_DAYS_MAX * DAY_MS
      if (!isInBounds) return 'INVALID_PERIOD'
      return {
        projectId,
        fromMs,
        toMs,
        groupBy: GGR_KEYS.filter(key => asked.group_by?.includes(key) ?? true),
        gameId: asked.symbol ?? null,
        currency: (asked.currency ?? null) as Currency | null,
      }
    },
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
}: ReportDeps): OperatorMethod<Paged<ReconciliationQuery>, Answered<ReportReconciliationAnswer>> {
  return {
    name: 'report_reconciliation',
    check(body, { projectId }) {
      const wrong = checkReconciliation(body)
      if (wrong !== null) return wrong
      const asked = body as ReportReconciliationRequest
      const page = readPageAsked(cursorKey, projectId, asked)
      if (typeof page === 'string') return page
      const { period, question, at } = page
      const query: ReconciliationQuery = {
        projectId,
        ...period,
        playerId: asked.player_id ?? null,
        currency: (asked.currency ?? null) as Currency | null,
        after: at === null ? null : { playerId: at[0]!, currency: at[1]! },
        limit: asked.limit ?? REPORT_PLAYERS_DEFAULT,
      }
      return { query, question }
    },
    async execute(_, { query, question }) {
      const { page, last } = await readPage(query, reports.reconciliation)
      const next_cursor = last && writeCursor(cursorKey, question, [last.playerId, last.currency])
      return { ok: true, answer: { status: 'ok', players: page.map(presentPlayer), next_cursor } }
    },
    present: ({ answer }) => answer,
  }
}

/** What both paged reports are asked alike. `at`: null for the first page. */
function readPageAsked(
  cursorKey: ReportDeps['cursorKey'],
  projectId: string,
  asked: ReportRoundsRequest | ReportReconciliationRequest,
) {
  const period = readPeriod(asked)
  if (typeof period === 'string') return period
  if (!isPlayer(asked.player_id)) return 'INVALID_PLAYER_ID'
  const question = questionOf(projectId, asked)
  const at = readPosition(cursorKey, question, asked.cursor)
  return at === undefined ? 'INVALID_CURSOR' : { period, question, at }
}

const isPlayer = (id: string | undefined) => id === undefined || isFreeText(id, PLAYER_ID_MAX_CHARS)

function readPeriod({ from, to }: { from?: string; to?: string }): Period | OperatorErrorCode {
  const fromMs = from === undefined ? null : parsePeriodEnd(from)
  if (from !== undefined && fromMs === null) return 'INVALID_FROM'
  const toMs = to === undefined ? null : parsePeriodEnd(to)
  if (to !== undefined && toMs === null) return 'INVALID_TO'
  if (fromMs !== null && toMs !== null && fromMs >= toMs) return 'INVALID_PERIOD'
  return { fromMs, toMs }
}

/** Method and filters as they were sent; the page's size is not one of them. */
function questionOf(
  projectId: string,
  {
    api_key: _,
    cursor: __,
    limit: ___,
    ...asked
  }: ReportRoundsRequest | ReportReconciliationRequest,
): string {
  return canonicalJson({ ...asked, partner: projectId })
}

/** Undefined for a cursor of another question or of nobody's making. */
function readPosition(
  key: Uint8Array,
  question: string,
  cursor: string | undefined,
): string[] | null | undefined {
  return cursor === undefined ? null : (readCursor(key, question, cursor) ?? undefined)
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

function presentRound(row: RoundRow): ReportRoundsAnswer['rounds'][number] {
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
  }
}

function presentGgr(row: GgrRow): ReportGgrAnswer['rows'][number] {
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

function presentPlayer(row: PlayerTotals): ReportReconciliationAnswer['players'][number] {
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
