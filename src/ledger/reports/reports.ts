// The three reports of an operator, over the sums of finished rounds (report-sums.ts) and the few
// other rounds, and the owner's report of what games returned. Reads only.

import type { Pool } from 'pg'
import { DAY_MS } from '../../core/time.ts'
import { listDropped } from '../archive/months.ts'
import { findUnclearCalls, type UnclearCall } from '../callback-log/callback-log-reader.ts'
import { mapDatabases, type PlayerDatabases } from '../database/player-databases.ts'
import { type GgrQuery, sumGgr } from './report-ggr.ts'
import { type Period, type Reported, splits } from './report-period.ts'
import { type ReconciliationQuery, sumPlayers } from './report-reconciliation.ts'
import { type ReturnsQuery, sumReturns } from './report-returns.ts'
import { archivePeriod, findRounds, type RoundRow, type RoundsQuery } from './report-rounds.ts'
import { createSnapshots } from './report-snapshot.ts'

const OPERATIONS = ['betStatus', 'winStatus', 'refundStatus'] as const

export type Reports = ReturnType<typeof createReports>

/** From every database: a report without the rounds of one would be wrong, so it rejects. */
export function createReports(pools: PlayerDatabases<Pool>) {
  const databases = mapDatabases(pools, createSnapshots)

  async function listArchived({ fromMs, toMs }: Period): Promise<string[]> {
    const found = await Promise.all(pools.carriers.map(pool => listDropped(pool, fromMs, toMs)))
    return [...new Set(found.flat())].sort()
  }

  /** The last call of each operation of these rounds that is unknown, as far as it was logged. */
  async function unclearCalls(projectId: string, rounds: readonly RoundRow[]) {
    const asked = new Map<Pool, string[]>()
    for (const { playerId, roundId, ...statuses } of rounds) {
      if (!OPERATIONS.some(operation => statuses[operation] === 'unknown')) continue
      const pool = pools.of({ projectId, playerId })
      asked.set(pool, [...(asked.get(pool) ?? []), roundId])
    }
    const found = await Promise.all(
      [...asked].map(([pool, roundIds]) => findUnclearCalls(pool, projectId, roundIds)),
    )
    return found.flat() satisfies UnclearCall[]
  }

  /** Asked after the rows were read: a month that was dropped meanwhile is known then. */
  async function ofWhole<Row>(
    rows: Row[],
    period: Period,
    stepMs: number | null,
  ): Promise<Reported<Row>> {
    const archived = await listArchived(period)
    const isSplit = archived.some(month => splits(month, period, stepMs))
    return isSplit ? { ok: false, archived } : { ok: true, rows }
  }

  return {
    rounds: (query: RoundsQuery) => findRounds(databases, query),
    unclearCalls,
    /** Months of the period whose rounds are only in files. */
    archivedMonths: (query: Parameters<typeof archivePeriod>[0]) =>
      listArchived(archivePeriod(query)),
    ggr: async (query: GgrQuery) => ofWhole(await sumGgr(databases, query), query, DAY_MS),
    reconciliation: async (query: ReconciliationQuery) =>
      ofWhole(await sumPlayers(databases, query), query, null),
    returns: (query: ReturnsQuery) => sumReturns(databases, query),
  }
}
