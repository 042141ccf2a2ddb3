// What a lane opens for one database: connections, the writer that commits in groups to it, and the
// ledger of the players whose rows it holds. Holds no rule.

import { openPool } from '../ledger/database/pool.ts'
import type { ShardDatabase } from '../ledger/database/shard-map.ts'
import { createEntitlementsReader } from '../ledger/entitlements/entitlements-reader.ts'
import { stepLevel } from '../ledger/entitlements/player-levels.ts'
import { findSessionPlay } from '../ledger/players/session-play.ts'
import { findLastBalance, findSession, noteBalance } from '../ledger/players/sessions.ts'
import { createRoundFailures, createWalletFailures } from '../ledger/rounds/round-failures.ts'
import { createRoundLedger } from '../ledger/rounds/round-ledger.ts'
import { createRoundReader } from '../ledger/rounds/round-reader.ts'
import { openRoundWriter } from '../ledger/rounds/round-writer.ts'
import type { PlayerDeps } from '../player/deps.ts'
import type { ThreadMetrics } from './metrics/thread-metrics.ts'

/**
 * Postgres connections that a lane reads through; a player whose actor is in memory rarely needs a
 * read.
 */
const LANE_POOL_CONNECTIONS = 4

export function openLaneLedger(
  { address }: ShardDatabase,
  onFault: (error: unknown, what: string) => void,
  metrics: ThreadMetrics,
) {
  const pool = openPool(address, LANE_POOL_CONNECTIONS, error =>
    onFault(error, 'a database connection failed'),
  )
  const writer = openRoundWriter(address, metrics.ledgerBatch)
  const ledger: PlayerDeps['ledger'] = {
    ...createRoundReader(pool),
    ...createEntitlementsReader(pool),
    ...createRoundLedger(pool, writer),
    ...createRoundFailures(pool),
    findSession: sessionId => findSession(pool, sessionId),
    findLastBalance: (playerKey, session) => findLastBalance(pool, playerKey, session, Date.now()),
    findSessionPlay: (playerKey, sessionId) => findSessionPlay(pool, playerKey, sessionId),
    noteBalance: (sessionId, balance) => noteBalance(pool, sessionId, balance),
    stepLevel: (player, step) => stepLevel(pool, player, step),
  }
  const failures = createWalletFailures(pool, error => onFault(error, 'fault'))
  return { pool, writer, ledger, failures }
}
