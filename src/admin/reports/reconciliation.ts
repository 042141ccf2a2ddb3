// What each player's wallet must have moved, for one project or for all, project after project.
// Changes nothing.

import type { Currency } from '../../core/money.ts'
import type { PlayerTotals } from '../../ledger/reports/report-reconciliation.ts'
import { splits } from '../../operator/reports/methods.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { readPeriod } from './period.ts'
import { findProjects } from './projects.ts'
import type { ReconciledPlayer, ReconciliationReportFilters } from './schema.ts'

export type ProjectPlayer = PlayerTotals & { readonly projectId: string }

/** The last row of a page. */
export interface PlayerPlace {
  projectId: string
  playerId: string
  currency: string
}

export interface PlayersReader {
  ok: true
  read(after: PlayerPlace | null, limit: number): Promise<ProjectPlayer[]>
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
  const archived = await reports.archivedMonths(period)
  if (archived.some(month => splits(month, period, null))) {
    return refuse(
      'INVALID_REQUEST',
      `Of archived months (${archived.join(', ')}) ask whole months.`,
      'from',
    )
  }
  const wanted = {
    ...period,
    playerId: filters.playerId ?? null,
    currency: (filters.currency as Currency | undefined) ?? null,
  }
  return {
    ok: true,
    async read(after, limit) {
      const found: ProjectPlayer[] = []
      const left = projects.ids.filter(id => after === null || id >= after.projectId)
      for (const projectId of left) {
        if (found.length >= limit) break
        const position = after?.projectId === projectId ? after : null
        const asked = { ...wanted, projectId, after: position, limit: limit - found.length }
        for (const row of await reports.reconciliation(asked)) found.push({ ...row, projectId })
      }
      return found
    },
  }
}

export function presentPlayer(row: ProjectPlayer): ReconciledPlayer {
  return {
    projectId: row.projectId,
    playerId: row.playerId,
    currency: row.currency,
    betCount: row.betCount,
    winCount: row.winCount,
    refundCount: row.refundCount,
    betsMinor: row.betsMinor.toString(),
    winsMinor: row.winsMinor.toString(),
    refundsMinor: row.refundsMinor.toString(),
    netMinor: (row.winsMinor + row.refundsMinor - row.betsMinor).toString(),
    pendingOperations: row.pendingOperations,
    pendingWinsMinor: row.pendingWinsMinor.toString(),
    pendingRefundsMinor: row.pendingRefundsMinor.toString(),
  }
}
