// Gives the retention job what it works with: for how long each thing is kept, and the lease that keeps two
// nodes from doing the same work.

import {
  deleteOldAnswers,
  deleteOldGuests,
  deleteOldNotifications,
  deleteOldSessions,
} from '../ledger/retention/old-rows.ts'
import { type RetentionJob, startRetentionJob } from '../recovery/retention-job.ts'
import type { Parts } from './parts.ts'
import { createLease } from './recovery.ts'

export function startRetention({ config, pool, metrics, redis, onFault }: Parts): RetentionJob {
  const { sessionsMs, answersMs, notificationsMs, guestsMs } = config.retention
  return startRetentionJob({
    deletions: {
      sessions: () => deleteOldSessions(pool, sessionsMs),
      answers: () => deleteOldAnswers(pool, answersMs),
      notifications: () => deleteOldNotifications(pool, notificationsMs),
      guests: () => deleteOldGuests(pool, guestsMs),
    },
    onDeleted: metrics.rowsDeleted,
    underLease: createLease(redis, 'lease:retention'),
    onFault,
  })
}
