// Connects a thread's wallet calls with the log of each database: every call is counted in the
// metrics, and some calls are kept. Holds no rule.

import type { Pool } from 'pg'
import { createCallbackLogWriter } from '../ledger/callback-log/callback-log-writer.ts'
import { mapDatabases, type PlayerDatabases } from '../ledger/database/player-databases.ts'
import { CALLBACK_LOG_SAMPLES } from '../limits.ts'
import { createCallLog } from '../wallet/call-log.ts'
import type { WalletCall } from '../wallet/client.ts'
import type { ThreadMetrics } from './metrics/thread-metrics.ts'

export interface CallbackLogOptions {
  databases: PlayerDatabases<Pool>
  node: string
  /** The threads of the node that call wallets: they share the sampling budget. */
  threads: number
  metrics: ThreadMetrics
  nowMs(): number
  onFault(error: unknown): void
}

/** Takes the calls of a thread; `close` writes those that wait. */
export function openCallbackLog({
  databases,
  node,
  threads,
  metrics,
  nowMs,
  onFault,
}: CallbackLogOptions) {
  const onDropped = metrics.callbacksDropped
  const writers = mapDatabases(databases, pool =>
    createCallbackLogWriter({ pool, node, nowMs, onDropped, onFault }),
  )
  const { perSecond, atOnce } = CALLBACK_LOG_SAMPLES
  const log = createCallLog({
    samples: { perSecond: perSecond / threads, atOnce: Math.max(1, atOnce / threads) },
    nowMs,
    tickMs: () => performance.now(),
    add(record) {
      const { projectId, playerId } = record
      writers.of({ projectId, playerId: playerId ?? '' }).add(record)
    },
  })
  return {
    onCall(call: WalletCall): void {
      metrics.walletCall(call)
      log(call)
    },
    close: () => Promise.all(writers.all.map(each => each.close())),
  }
}
