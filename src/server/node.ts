// Puts one node together: stores, lanes, edges, the recovery job; and takes it apart in order. The only
// place where the rooms meet; holds no rule of its own.

import uWS from 'uWebSockets.js'
import { hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import path from 'node:path'
import Redlock from 'redlock'
import { findCaller } from '../core/caller-address.ts'
import { formatAmount } from '../core/money.ts'
import { readToken } from '../core/session-token.ts'
import { registerBuiltInWallet } from '../edge/built-in-wallet.ts'
import { registerDocs } from '../edge/docs.ts'
import { requestsInFlight } from '../edge/http.ts'
import { registerLobby } from '../edge/lobby.ts'
import { registerOperatorApi } from '../edge/operator.ts'
import { readPictures, registerPages } from '../edge/pages.ts'
import { type PlaySockets, registerPlay } from '../edge/play.ts'
import { registerPublic } from '../edge/public.ts'
import { PROJECT_ROOT } from '../environment.ts'
import { findGame, GAMES } from '../games/catalogue/games.ts'
import { SEED_BYTES } from '../games/engine/contract.ts'
import { type Lanes, startLanes } from '../lanes/routing.ts'
import { LaneLost, type LaneProgram } from '../lanes/thread.ts'
import { openPool } from '../ledger/database/pool.ts'
import { expireGrants } from '../ledger/entitlements/grants.ts'
import { expireTargets } from '../ledger/entitlements/target-outcomes.ts'
import { findSession } from '../ledger/players/sessions.ts'
import { forgetOldAnswers } from '../ledger/projects/idempotency.ts'
import { openProjectReader } from '../ledger/projects/project-reader.ts'
import { openReportPool } from '../ledger/reports/report-snapshot.ts'
import { createReportSums } from '../ledger/reports/report-sums.ts'
import { createReports } from '../ledger/reports/reports.ts'
import { createRoundReader } from '../ledger/rounds/round-reader.ts'
import {
  DRAIN_DEADLINE_MS,
  HEALTH_DEADLINE_MS,
  LANE_CLOSE_DEADLINE_MS,
  LEDGER_POOL_CONNECTIONS,
  NODE_MATHEMATICS_THREADS,
  RECOVERY_DEADLINE_MS,
  SEARCH_CLOSE_DEADLINE_MS,
} from '../limits.ts'
import { createLobbyBackend } from '../lobby/backend.ts'
import { findTarget, type TargetRequest } from '../mathematics/find-target.ts'
import { openMathematicsPool } from '../mathematics/pool.ts'
import { type AnyMethod, answerCall } from '../operator/call.ts'
import {
  describeCapabilities,
  describeCatalog,
  describeHealth,
} from '../operator/catalog/describe.ts'
import { createFreeSpinMethods } from '../operator/free-spins/methods.ts'
import { createGameActionsRoute } from '../operator/game-actions.ts'
import { createLaunchRoute, type LaunchDeps } from '../operator/launch/method.ts'
import { createPlayerRtpRoute } from '../operator/player-rtp/method.ts'
import { createRateLimit } from '../operator/rate-limit.ts'
import { createReportMethods } from '../operator/reports/methods.ts'
import { createRoundCancel } from '../operator/round-cancel/method.ts'
import { createTargetOutcomeMethods } from '../operator/target-outcomes/methods.ts'
import { createTargetSearch } from '../operator/target-outcomes/search.ts'
import { encodeError } from '../player/views.ts'
import { sendSummaries } from '../recovery/freespins-finished.ts'
import { startRecoveryJob } from '../recovery/recovery-job.ts'
import { createBuiltInWalletAccounts } from '../redis/built-in-wallet.ts'
import { connectRedis } from '../redis/connection.ts'
import { createRedisState } from '../redis/player-state.ts'
import { createRateLimits } from '../redis/rate-limits.ts'
import { createBuiltInWallet } from '../wallet/built-in.ts'
import { createWalletClient } from '../wallet/client.ts'
import { createWalletOperations } from '../wallet/operations.ts'
import type { CancelAnswer, PlaySession } from '../wire/lane.ts'
import type { Config } from './config.ts'
import { createLogger } from './logger.ts'
import { createNodeMetrics, createThreadMetrics } from './metrics.ts'

const PAGES_DIR = path.join(PROJECT_ROOT, 'dist', 'pages')

export interface RunningNode {
  baseUrl: string
  /** Refuses new rounds, finishes started ones, closes. Resolves when nothing is left running. */
  drain(): Promise<void>
}

/**
 * Rejects with EADDRINUSE as `code` when the port is taken.
 * @param lane another program for the lanes, or other bounds of it: for tests
 */
export async function startNode(
  config: Config,
  lane: Partial<LaneProgram> = {},
): Promise<RunningNode> {
  const parts = await openParts(config)
  const { lanes, sockets, connectSockets } = startPlayLanes(parts, lane)
  const app = uWS.App()
  connectSockets(registerPlayRoutes(app, parts, lanes))
  registerOperatorRoutes(app, parts, lanes)
  registerDemoOperator(app, parts)
  registerPublicRoutes(app, parts, lanes)
  const close = async () => {
    await withDeadline(lanes.close(), LANE_CLOSE_DEADLINE_MS)
    await withDeadline(parts.targetSearch.close(), SEARCH_CLOSE_DEADLINE_MS)
    await parts.close()
  }
  const listening = await listen(app, config.host, config.port).catch(async error => {
    await close()
    throw error
  })
  const sweep = startRecovery(parts, lanes)

  return {
    baseUrl: config.publicUrl,
    async drain() {
      parts.draining = true
      const underWay = () => requestsInFlight() + commandsIn(lanes)
      const finished = Promise.all([sweep.stop(), idle(underWay)])
      await withDeadline(finished, DRAIN_DEADLINE_MS)
      sockets()?.closeAll()
      uWS.us_listen_socket_close(listening)
      app.close()
      await close()
    },
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>

/** The main thread's own connections. Lanes open theirs. */
async function openParts(config: Config) {
  const log = createLogger(config.logLevel)
  // A lost lane is told once, not by each command that was under way in it.
  const onFault = (error: unknown) => {
    if (!(error instanceof LaneLost)) log.error({ err: error }, 'fault')
  }
  const threadMetrics = createThreadMetrics()
  const redis = await connectRedis(config.redisUrl, config.redisPrefix)
  const pool = openPool(config.databaseUrl, LEDGER_POOL_CONNECTIONS, onFault)
  const reportPool = openReportPool(config.databaseUrl, onFault)
  const projects = openProjectReader({ ...config, pool }, onFault)
  const redisState = createRedisState(redis)
  const client = createWalletClient({ ...config, onCall: threadMetrics.walletCall })
  return {
    config,
    log,
    onFault,
    metrics: createNodeMetrics(),
    threadMetrics,
    redis,
    redisState,
    pool,
    reportPool,
    projects,
    targetSearch: createTargetSearch({
      pool,
      games: GAMES,
      finder: openFinder(),
      redisState,
      nowMs: Date.now,
      onFault,
    }),
    wallet: createWalletOperations(client, projects.find),
    accounts: createBuiltInWalletAccounts(redis),
    tokenKey: deriveKey(config, 'session tokens'),
    cursorKey: deriveKey(config, 'report cursors'),
    draining: false,
    async close() {
      await client.close()
      redis.disconnect()
      await projects.close()
      await Promise.all([pool.end(), reportPool.end()])
    },
  }
}

/** Rounds for target outcomes, found on threads that the first search starts. */
function openFinder() {
  const workerFile = path.join(PROJECT_ROOT, 'dist', 'workers', 'mathematics.js')
  const mathematics = openMathematicsPool(workerFile, NODE_MATHEMATICS_THREADS)
  const chance = {
    newRoot: () => randomBytes(SEED_BYTES),
    pick: () => randomInt(2 ** 32) / 2 ** 32,
  }
  return {
    find: (target: TargetRequest) => findTarget(mathematics, target, chance),
    close: () => mathematics.close(),
  }
}

/** One key a purpose, all of the master key. */
function deriveKey({ masterKey }: Config, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32))
}

const LANE_FILE = path.join(PROJECT_ROOT, 'dist', 'workers', 'lane.js')

/** Lanes may have news before the sockets are there: it goes nowhere, nobody listens yet. */
function startPlayLanes({ config, log, metrics }: Parts, lane: Partial<LaneProgram>) {
  let connected: PlaySockets | null = null
  const program = { file: LANE_FILE, workerData: config, ...lane }
  const lanes = startLanes(config.lanes, program, {
    push: news => connected?.push(news),
    lost(lane, { reason, error, startsInMs }) {
      metrics.laneLost(reason)
      log.error({ err: error, lane, reason, startsInMs }, 'a lane lost its thread; it is replaced')
    },
  })
  return {
    lanes,
    sockets: () => connected,
    connectSockets: (sockets: PlaySockets) => {
      connected = sockets
    },
  }
}

function registerPlayRoutes(app: uWS.TemplatedApp, parts: Parts, lanes: Lanes): PlaySockets {
  const sockets = registerPlay(app, {
    lanes,
    findSession: token => findSessionOfToken(parts, token),
    encodeError,
    publicHost: new URL(parts.config.publicUrl).host,
    nowMs: Date.now,
    isDraining: () => parts.draining,
    onMessage: parts.metrics.playMessage,
    onFault: parts.onFault,
  })
  parts.metrics.watchSockets(sockets.count)
  return sockets
}

/** An older token of a revived session is no longer valid. */
async function findSessionOfToken(
  { tokenKey, pool }: Parts,
  token: string,
): Promise<PlaySession | null> {
  const claims = readToken(tokenKey, token)
  if (claims === null) return null
  const session = await findSession(pool, claims.sessionId)
  return session?.tokenVersion === claims.tokenVersion ? session : null
}

function registerOperatorRoutes(app: uWS.TemplatedApp, parts: Parts, lanes: Lanes) {
  const { config, metrics, pool, onFault, projects, redis, tokenKey } = parts
  const deps: LaunchDeps = {
    pool,
    redisState: parts.redisState,
    sessionInfo: parts.wallet.sessionInfo,
    tokenKey,
    publicUrl: config.publicUrl,
    onFault,
  }
  const { findAt: findProject, findCredentials } = projects
  const admit = createRateLimit({
    takeCall: createRateLimits(redis),
    onUncounted: metrics.uncountedCall,
    onFault,
  })
  const calls = { findProject, findCredentials, admit, pool, onFault }
  const gameActions = createGameActionsRoute(gameActionMethods(parts, lanes))
  const playerRtp = createPlayerRtpRoute(parts)
  registerOperatorApi(
    app,
    {
      '/playGame.do': request => answerCall(calls, request, createLaunchRoute(deps)),
      '/gameActions.do': request => answerCall(calls, request, gameActions),
      '/playerRtp.do': request => answerCall(calls, request, playerRtp),
    },
    {
      isDraining: () => parts.draining,
      findCaller: ({ socket, forwarded }) => findCaller(socket, forwarded, config.trustedProxies),
      onAnswer: metrics.httpAnswer,
      onFault,
    },
  )
}

/** One line a capability; the names are those of the `method` field. */
function gameActionMethods(parts: Parts, lanes: Lanes): Record<string, AnyMethod> {
  const { pool, reportPool, redisState, cursorKey, targetSearch: search, onFault } = parts
  return {
    ...createFreeSpinMethods({ pool, redisState, nowMs: Date.now, onFault }),
    ...createTargetOutcomeMethods({ pool, search, findGame, nowMs: Date.now }),
    ...createReportMethods({ reports: createReports(reportPool), cursorKey, nowMs: Date.now }),
    round_cancel: createRoundCancel({
      pool,
      cancel: task => lanes.run(task, task) as Promise<CancelAnswer> | null,
    }),
  }
}

/** The demo operator: its wallet, its lobby's server and the built pages. */
function registerDemoOperator(app: uWS.TemplatedApp, parts: Parts): void {
  const { accounts, config, onFault, projects } = parts
  const wallet = createBuiltInWallet({
    accounts,
    apiKeySha256: async projectId => {
      const project = await projects.find(projectId).catch(() => null)
      return project?.internal ? project.apiKeySha256 : null
    },
  })
  registerBuiltInWallet(app, { answer: wallet.answer, onFailure: onFault })
  const backend = createLobbyBackend({
    baseUrl: config.builtInWalletUrl,
    projectId: 'demo',
    apiKey: async () => (await projects.find('demo')).apiKey,
    games: GAMES,
    balances: async player => {
      const all = Object.entries(await accounts.balances('demo', player))
      return Object.fromEntries(all.map(([currency, minor]) => [currency, formatAmount(minor)]))
    },
  })
  registerLobby(app, backend, onFault)
  const gameIds = GAMES.map(game => game.id)
  registerPages(app, PAGES_DIR, gameIds)
}

/** Game id -> the address at which operators find its picture. */
function findPictures(publicUrl: string): ReadonlyMap<string, string> {
  return new Map([...readPictures(PAGES_DIR)].map(([id, at]) => [id, `${publicUrl}${at}`]))
}

function registerPublicRoutes(app: uWS.TemplatedApp, parts: Parts, lanes: Lanes): void {
  const { config, metrics, pool, redis, threadMetrics } = parts
  registerDocs(app, PAGES_DIR)
  registerPublic(app, {
    games: describeHealth(GAMES),
    capabilities: describeCapabilities(GAMES),
    catalog: describeCatalog(GAMES, findPictures(config.publicUrl)),
    releaseId: readReleaseId(),
    checkStorage: async () => {
      // Once more: the first may meet a pooled connection that broke while it was idle.
      const ask = () => pool.query('SELECT 1')
      const asked = Promise.all([ask().catch(ask), redis.ping()])
      if (!(await withDeadline(asked, HEALTH_DEADLINE_MS))) throw new Error('storage is too slow')
    },
    metrics: async () => {
      const threads = [await threadMetrics.read(), ...(await lanes.metrics())]
      return metrics.text(threads, lanes.load())
    },
    mayReadMetrics: loopbackOnly(),
    onFault: parts.onFault,
  })
}

function startRecovery(parts: Parts, lanes: Lanes) {
  const { redis, redisState, pool, reportPool, onFault, targetSearch, wallet } = parts
  const reader = createRoundReader(pool)
  const sums = createReportSums(reportPool)
  const client = redis as unknown as Redlock.CompatibleRedisClient
  const redlock = new Redlock([client], { retryCount: 0 })
  return startRecoveryJob({
    lanes,
    findStalledRounds: reader.findStalledRounds,
    findDueNotifications: reader.findDueNotifications,
    forgetOldAnswers: () => forgetOldAnswers(pool),
    expireGrants: async () => {
      const players = await expireGrants(pool, Date.now())
      await Promise.all(players.map(redisState.dropEntitlements)).catch(onFault)
    },
    expireTargets: () => expireTargets(pool, Date.now()),
    sendSummaries: () => sendSummaries({ pool, finishFreeSpins: wallet.finishFreeSpins, onFault }),
    searchTargets: targetSearch.sweep,
    rollUpReports: () => sums.rollUp(),
    underLease: work => underLease(redlock, work),
    onFault,
  })
}

/** Two nodes sweeping at once would be harmless; the lease only saves the work. */
async function underLease(redlock: Redlock, work: () => Promise<void>): Promise<void> {
  const lease = await redlock.lock('lease:recovery', RECOVERY_DEADLINE_MS).catch(() => null)
  if (lease === null) return
  try {
    await work()
  } finally {
    // Expired meanwhile: another node sweeps already.
    await lease.unlock().catch(() => {})
  }
}

/** LIBUS_LISTEN_EXCLUSIVE_PORT; the declared enum does not exist at run time. */
const EXCLUSIVE_PORT = 1

function listen(app: uWS.TemplatedApp, host: string, port: number): Promise<uWS.us_listen_socket> {
  return new Promise((resolve, reject) => {
    // Exclusive: without it a second node would share the port without a word.
    const listenExclusively = app.listen.bind(app) as unknown as (
      host: string,
      port: number,
      options: number,
      done: (socket: uWS.us_listen_socket | false) => void,
    ) => void
    listenExclusively(host, port, EXCLUSIVE_PORT, socket => {
      if (socket) resolve(socket)
      else reject(Object.assign(new Error(`port ${port} is taken`), { code: 'EADDRINUSE' }))
    })
  })
}

const commandsIn = (lanes: Lanes) => lanes.load().reduce((sum, { depth }) => sum + depth, 0)

/** Resolves once nothing is under way any more. */
async function idle(underWay: () => number): Promise<void> {
  while (underWay() > 0) await new Promise(resolve => setTimeout(resolve, 20))
}

/** False when the work was not done in time; it goes on unheard. Rejects when it failed in time. */
async function withDeadline(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Metrics name projects: readable from this machine only. */
function loopbackOnly(): (address: string) => boolean {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  return address => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function readReleaseId(): string {
  const { version } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
  return `reelhouse-${version}`
}
