// The rounds of a project, or of all, newest first. Changes nothing.

import type { Currency } from '../../core/money.ts'
import { firstOf } from '../../ledger/database/merge.ts'
import {
  isNewer,
  type RoundPosition,
  type RoundRow,
  type RoundsQuery,
} from '../../ledger/reports/report-rounds.ts'
import type { AdminDeps } from '../deps.ts'
import type { AdminRefused } from '../errors.ts'
import { readPeriod } from './period.ts'
import { findProjects, ofEach } from './projects.ts'
import type { RoundsReportFilters } from './schema.ts'

export interface RoundsReader {
  ok: true
  /** Up to `limit` rounds after a position, newest first. */
  read(after: RoundPosition | null, limit: number): Promise<RoundRow[]>
  archivedMonths(): Promise<string[]>
}

/** Checks the filters once; then pages are read. */
export async function openRounds(
  deps: Pick<AdminDeps, 'pool' | 'reports'>,
  filters: RoundsReportFilters,
): Promise<RoundsReader | AdminRefused> {
  const period = readPeriod(filters)
  if ('code' in period) return period
  const projects = await findProjects(deps, filters.projectId)
  if (!projects.ok) return projects
  const wanted: Omit<RoundsQuery, 'projectId' | 'after' | 'limit'> = {
    ...period,
    playerId: filters.playerId ?? null,
    gameId: filters.gameId ?? null,
    currency: (filters.currency as Currency | undefined) ?? null,
    roundId: null,
    state: filters.state ?? null,
  }
  const { reports } = deps
  return {
    ok: true,
    async read(after, limit) {
      const lists = await ofEach(projects.ids, projectId =>
        reports.rounds({ ...wanted, projectId, after, limit }),
      )
      return lists.length === 0 ? [] : firstOf(lists, limit, isNewer)
    },
    archivedMonths: () => reports.archivedMonths({ ...period, roundId: null }),
  }
}
