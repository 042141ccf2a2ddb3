// The rules for report requests beyond the form of their fields: the period, the page, the filters.
// Reads no store. Source: operator API, "Reporting methods".

import type { GgrKey, GgrQuery } from '../../ledger/reports/report-ggr.ts'
import { boundPeriod, type Period, parsePeriod } from '../../ledger/reports/report-period.ts'
import type { ReconciliationQuery } from '../../ledger/reports/report-reconciliation.ts'
import type { RoundsQuery } from '../../ledger/reports/report-rounds.ts'
import { REPORT_PLAYERS_DEFAULT, REPORT_ROUNDS_DEFAULT } from '../../limits/reports.ts'
import { canonicalJson } from '../canonical-json.ts'
import { type OperatorErrorCode, refuse } from '../errors.ts'
import { accept, compileForm, type Read } from '../request.ts'
import { readCursor } from './page-cursor.ts'
import { ReportGgrRequest, ReportReconciliationRequest, ReportRoundsRequest } from './schema.ts'

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
const ROUNDS = compileForm(ReportRoundsRequest, CODES)
const GGR = compileForm(ReportGgrRequest, CODES)
const RECONCILIATION = compileForm(ReportReconciliationRequest, CODES)

const GGR_KEYS: readonly GgrKey[] = ['day', 'symbol', 'currency']

/** One page of a report. */
export interface PageRequest<Query> {
  query: Query
  /** The query that a cursor is bound to. */
  question: string
}

/** Which cursors are valid: those signed with this key for one project. */
interface CursorScope {
  cursorKey: Uint8Array
  projectId: string
}

export function readRoundsRequest(
  body: object,
  scope: CursorScope,
): Read<PageRequest<RoundsQuery>> {
  const form = ROUNDS.read(body)
  if (!form.ok) return form
  const asked = form.value
  const page = readPage(asked, scope)
  if (!page.ok) return page
  const { period, question, after } = page.value
  const query: RoundsQuery = {
    projectId: scope.projectId,
    ...period,
    playerId: asked.player_id ?? null,
    gameId: asked.symbol ?? null,
    currency: asked.currency ?? null,
    roundId: asked.round_id?.toLowerCase() ?? null,
    state: asked.state ?? null,
    after: after === null ? null : { createdAt: after[0]!, roundId: after[1]! },
    limit: asked.limit ?? REPORT_ROUNDS_DEFAULT,
  }
  return accept({ query, question })
}

export function readReconciliationRequest(
  body: object,
  scope: CursorScope,
): Read<PageRequest<ReconciliationQuery>> {
  const form = RECONCILIATION.read(body)
  if (!form.ok) return form
  const asked = form.value
  const page = readPage(asked, scope)
  if (!page.ok) return page
  const { period, question, after } = page.value
  const query: ReconciliationQuery = {
    projectId: scope.projectId,
    ...period,
    playerId: asked.player_id ?? null,
    currency: asked.currency ?? null,
    after: after === null ? null : { playerId: after[0]!, currency: after[1]! },
    limit: asked.limit ?? REPORT_PLAYERS_DEFAULT,
  }
  return accept({ query, question })
}

export function readGgrRequest(body: object, projectId: string, nowMs: number): Read<GgrQuery> {
  const form = GGR.read(body)
  if (!form.ok) return form
  const { symbol, currency, group_by: groupBy } = form.value
  const period = readPeriod(form.value)
  if (!period.ok) return period
  const bounded = boundPeriod(period.value, nowMs)
  if (bounded === null) return refuse('INVALID_PERIOD')
  return accept({
    projectId,
    ...bounded,
    groupBy: GGR_KEYS.filter(key => groupBy?.includes(key) ?? true),
    gameId: symbol ?? null,
    currency: currency ?? null,
  })
}

type PagedRequest = ReportRoundsRequest | ReportReconciliationRequest

/** The common fields of both paged reports. `after`: null for the first page. */
function readPage(
  asked: PagedRequest,
  { cursorKey, projectId }: CursorScope,
): Read<{ period: Period; question: string; after: string[] | null }> {
  const period = readPeriod(asked)
  if (!period.ok) return period
  const { cursor } = asked
  const question = questionOf(projectId, asked)
  if (cursor === undefined) return accept({ period: period.value, question, after: null })
  const after = readCursor(cursorKey, question, cursor)
  if (after === null) return refuse('INVALID_CURSOR')
  return accept({ period: period.value, question, after })
}

const FAULTS = { from: 'INVALID_FROM', to: 'INVALID_TO', empty: 'INVALID_PERIOD' } as const

function readPeriod(asked: { from?: string; to?: string }): Read<Period> {
  const period = parsePeriod(asked)
  return typeof period === 'string' ? refuse(FAULTS[period]) : accept(period)
}

/** Method and filters as sent; the page's size is not part of it. */
function questionOf(
  projectId: string,
  { api_key: _, cursor: __, limit: ___, ...filters }: PagedRequest,
): string {
  return canonicalJson({ ...filters, partner: projectId })
}
