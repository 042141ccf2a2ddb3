// Whether this node can play now: every lane and the front end write to both stores, the master key opens
// what is sealed, and the node is not about to end. Says which part is in the way, never why: that is logged.

import type { Lanes } from '../lanes/routing.ts'
import { checkLedgerWrite } from '../ledger/database/write-check.ts'
import { checkMasterKey } from '../ledger/projects/secrets.ts'
import { HEALTH_DEADLINE_MS, READINESS_KEPT_MS } from '../limits/health-and-drain.ts'
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
  let told = ''

  async function lookNow(): Promise<string[]> {
    const { pool, config, log } = parts
    const found = await findObstacles([
      ['postgres', checkLedgerWrite(pool)],
      ['redis', checkRedis()],
      ['master key', checkMasterKey(pool, masterKeysOf(config))],
      ...lanes.checkStores().map((check, lane): Check => [`lane ${lane}`, check]),
    ])
    const obstacles = [...found.keys()]
    if (obstacles.join() !== told) {
      if (obstacles.length === 0) log.warn('ready again')
      else log.warn({ obstacles: Object.fromEntries(found) }, 'not ready')
    }
    told = obstacles.join()
    return obstacles
  }

  return async () => {
    if (parts.stage !== 'serving') return ['node']
    if (parts.ledgerGate.isClosed()) return ['ledger changed']
    const nowMs = performance.now()
    if (kept === null || nowMs >= kept.untilMs) {
      kept = { untilMs: nowMs + READINESS_KEPT_MS, obstacles: lookNow() }
    }
    return kept.obstacles
  }
}

type Check = [part: string, check: Promise<unknown>]

/** Each part that is in the way, with what it said. */
async function findObstacles(checks: Check[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const look = async ([part, check]: Check) => {
    try {
      if (!(await withDeadline(check, HEALTH_DEADLINE_MS))) found.set(part, 'no answer in time')
    } catch (error) {
      found.set(part, (error as Error).message)
    }
  }
  await Promise.all(checks.map(look))
  // In the order of the checks, whichever failed first.
  return new Map(checks.flatMap(([part]) => (found.has(part) ? [[part, found.get(part)!]] : [])))
}
