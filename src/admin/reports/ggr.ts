// Gross gaming revenue of a project, or of all, by day, game and currency. Changes nothing.

import type { Currency } from '../../core/money.ts'
import { DAY_MS } from '../../core/time.ts'
import type { GgrKey, GgrRow } from '../../ledger/reports/report-ggr.ts'
import { REPORT_PERIOD_DAYS_DEFAULT, REPORT_PERIOD_DAYS_MAX } from '../../limits/reports.ts'
import { splits } from '../../operator/reports/methods.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { readPeriod } from './period.ts'
import { findProjects, hasProject, ofEach, UNKNOWN_PROJECT } from './projects.ts'
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
  const groups = (query.groupBy ?? 'day,game,currency').split(',')
  const read = (of: string | null) =>
    deps.reports.ggr({
      ...{ ...period, projectId: of },
      groupBy: groups.flatMap(name => KEYS[name] ?? []),
      gameId: query.gameId ?? null,
      currency: (query.currency as Currency | undefined) ?? null,
    })
  if (!groups.includes('project')) {
    return { ok: true, ...period, rows: (await read(projectId)).map(row => present(row, null)) }
  }
  const projects = await findProjects(deps, projectId ?? undefined)
  if (!projects.ok) return projects
  const lists = await ofEach(projects.ids, async id =>
    (await read(id)).map(row => present(row, id)),
  )
  return { ok: true, ...period, rows: lists.flat() }
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

function present(row: GgrRow, projectId: string | null): GgrReportRow {
  return {
    projectId,
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
