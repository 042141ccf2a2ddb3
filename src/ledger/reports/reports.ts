// The three reports of an operator, over the sums of finished rounds (report-sums.ts) and the few other
// rounds. Reads only.

import type { Pool } from 'pg'
import { type GgrQuery, sumGgr } from './report-ggr.ts'
import { type ReconciliationQuery, sumPlayers } from './report-reconciliation.ts'
import { findRounds, type RoundsQuery } from './report-rounds.ts'
import { createSnapshots } from './report-snapshot.ts'

export type Reports = ReturnType<typeof createReports>

export function createReports(pool: Pool) {
  const snapshots = createSnapshots(pool)
  return {
    rounds: (query: RoundsQuery) => findRounds(snapshots, query),
    ggr: (query: GgrQuery) => sumGgr(snapshots, query),
    reconciliation: (query: ReconciliationQuery) => sumPlayers(snapshots, query),
  }
}
