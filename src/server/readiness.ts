// Whether this node can play now: every lane and the front end write to both stores, the master key opens
// what is sealed, and the node is not about to end. Says which part is in the way, never why: that is logged.

import type { Lanes } from '../lanes/routing.ts'
import { checkLedgerWrite } from '../ledger/database/write-check.ts'
import { checkMasterKey } from '../ledger/projects/secrets.ts'
import { HEALTH_DEADLINE_MS, READINESS_KEPT_MS } from '../limits.ts'
import { createWriteCheck } from '../redis/write-check.ts'
import { masterKeysOf } from './config.ts'
import { withDeadline } from './deadline.ts'
import type { Parts } from './parts.ts'

/** Names of the parts that keep the node from playing; empty: it is ready. */
export type Readiness = () => Promise<readonly string[]>

/** Monitors may ask as often as they like: an answer is kept for READINESS_KEPT_MS. */
export function createReadiness(parts: Parts, lanes: Lanes): Readiness {
  const checkRedis = createWriteCheck(parts.redis)
  let kept: { untilMs: number; obstacles: Promise<string[]> } | null = null

  function lookNow(): Promise<string[]> {
    const { pool, config } = parts
    // Asked twice: the first question may meet a pooled connection that broke while it was idle.
    const checkLedger = () => checkLedgerWrite(pool).catch(() => checkLedgerWrite(pool))
    const checks: [part: string, check: Promise<unknown>][] = [
      ['postgres', checkLedger()],
      ['redis', checkRedis()],
      ['master key', checkMasterKey(pool, masterKeysOf(config))],
      ...lanes
        .checkStores()
        .map((check, lane) => [`lane ${lane}`, check] as [string, Promise<void>]),
    ]
    return findObstacles(checks, parts.onFault)
  }

  return async () => {
    if (parts.stage !== 'serving') return ['node']
    const nowMs = performance.now()
    if (kept === null || nowMs >= kept.untilMs) {
      kept = { untilMs: nowMs + READINESS_KEPT_MS, obstacles: lookNow() }
    }
    return kept.obstacles
  }
}

async function findObstacles(
  checks: [string, Promise<unknown>][],
  onFault: Parts['onFault'],
): Promise<string[]> {
  const found = await Promise.all(
    checks.map(async ([part, check]) => {
      try {
        if (await withDeadline(check, HEALTH_DEADLINE_MS)) return null
        throw new Error('no answer in time')
      } catch (cause) {
        onFault(new Error(`not ready: ${part}`, { cause }))
        return part
      }
    }),
  )
  return found.filter(part => part !== null)
}
