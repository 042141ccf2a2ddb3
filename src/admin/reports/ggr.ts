// Gross gaming revenue of a project, or of all, by day, game and currency. Changes nothing.

import type { Currency } from '../../core/money.ts'
import { DAY_MS } from '../../core/time.ts'
import type { GgrKey, GgrRow } from '../../ledger/reports/report-ggr.ts'
import { REPORT_PERIOD_DAYS_DEFAULT, REPORT_PERIOD_DAYS_MAX } from '../../limits/reports.ts'
import { splits } from '../../operator/reports/methods.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { readPeriod } from './period.ts'
import { hasProject, UNKNOWN_PROJECT } from './projects.ts'
import type { GgrReportQuery, GgrReportRow } from './schema.ts'

export interface Ggr {
  ok: true
  fromMs: number
  toMs: number
  rows: GgrReportRow[]
}

export async function readGgr(
  deps: Pick<AdminDeps, 'pool' | 'reports' | 'nowMs'>,
  query: GgrReportQuery,
): Promise<Ggr | AdminRefused> {
  const period = readGgrPeriod(query, deps.nowMs())
  if ('code' in period) return period
  const { projectId = null } = query
  if (projectId !== null && !(await hasProject(deps, projectId))) return UNKNOWN_PROJECT
  const archived = await deps.reports.archivedMonths(period)
  if (archived.some(month => splits(month, period, DAY_MS))) {
    return refuse(
      'INVALID_REQUEST',
      `Of archived months (${archived.join(', ')}) ask whole days.`,
      'from',
    )
  }
  const rows = await deps.reports.ggr({
    ...{ ...period, projectId },
    groupBy: keysOf(query.groupBy),
    gameId: query.gameId ?? null,
    currency: (query.currency as Currency | undefined) ?? null,
  })
  return { ok: true, ...period, rows: rows.map(present) }
}

function readGgrPeriod(
  query: GgrReportQuery,
  nowMs: number,
): { fromMs: number; toMs: number } | AdminRefused {
  const read = readPeriod(query)
  if ('code' in read) return read
  const toMs = read.toMs ?? nowMs
  const fromMs = read.fromMs ?? toMs - REPORT_PERIOD_DAYS_DEFAULT * DAY_MS
  if (fromMs < toMs && toMs - fromMs <= REPORT_PERIOD_DAYS_MAX * DAY_MS) return { fromMs, toMs }
  const reason = `The period is at most ${REPORT_PERIOD_DAYS_MAX} days, and ends after it begins.`
  return refuse('INVALID_REQUEST', reason, 'from')
}

const KEYS: Readonly<Record<string, GgrKey>> = { day: 'day', game: 'symbol', currency: 'currency' }

function keysOf(text: string | undefined): GgrKey[] {
  return (text ?? 'day,game,currency').split(',').map(name => KEYS[name]!)
}

function present(row: GgrRow): GgrReportRow {
  return {
    day: row.day,
    gameId: row.gameId,
    currency: row.currency,
    rounds: row.rounds,
    cancelledRounds: row.cancelledRounds,
    freeSpinRounds: row.freeSpinRounds,
    betsMinor: row.betsMinor.toString(),
    winsMinor: row.winsMinor.toString(),
    refundsMinor: row.refundsMinor.toString(),
    ggrMinor: (row.betsMinor - row.refundsMinor - row.winsMinor).toString(),
    pendingRounds: row.pending,
  }
}
