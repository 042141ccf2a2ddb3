// Puts one node together: stores, lanes, edges, the sweep; and takes it apart in order. The only
// place where the rooms meet; holds no rule of its own.

import uWS from 'uWebSockets.js'
import { hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import path from 'node:path'
import Redlock from 'redlock'
import { type Lanes, startLanes } from '../actor/lanes.ts'
import { startSweep } from '../actor/sweep.ts'
import { encodeError } from '../actor/views.ts'
import { type Config, PROJECT_ROOT } from '../config.ts'
import { formatAmount } from '../core/money.ts'
import { readToken } from '../core/session-token.ts'
import { registerBuiltInWallet } from '../edge/built-in-wallet.ts'
import { registerLobby } from '../edge/lobby.ts'
import { registerOperatorApi } from '../edge/operator.ts'
import { registerPages } from '../edge/pages.ts'
import { type PlaySockets, registerPlay } from '../edge/play.ts'
import { registerPublic } from '../edge/public.ts'
import { GAMES } from '../games/catalogue.ts'
import { createBuiltInWalletAccounts } from '../hot/built-in-wallet.ts'
import { connectRedis } from '../hot/connection.ts'
import { createHotPlayers } from '../hot/player-state.ts'
import { openPool } from '../ledger/pool.ts'
import { createProjectReader } from '../ledger/project-reader.ts'
import { createRoundReader } from '../ledger/round-reader.ts'
import { findSession } from '../ledger/sessions.ts'
import {
  DRAIN_DEADLINE_MS,
  IDEMPOTENCY_POOL_CONNECTIONS,
  LEDGER_POOL_CONNECTIONS,
  SWEEP_EVERY_MS,
} from '../limits.ts'
import { createLobbyBackend } from '../lobby/backend.ts'
import { createLogger } from '../logger.ts'
import { createNodeMetrics, createThreadMetrics } from '../metrics.ts'
import { answerCall } from '../operator/call.ts'
import { checkLaunch, type LaunchWorld, launch, presentLaunch } from '../operator/launch.ts'
import { createBuiltInWallet } from '../wallet/built-in.ts'
import { createWalletClient } from '../wallet/client.ts'
import { createWalletOperations } from '../wallet/operations.ts'

export interface RunningNode {
  baseUrl: string
  /** Refuses new rounds, finishes started ones, closes. Resolves when nothing is left running. */
  drain(): Promise<void>
}

/** Rejects with EADDRINUSE as `code` when the port is taken. */
export async function startNode(config: Config): Promise<RunningNode> {
  const log = createLogger(config.logLevel)
  const onFault = (error: unknown) => log.error({ err: error }, 'fault')
  const metrics = createNodeMetrics()
  const ownMetrics = createThreadMetrics()
  const baseUrl = config.publicUrl
  let draining = false

  const redis = await connectRedis(config.redisUrl, config.redisPrefix)
  const pool = openPool(config.databaseUrl, LEDGER_POOL_CONNECTIONS, onFault)
  const idempotencyPool = openPool(config.databaseUrl, IDEMPOTENCY_POOL_CONNECTIONS, onFault)
  const projects = createProjectReader(pool, config.masterKey)
  const hot = createHotPlayers(redis)
  const reader = createRoundReader(pool)
  const client = createWalletClient({ ...config, onCall: ownMetrics.walletCall })
  const wallet = createWalletOperations(client, projects.find)
  const accounts = createBuiltInWalletAccounts(redis)
  const tokenKey = Buffer.from(hkdfSync('sha256', config.masterKey, '', 'session tokens', 32))

  let sockets: PlaySockets | null = null
  const workerFile = path.join(PROJECT_ROOT, 'dist', 'workers', 'lane.js')
  const lanes = startLanes(config.lanes, workerFile, config, news => sockets?.push(news))

  const app = uWS.App()
  sockets = registerPlay(app, {
    lanes,
    findSession: async token => {
      const claims = readToken(tokenKey, token)
      if (claims === null) return null
      const session = await findSession(pool, claims.sessionId)
      return session?.tokenVersion === claims.tokenVersion ? session : null
    },
    encodeError,
    publicHost: new URL(baseUrl).host,
    nowMs: Date.now,
    isDraining: () => draining,
    onMessage: metrics.playMessage,
    onFault,
  })
  metrics.watchSockets(sockets.count)

  const launchWorld: LaunchWorld = {
    pool,
    hot,
    sessionInfo: wallet.sessionInfo,
    tokenKey,
    publicUrl: baseUrl,
  }
  const callWorld = { findProject: projects.findNow, idempotencyPool, onFault }
  const operatorApi = registerOperatorApi(
    app,
    {
      '/playGame.do': request =>
        answerCall(callWorld, request, {
          name: 'playGame',
          check: checkLaunch,
          execute: (project, checked) => launch(launchWorld, project, checked),
          present: result => presentLaunch(launchWorld, result),
        }),
    },
    { isDraining: () => draining, onAnswer: metrics.httpAnswer, onFault },
  )
  const builtInWallet = createBuiltInWallet({
    accounts,
    apiKeySha256: async projectId => {
      const project = await projects.find(projectId).catch(() => null)
      return project?.internal ? project.apiKeySha256 : null
    },
  })
  registerBuiltInWallet(app, { answer: builtInWallet.answer, onFailure: onFault })
  registerLobby(
    app,
    createLobbyBackend({
      baseUrl: `http://127.0.0.1:${config.port}`,
      projectId: 'demo',
      apiKey: async () => (await projects.find('demo')).apiKey,
      games: GAMES,
      balances: async player => {
        const all = await accounts.balances('demo', player)
        return Object.fromEntries(Object.entries(all).map(([c, minor]) => [c, formatAmount(minor)]))
      },
    }),
    onFault,
  )
  registerPages(
    app,
    path.join(PROJECT_ROOT, 'dist', 'web'),
    GAMES.map(game => game.id),
  )
  registerPublic(app, {
    games: GAMES.map(game => ({
      game_id: game.id,
      languages: Object.keys(game.languages),
      free_spins: game.freeSpins,
      target_outcomes: game.targetOutcomes,
    })),
    releaseId: readReleaseId(),
    checkStorage: async () => {
      await Promise.all([pool.query('SELECT 1'), redis.ping()])
    },
    metrics: async () =>
      metrics.text([await ownMetrics.read(), ...(await lanes.metrics())], lanes.load()),
    mayReadMetrics: loopbackOnly(),
    onFault,
  })
  const closeStores = async () => {
    await withDeadline(lanes.close(), DRAIN_DEADLINE_MS)
    await client.close()
    await Promise.all([pool.end(), idempotencyPool.end(), redis.quit()])
  }
  const listening = await listen(app, config.host, config.port).catch(async error => {
    await closeStores()
    throw error
  })

  const redlock = new Redlock([redis as unknown as Redlock.CompatibleRedisClient], {
    retryCount: 0,
  })
  const sweep = startSweep({
    lanes,
    findStalledRounds: reader.findStalledRounds,
    findDueNotifications: reader.findDueNotifications,
    underLease: work => underLease(redlock, work),
    onFault,
  })

  return {
    baseUrl,
    async drain() {
      draining = true
      await sweep.stop()
      await withDeadline(
        idle(() => operatorApi.inFlight() + commandsIn(lanes)),
        DRAIN_DEADLINE_MS,
      )
      sockets?.closeAll()
      uWS.us_listen_socket_close(listening)
      app.close()
      await closeStores()
    },
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

/** Two nodes sweeping at once would be harmless; the lease only saves the work. */
async function underLease(redlock: Redlock, work: () => Promise<void>): Promise<void> {
  const lease = await redlock.lock('lease:sweep', SWEEP_EVERY_MS).catch(() => null)
  if (lease === null) return
  try {
    await work()
  } finally {
    // Expired meanwhile: another node sweeps already.
    await lease.unlock().catch(() => {})
  }
}

const commandsIn = (lanes: Lanes) => lanes.load().reduce((sum, { depth }) => sum + depth, 0)

/** Resolves once nothing is under way any more. */
async function idle(underWay: () => number): Promise<void> {
  while (underWay() > 0) await new Promise(resolve => setTimeout(resolve, 20))
}

async function withDeadline(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
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
