// The three reports of an operator, over the sums of finished rounds (report-sums.ts) and the few
// other rounds, and the owner's report of what games returned. Reads only.

import type { Pool } from 'pg'
import { listDropped } from '../archive/months.ts'
import { mapDatabases, type PlayerDatabases } from '../database/player-databases.ts'
import { type GgrQuery, sumGgr } from './report-ggr.ts'
import { type ReconciliationQuery, sumPlayers } from './report-reconciliation.ts'
import { type ReturnsQuery, sumReturns } from './report-returns.ts'
import { findRounds, type RoundsQuery } from './report-rounds.ts'
import { createSnapshots, type Period } from './report-snapshot.ts'

export type Reports = ReturnType<typeof createReports>

/** From every database: a report without the rounds of one would be wrong, so it rejects. */
export function createReports(pools: PlayerDatabases<Pool>) {
  const databases = mapDatabases(pools, createSnapshots)
  return {
    rounds: (query: RoundsQuery) => findRounds(databases, query),
    ggr: (query: GgrQuery) => sumGgr(databases, query),
    /** Months of the period whose rounds are only in files. */
    async archivedMonths({ fromMs, toMs }: Period): Promise<string[]> {
      const found = await Promise.all(pools.carriers.map(pool => listDropped(pool, fromMs, toMs)))
      return [...new Set(found.flat())].sort()
    },
    reconciliation: (query: ReconciliationQuery) => sumPlayers(databases, query),
    returns: (query: ReturnsQuery) => sumReturns(databases, query),
  }
}
