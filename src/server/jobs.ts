// Gives the recovery job and the retention job their dependencies, and the lease that keeps two
// nodes from doing the same work at once. The order and pauses of the jobs are in src/recovery.

import Redlock from 'redlock'
import type { Lanes } from '../lanes/routing.ts'
import { makeComingMonths } from '../ledger/archive/months.ts'
import { expireGrants } from '../ledger/entitlements/grant-moves.ts'
import { expireTargets } from '../ledger/entitlements/target-outcomes.ts'
import { listDecisionDeadlines } from '../ledger/projects/project-list.ts'
import { createReportSums } from '../ledger/reports/report-sums.ts'
import {
  type DeleteOld,
  deleteFreeRows,
  deleteOldAdminSessions,
  deleteOldAnswers,
  deleteOldCallbacks,
  deleteOldGuests,
  deleteOldNotifications,
  deleteOldPushes,
  deleteOldSessions,
  deleteOldWalletChecks,
  deleteOldWalletFailures,
} from '../ledger/retention/old-rows.ts'
import { createRoundReader } from '../ledger/rounds/round-reader.ts'
import { ADMIN_SESSION_MS, WALLET_CHECK_KEPT_MS } from '../limits/admin.ts'
import { REPORT_ROLL_EVERY_MS, REPORT_ROLL_ROWS } from '../limits/reports.ts'
import { ATTEMPTS_KEPT_MS, RECOVERY_DEADLINE_MS } from '../limits.ts'
import { sendSummaries } from '../recovery/freespins-finished.ts'
import { type RecoveryJob, startRecoveryJob } from '../recovery/recovery-job.ts'
import { type RetentionJob, startRetentionJob } from '../recovery/retention-job.ts'
import type { RedisClient } from '../redis/connection.ts'
import type { LedgerDatabase } from './databases/ledger-databases.ts'
import type { Parts } from './parts.ts'

/**
 * One job per database, each under a separate lease: a database that is away delays no other. While
 * the clocks of node and ledger differ too much, one of them is wrong: nothing expires then, and
 * nothing is deleted, because neither can be undone.
 */
export function startRecovery(parts: Parts, database: LedgerDatabase, lanes: Lanes): RecoveryJob {
  const { name, isHome, pool, reportPool, gate } = database
  const { redis, redisState, onFault, targetSearch, wallet, clock } = parts
  const reader = createRoundReader(pool)
  const sums = createReportSums(reportPool, REPORT_ROLL_ROWS, REPORT_ROLL_EVERY_MS)
  const underLease = createLease(redis, leaseOf('lease:recovery', { name, isHome }))
  return startRecoveryJob({
    lanes,
    findStalledRounds: reader.findStalledRounds,
    findOverdueDecisions: async () =>
      clock.isOff()
        ? []
        : reader.findOverdueDecisions(await listDecisionDeadlines(parts.pool), clock.nowMs()),
    findDueNotifications: reader.findDueNotifications,
    expireGrants: async () => {
      if (clock.isOff()) return
      const players = await expireGrants(pool, clock.nowMs())
      await Promise.all(players.map(redisState.dropEntitlements)).catch(onFault)
    },
    expireTargets: async () => {
      if (!clock.isOff()) await expireTargets(pool, clock.nowMs())
    },
    sendSummaries: () => sendSummaries({ pool, finishFreeSpins: wallet.finishFreeSpins, onFault }),
    searchTargets: () => targetSearch.searchIn(pool),
    rollUpReports: () => sums.rollUp(),
    underLease: async work =>
      gate.isClosed() || !hasPlayers(parts, database) ? undefined : underLease(work),
    onFault,
  })
}

/**
 * Not the home database after its place was split: what the split left there is refused every
 * write. Of parts that are planned, one has the players of all.
 */
const hasPlayers = ({ databases }: Parts, database: LedgerDatabase) =>
  databases.carriers.includes(database)

/** The home database keeps the lease name from when there was only one database. */
export function leaseOf(job: string, { name, isHome }: Pick<LedgerDatabase, 'name' | 'isHome'>) {
  return isHome ? job : `${job}:${name}`
}

/** Two jobs of a kind at once would be harmless; the lease only saves the work. */
export function createLease(redis: RedisClient, name: string) {
  const client = redis as unknown as Redlock.CompatibleRedisClient
  const redlock = new Redlock([client], { retryCount: 0 })
  return async (work: () => Promise<void>): Promise<void> => {
    const lease = await redlock.lock(name, RECOVERY_DEADLINE_MS).catch(() => null)
    if (lease === null) return
    try {
      await work()
    } finally {
      // A lease that expired meanwhile belongs to another node; it is not given back.
      await lease.unlock().catch(() => {})
    }
  }
}

/**
 * The row of a finished round waits this long to be reused by the next round of its player and
 * game.
 */
export const FREE_ROWS_KEPT_MS = 10 * 60_000

/** One job per database, each under a separate lease. */
export function startRetention(parts: Parts, database: LedgerDatabase): RetentionJob {
  const { name, isHome, pool } = database
  const { bounds, config, metrics, redis, clock, onFault } = parts
  const { sessionsMs, answersMs, notificationsMs, guestsMs, callbacksMs } = config.retention
  const underLease = createLease(redis, leaseOf('lease:retention', { name, isHome }))
  const ofPlayers = (deleteOld: DeleteOld, keptMs: () => number) => async () =>
    hasPlayers(parts, database) ? deleteOld(pool, keptMs()) : 0
  return startRetentionJob({
    makeMonths: () => makeComingMonths(pool),
    deletions: {
      sessions: ofPlayers(deleteOldSessions, () => bounds.keptMs('sessions-kept-days', sessionsMs)),
      answers: () => deleteOldAnswers(pool, bounds.keptMs('answers-kept-days', answersMs)),
      notifications: ofPlayers(deleteOldNotifications, () =>
        bounds.keptMs('notifications-kept-days', notificationsMs),
      ),
      guests: ofPlayers(deleteOldGuests, () => bounds.keptMs('guests-kept-days', guestsMs)),
      callbacks: ofPlayers(deleteOldCallbacks, () =>
        bounds.keptMs('callbacks-kept-days', callbacksMs),
      ),
      walletFailures: ofPlayers(deleteOldWalletFailures, () => ATTEMPTS_KEPT_MS),
      adminSessions: () => deleteOldAdminSessions(pool, ADMIN_SESSION_MS),
      walletChecks: () => deleteOldWalletChecks(pool, WALLET_CHECK_KEPT_MS),
      pushes: ofPlayers(deleteOldPushes, () => ATTEMPTS_KEPT_MS),
      freeRows: ofPlayers(deleteFreeRows, () => FREE_ROWS_KEPT_MS),
    },
    onDeleted: metrics.rowsDeleted,
    underLease: async work => (clock.isOff() ? undefined : underLease(work)),
    onFault,
  })
}
