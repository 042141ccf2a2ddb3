// Gross gaming revenue of a project, or of all, by day, game and currency. Changes nothing.

import type { Currency } from '../../core/money.ts'
import type { GgrKey, GgrRow } from '../../ledger/reports/report-ggr.ts'
import { boundPeriod, type Reported } from '../../ledger/reports/report-period.ts'
import { REPORT_PERIOD_DAYS_MAX } from '../../limits/reports.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { readPeriod, refusePart } from './period.ts'
import { findProjects, hasProject, ofEach, UNKNOWN_PROJECT } from './projects.ts'
import type { GgrReportQuery } from './schema.ts'

/** Null unless rows are by project. */
export type ProjectGgr = GgrRow & { readonly projectId: string | null }

export interface Ggr {
  ok: true
  fromMs: number
  toMs: number
  rows: ProjectGgr[]
}

export async function readGgr(
  deps: Pick<AdminDeps, 'pool' | 'reports' | 'nowMs'>,
  query: GgrReportQuery,
): Promise<Ggr | AdminRefused> {
  const given = readPeriod(query)
  if ('code' in given) return given
  const period = boundPeriod(given, deps.nowMs())
  if (period === null) return refuse('INVALID_REQUEST', TOO_LONG, 'from')
  const { projectId = null } = query
  if (projectId !== null && !(await hasProject(deps, projectId))) return UNKNOWN_PROJECT
  const groups = (query.groupBy ?? 'day,game,currency').split(',')
  const read = (of: string | null) =>
    deps.reports.ggr({
      ...period,
      projectId: of,
      groupBy: groups.flatMap(name => KEYS[name] ?? []),
      gameId: query.gameId ?? null,
      currency: (query.currency as Currency | undefined) ?? null,
    })
  const isByProject = groups.includes('project')
  const projects = isByProject ? await findProjects(deps, projectId ?? undefined) : null
  if (projects?.ok === false) return projects
  const ids = projects?.ids ?? [projectId]
  const rows: ProjectGgr[] = []
  for (const [i, reported] of (await ofEach<string | null, Reading>(ids, read)).entries()) {
    if (!reported.ok) return refusePart(reported.archived, 'days')
    const of = isByProject ? ids[i]! : null
    for (const row of reported.rows) rows.push({ ...row, projectId: of })
  }
  return { ok: true, ...period, rows }
}

type Reading = Reported<GgrRow>

const TOO_LONG = `The period is at most ${REPORT_PERIOD_DAYS_MAX} days, and ends after it begins.`

const KEYS: Readonly<Record<string, GgrKey>> = { day: 'day', game: 'symbol', currency: 'currency' }
