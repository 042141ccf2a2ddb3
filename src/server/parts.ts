// Opens what a node's main thread works with: connections to the stores, the wallet client, the
// secrets of the platform, the search for target outcomes, the samples of wrong keys. Lanes open
// their own. Holds no rule and serves no request.

import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import type { Pool } from 'pg'
import { createFailedSignIns, type FailedSignIn } from '../admin/sign-in/failed-sign-ins.ts'
import { createWalletCheckRuns } from '../admin/wallet-checks/runs.ts'
import { PROJECT_ROOT } from '../environment.ts'
import { GAMES } from '../games/catalogue/games.ts'
import { SEED_BYTES } from '../games/engine/contract.ts'
import { LaneFull } from '../lanes/lane.ts'
import { LaneLost } from '../lanes/thread.ts'
import { writeAudit } from '../ledger/audit/audit-log.ts'
import { readClock } from '../ledger/database/origin.ts'
import { mapDatabases } from '../ledger/database/player-databases.ts'
import { listFirstProjects } from '../ledger/projects/first-projects.ts'
import { openIdempotentCalls } from '../ledger/projects/idempotency.ts'
import { openProjectReader } from '../ledger/projects/project-reader.ts'
import type { MasterKeys } from '../ledger/projects/seal.ts'
import { ensureSecret } from '../ledger/projects/secrets.ts'
import { createLiveBounds } from '../limits/live.ts'
import { METRICS_PROJECTS } from '../limits.ts'
import { findTarget, lookUpTarget, type TargetRequest } from '../mathematics/find-target.ts'
import { openMathematicsPool } from '../mathematics/pool.ts'
import type { FailedKey } from '../operator/failed-keys.ts'
import { createTargetSearch, type TargetSearchDeps } from '../operator/target-outcomes/search.ts'
import { createBuiltInWalletAccounts } from '../redis/built-in-wallet.ts'
import { connectRedis } from '../redis/connection.ts'
import { createRedisState } from '../redis/player-state.ts'
import { createWalletClient } from '../wallet/client.ts'
import { createWalletOperations } from '../wallet/operations.ts'
import { openCallbackLog } from './callback-log.ts'
import {
  closeLedgerDatabases,
  type LedgerDatabases,
  openLedgerDatabases,
  poolsBehindGates,
} from './databases/ledger-databases.ts'
import { createLogger } from './logger.ts'
import { measureCalls } from './metrics/calls.ts'
import { createNodeMetrics } from './metrics/node-metrics.ts'
import { createThreadMetrics } from './metrics/thread-metrics.ts'
import { createRecordClock, type RecordClock } from './node-clock.ts'
import { createFaultLog } from './outages.ts'
import type { Config } from './settings/config.ts'
import { masterKeysOf } from './settings/master-keys.ts'
import { openTracer } from './tracing/tracer.ts'

/**
 * `leaving`: serves on, and reports that it is not ready. `moving`: takes no new sockets, and
 * closes those it has. `draining`: starts no round and no operator's call.
 */
export type Stage = 'serving' | 'leaving' | 'moving' | 'draining'

export type Parts = Awaited<ReturnType<typeof openParts>>

/** @param builtInWalletUrl null: this node has no built-in wallet */
export async function openParts(config: Config, builtInWalletUrl: string | null) {
  const log = createLogger(config.logLevel, config.nodeName)
  const threadMetrics = createThreadMetrics('front')
  const faults = createFaultLog(log, Date.now, threadMetrics.fault)
  // A lost lane is logged once, not for each command that was running in it; a full one is no
  // fault.
  const onFault = (error: unknown, requestId?: string) => {
    const isReportedElsewhere = error instanceof LaneLost || error instanceof LaneFull
    if (!isReportedElsewhere) faults.fault(error, 'fault', { requestId })
  }
  const redis = await connectRedis(config.redis, config.redisPrefix, {
    onConnectionLost: error => faults.connectionLost('redis', error),
  })
  const clock = createRecordClock(log)
  const databases = openLedgerDatabases(config, redis, { log, clock, onFault })
  const { pool } = databases.home
  const masterKey = masterKeysOf(config)
  const { listen } = databases.home.listener
  const projects = openProjectReader({ listen, masterKey, pool })
  const idempotentCalls = openIdempotentCalls(pool, listen)
  const failedKeySamples = createFailedKeySamples(sample => {
    log.warn({ failedKeys: sample }, 'calls with a wrong key')
    return auditFailedKeys(pool, sample).catch(onFault)
  })
  const failedSignIns = createFailedSignIns(failed => {
    log.warn({ failedSignIns: failed }, 'sign-ins to the panel failed')
    return auditFailedSignIns(pool, failed).catch(onFault)
  })
  const firstProjects = await listFirstProjects(pool, METRICS_PROJECTS)
  threadMetrics.nameProjects(firstProjects)
  const redisState = measureCalls(createRedisState(redis, clock.nowMs), threadMetrics.redisCall)
  const playerPools = poolsBehindGates(databases)
  const callbackLog = openCallbackLog({
    databases: mapDatabases(databases, each => each.reportPool),
    node: config.nodeName,
    threads: 1,
    metrics: threadMetrics,
    nowMs: clock.nowMs,
    onFault,
  })
  const walletOptions = { ...config, builtInWalletUrl, nowMs: clock.nowMs }
  const client = createWalletClient({ ...walletOptions, onCall: callbackLog.onCall })
  const walletChecks = createWalletCheckRuns({
    nowMs: clock.nowMs,
    pool,
    node: config.nodeName,
    openClient: onCall => createWalletClient({ ...walletOptions, onCall }),
    onFault,
  })
  const tracer = await openTracer(config.tracing, config.nodeName, log)
  const metrics = createNodeMetrics()
  const onRefused = metrics.targetSearchRefused
  const targetSearch = openTargetSearch({ databases, redisState, onRefused, onFault, clock })
  metrics.watchTargetSearches(targetSearch.searches)
  metrics.watchClocks(clock.differences)
  const takeClock = clock.beginReading(databases.home.name, true)
  takeClock(await readClock(pool))
  return {
    config,
    builtInWalletUrl,
    log,
    onFault,
    /** The time of record. */
    clock,
    bounds: createLiveBounds(),
    metrics,
    threadMetrics,
    tracer,
    firstProjects,
    redis,
    redisState,
    databases,
    /** The pool of the home database. */
    pool,
    playerPools,
    projects,
    idempotentCalls,
    failedKeySamples,
    failedSignIns,
    targetSearch,
    walletClient: client,
    walletChecks,
    wallet: createWalletOperations(client, projects.find),
    accounts: createBuiltInWalletAccounts(redis),
    ...(await readSigningKeys(pool, masterKey)),
    stage: 'serving' as Stage,
    async close() {
      faults.close()
      await tracer.close()
      for (const { gate } of databases.all) gate.close()
      await failedKeySamples.flush()
      await failedSignIns.flush()
      await walletChecks.close()
      await client.close()
      await callbackLog.close()
      redis.disconnect()
      await closeLedgerDatabases(databases)
    },
  }
}

function openTargetSearch({
  databases,
  clock,
  ...parts
}: Pick<TargetSearchDeps, 'redisState' | 'onRefused' | 'onFault'> & {
  databases: LedgerDatabases
  clock: RecordClock
}) {
  return createTargetSearch({
    ...parts,
    pools: mapDatabases(databases, each => each.pool),
    games: GAMES,
    finder: openTargetFinder(),
    nowMs: clock.nowMs,
  })
}

/** For values that are sent to browsers and come back. */
async function readSigningKeys(pool: Pool, masterKey: MasterKeys) {
  return {
    tokenKey: await ensureSecret(pool, masterKey, 'session tokens'),
    cursorKey: await ensureSecret(pool, masterKey, 'report cursors'),
    embeddingKeys: {
      frameKey: await ensureSecret(pool, masterKey, 'frame ancestors'),
      lobbyKey: await ensureSecret(pool, masterKey, 'lobby links'),
    },
    guestKey: await ensureSecret(pool, masterKey, 'lobby guests'),
  }
}

async function auditFailedKeys(pool: Pool, after: FailedKeySample): Promise<void> {
  const who = { actor: 'unknown', origin: 'operator API' }
  const subject = 'operator API'
  await writeAudit(pool, { ...who, action: 'key.failed', subject, before: null, after })
}

async function auditFailedSignIns(pool: Pool, failed: readonly FailedSignIn[]): Promise<void> {
  const who = { actor: 'unknown', origin: 'admin panel' }
  for (const { subject, ...after } of failed) {
    const action = 'account.sign-in-failed'
    await writeAudit(pool, { ...who, action, subject, before: null, after })
  }
}

/**
 * Wrong keys are written to the log and the audit log at most once in this time, with up to
 * FAILED_KEY_SAMPLE_CALLERS of their callers.
 */
const FAILED_KEY_SAMPLE_MS = 10_000
export const FAILED_KEY_SAMPLE_CALLERS = 10

export interface FailedKeySample {
  /** Wrong keys in this period. */
  count: number
  /**
   * The first callers, at most FAILED_KEY_SAMPLE_CALLERS, each once, with the id of its last call.
   */
  callers: Pick<FailedKey, 'address' | 'projectId' | 'requestId'>[]
}

/**
 * A flood of wrong keys fills neither the log nor the audit log. Holds no key.
 * @param report takes a sample, at most every FAILED_KEY_SAMPLE_MS; must not reject
 */
export function createFailedKeySamples(report: (sample: FailedKeySample) => Promise<void>) {
  let count = 0
  let callers = new Map<string, FailedKeySample['callers'][number]>()
  let timer: NodeJS.Timeout | undefined

  /** Reports what is gathered so far. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (count === 0) return
    const sample = { count, callers: [...callers.values()] }
    count = 0
    callers = new Map()
    await report(sample)
  }

  return {
    add({ address, projectId, requestId }: FailedKey): void {
      count++
      const name = `${address} ${projectId}`
      if (callers.has(name) || callers.size < FAILED_KEY_SAMPLE_CALLERS) {
        callers.set(name, { address, projectId, requestId })
      }
      timer ??= setTimeout(() => void flush(), FAILED_KEY_SAMPLE_MS).unref()
    },
    flush,
  }
}

/** Mathematics threads of a node. One, so that searches do not take the cores from play. */
const NODE_MATHEMATICS_THREADS = 1

const WORKER_FILE = path.join(PROJECT_ROOT, 'dist', 'threads', 'mathematics.js')

/**
 * Finds rounds for target outcomes. The first search starts the threads; random bytes come from the
 * operating system.
 */
function openTargetFinder() {
  const mathematics = openMathematicsPool(WORKER_FILE, NODE_MATHEMATICS_THREADS)
  const chance = {
    newRoot: () => randomBytes(SEED_BYTES),
    pick: () => randomInt(2 ** 32) / 2 ** 32,
  }
  return {
    lookUp: (target: TargetRequest) => lookUpTarget(target, chance),
    find: (target: TargetRequest) => findTarget(mathematics, target, chance),
    close: () => mathematics.close(),
  }
}
