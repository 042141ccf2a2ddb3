// The reports that are read page after page, for one project or for all: rounds, newest first, and
// what each player's wallet must have moved, project after project. Changes nothing.

import type { Currency } from '../../core/money.ts'
import { firstOf } from '../../ledger/database/merge.ts'
import type { Reported } from '../../ledger/reports/report-period.ts'
import type { PlayerTotals } from '../../ledger/reports/report-reconciliation.ts'
import { isNewer, type RoundPosition, type RoundRow } from '../../ledger/reports/report-rounds.ts'
import type { AdminDeps } from '../deps.ts'
import { findProjects, ofEach, readPeriod } from './filters.ts'
import type { ReconciliationReportFilters, RoundsReportFilters } from './schema.ts'

type Deps = Pick<AdminDeps, 'pool' | 'reports'>

/** What both reports may be filtered by. */
async function readFilters(deps: Deps, filters: ReconciliationReportFilters) {
  const period = readPeriod(filters)
  if ('code' in period) return period
  const projects = await findProjects(deps, filters.projectId)
  if (!projects.ok) return projects
  const { playerId = null, currency = null } = filters
  return {
    ok: true as const,
    ids: projects.ids,
    period,
    playerId,
    currency: currency as Currency | null,
  }
}

/** Checks the filters once; then pages are read. */
export async function openRounds(deps: Deps, filters: RoundsReportFilters) {
  const checked = await readFilters(deps, filters)
  if (!checked.ok) return checked
  const { ids, period, playerId, currency } = checked
  const { gameId = null, state = null } = filters
  const wanted = { ...period, playerId, gameId, currency, roundId: null, state }
  const { reports } = deps
  return {
    ok: true as const,
    /** Up to `limit` rounds after a position, newest first. */
    async read(after: RoundPosition | null, limit: number): Promise<RoundRow[]> {
      const lists = await ofEach(ids, projectId =>
        reports.rounds({ ...wanted, projectId, after, limit }),
      )
      return lists.length === 0 ? [] : firstOf(lists, limit, isNewer)
    },
    archivedMonths: () => reports.archivedMonths({ ...period, roundId: null }),
  }
}

export type ProjectPlayer = PlayerTotals & { readonly projectId: string }

/** The last row of a page. */
export interface PlayerPlace {
  projectId: string
  playerId: string
  currency: string
}

/** Checks the filters once; then pages are read. */
export async function openPlayers(deps: Deps, filters: ReconciliationReportFilters) {
  const checked = await readFilters(deps, filters)
  if (!checked.ok) return checked
  const { ids, period, playerId, currency } = checked
  const { reports } = deps
  const wanted = { ...period, playerId, currency }
  return {
    ok: true as const,
    async read(after: PlayerPlace | null, limit: number): Promise<Reported<ProjectPlayer>> {
      const rows: ProjectPlayer[] = []
      const left = ids.filter(id => after === null || id >= after.projectId)
      for (const projectId of left) {
        if (rows.length >= limit) break
        const position = after?.projectId === projectId ? after : null
        const asked = { ...wanted, projectId, after: position, limit: limit - rows.length }
        const reported = await reports.reconciliation(asked)
        if (!reported.ok) return reported
        for (const row of reported.rows) rows.push({ ...row, projectId })
      }
      return { ok: true, rows }
    },
  }
}
