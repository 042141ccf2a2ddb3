// What each player's wallet must have moved, for one project or for all, project after project.
// Changes nothing.

import type { Currency } from '../../core/money.ts'
import type { Reported } from '../../ledger/reports/report-period.ts'
import type { PlayerTotals } from '../../ledger/reports/report-reconciliation.ts'
import type { AdminDeps } from '../deps.ts'
import type { AdminRefused } from '../errors.ts'
import { readPeriod } from './period.ts'
import { findProjects } from './projects.ts'
import type { ReconciliationReportFilters } from './schema.ts'

export type ProjectPlayer = PlayerTotals & { readonly projectId: string }

/** The last row of a page. */
export interface PlayerPlace {
  projectId: string
  playerId: string
  currency: string
}

export interface PlayersReader {
  ok: true
  read(after: PlayerPlace | null, limit: number): Promise<Reported<ProjectPlayer>>
}

/** Checks the filters once; then pages are read. */
export async function openPlayers(
  deps: Pick<AdminDeps, 'pool' | 'reports'>,
  filters: ReconciliationReportFilters,
): Promise<PlayersReader | AdminRefused> {
  const period = readPeriod(filters)
  if ('code' in period) return period
  const projects = await findProjects(deps, filters.projectId)
  if (!projects.ok) return projects
  const { reports } = deps
  const wanted = {
    ...period,
    playerId: filters.playerId ?? null,
    currency: (filters.currency as Currency | undefined) ?? null,
  }
  return {
    ok: true,
    async read(after, limit) {
      const rows: ProjectPlayer[] = []
      const left = projects.ids.filter(id => after === null || id >= after.projectId)
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
