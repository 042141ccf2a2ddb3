// Gives the retention job its dependencies: for how long each thing is kept, the months to come,
// and the lease that keeps two nodes from doing the same work.

import { makeComingMonths } from '../ledger/archive/months.ts'
import {
  deleteFreeRows,
  deleteOldAdminSessions,
  deleteOldAnswers,
  deleteOldCallbacks,
  deleteOldGuests,
  deleteOldNotifications,
  deleteOldPushes,
  deleteOldSessions,
  deleteOldWalletFailures,
} from '../ledger/retention/old-rows.ts'
import { ADMIN_SESSION_MS } from '../limits/admin.ts'
import { ATTEMPTS_KEPT_MS } from '../limits.ts'
import { type RetentionJob, startRetentionJob } from '../recovery/retention-job.ts'
import type { LedgerDatabase } from './ledger-databases.ts'
import type { Parts } from './parts.ts'
import { createLease, leaseOf } from './recovery.ts'

/**
 * The row of a finished round waits this long to be reused by the next round of its player and
 * game.
 */
export const FREE_ROWS_KEPT_MS = 10 * 60_000

/** One job per database, each under a separate lease. */
export function startRetention(parts: Parts, { name, isHome, pool }: LedgerDatabase): RetentionJob {
  const { bounds, config, metrics, redis, onFault } = parts
  const { sessionsMs, answersMs, notificationsMs, guestsMs, callbacksMs } = config.retention
  return startRetentionJob({
    makeMonths: () => makeComingMonths(pool),
    deletions: {
      sessions: () => deleteOldSessions(pool, bounds.keptMs('sessions-kept-days', sessionsMs)),
      answers: () => deleteOldAnswers(pool, bounds.keptMs('answers-kept-days', answersMs)),
      notifications: () =>
        deleteOldNotifications(pool, bounds.keptMs('notifications-kept-days', notificationsMs)),
      guests: () => deleteOldGuests(pool, bounds.keptMs('guests-kept-days', guestsMs)),
      callbacks: () => deleteOldCallbacks(pool, bounds.keptMs('callbacks-kept-days', callbacksMs)),
      walletFailures: () => deleteOldWalletFailures(pool, ATTEMPTS_KEPT_MS),
      adminSessions: () => deleteOldAdminSessions(pool, ADMIN_SESSION_MS),
      pushes: () => deleteOldPushes(pool, ATTEMPTS_KEPT_MS),
      freeRows: () => deleteFreeRows(pool, FREE_ROWS_KEPT_MS),
    },
    onDeleted: metrics.rowsDeleted,
    underLease: createLease(redis, leaseOf('lease:retention', { name, isHome })),
    onFault,
  })
}
