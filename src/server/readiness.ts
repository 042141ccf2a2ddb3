// Whether this node can play now: every lane and the front end can write to both stores, the master
// key opens what is sealed, and the node is not about to stop. Reports which part is the obstacle,
// never why: that is logged.

import type { Lanes } from '../lanes/routing.ts'
import { checkLedgerWrite } from '../ledger/database/write-check.ts'
import { checkMasterKey } from '../ledger/projects/secrets.ts'
import { withDeadline } from '../limits/deadline.ts'
import { createWriteCheck } from '../redis/write-check.ts'
import type { LedgerDatabase } from './databases/ledger-databases.ts'
import { CLOCK_LINES } from './node-clock.ts'
import type { Parts } from './parts.ts'
import { masterKeysOf } from './settings/master-keys.ts'

/** A readiness probe is answered by then, with yes or no. */
export const HEALTH_DEADLINE_MS = 3_000
/** One readiness check answers all probes within this time. */
const READINESS_KEPT_MS = 1_000

export interface Ready {
  /** Names of the parts that keep the node from playing; empty: it is ready. */
  readonly obstacles: readonly string[]
  /** Databases whose players can't play, while others can. */
  readonly away: readonly string[]
}

export type Readiness = () => Promise<Ready>

/** Monitors may ask as often as they like: an answer is cached for READINESS_KEPT_MS. */
export function createReadiness(parts: Parts, lanes: Lanes): Readiness {
  const checkRedis = createWriteCheck(parts.redis)
  let kept: { untilMs: number; ready: Promise<Ready> } | null = null
  let written = ''

  async function lookNow(): Promise<Ready> {
    const { pool, config, databases } = parts
    const others = databases.all.filter(({ isHome }) => !isHome)
    const [found, lost] = await Promise.all([
      findObstacles([
        ['postgres', checkLedgerWrite(pool)],
        ['redis', checkRedis()],
        ['master key', checkMasterKey(pool, masterKeysOf(config))],
        ['clock', checkClock(parts)],
        ...lanes.checkStores().map((check, lane): Check => [`lane ${lane}`, check]),
      ]),
      findObstacles(others.map((each): Check => [`postgres ${each.name}`, checkDatabase(each)])),
    ])
    // True when all databases with players are away. `lost` excludes the home database, so this is
    // only possible if the home database has no players.
    const isNobodyLeft = lost.size > 0 && lost.size === databases.carriers.length
    const ready = {
      obstacles: [...found.keys(), ...(isNobodyLeft ? lost.keys() : [])],
      away: [...lost.keys()],
    }
    write(ready, Object.fromEntries([...found, ...lost]))
    return ready
  }

  /** Logs once, when it changes. @param causes by part */
  function write({ obstacles, away }: Ready, causes: Record<string, string>): void {
    const { log } = parts
    const now = [...obstacles, ...away].join()
    if (now === written) return
    written = now
    if (now === '') log.warn('ready again')
    else if (obstacles.length > 0) log.warn({ obstacles: causes }, 'not ready')
    else log.warn({ away: causes }, 'ready, but not for the players of a database that is away')
  }

  return async () => {
    if (parts.stage !== 'serving') return { obstacles: ['node'], away: [] }
    if (parts.databases.home.gate.isClosed()) return { obstacles: ['ledger changed'], away: [] }
    const nowMs = performance.now()
    if (kept === null || nowMs >= kept.untilMs) {
      kept = { untilMs: nowMs + READINESS_KEPT_MS, ready: lookNow() }
    }
    return kept.ready
  }
}

async function checkClock({ clock }: Parts): Promise<void> {
  if (clock.isOff()) throw new Error(CLOCK_LINES.off)
}

async function checkDatabase({ pool, gate }: LedgerDatabase): Promise<void> {
  await checkLedgerWrite(pool)
  if (gate.isClosed()) throw new Error('it is another ledger than before, and not reconciled yet')
}

type Check = [part: string, check: Promise<unknown>]

/** Each part that is an obstacle, with its error. */
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
  // In the order of the checks, not of the failures.
  return new Map(checks.flatMap(([part]) => (found.has(part) ? [[part, found.get(part)!]] : [])))
}
