// Builds one lane inside its worker thread: its own connections to Redis, Postgres and the wallets,
// and the host of its actors. Each database gets connections, the writer that commits in groups to
// it, and the ledger of the players whose rows it holds. Holds no rule.

import { randomFillSync } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { inShardOf } from '../../core/shard.ts'
import { findGame, GAMES } from '../../games/catalogue/games.ts'
import { SEED_BYTES } from '../../games/engine/contract.ts'
import { createLaneHost, type LaneHost } from '../../lanes/host.ts'
import { createNewRoundsRule } from '../../lanes/new-rounds.ts'
import { createWorkMark } from '../../lanes/work-mark.ts'
import { type DatabaseAddress, isSameAddress } from '../../ledger/database/address.ts'
import { openMovablePool } from '../../ledger/database/movable-pool.ts'
import {
  mapDatabases,
  openDatabases,
  type PlayerDatabases,
} from '../../ledger/database/player-databases.ts'
import { ONE_PLAN, openPool } from '../../ledger/database/pool.ts'
import { databasePart, type ShardDatabase } from '../../ledger/database/shard-map.ts'
import { checkLedgerWrite, createWriteRefusals } from '../../ledger/database/write-check.ts'
import { createEntitlementsReader } from '../../ledger/entitlements/entitlements-reader.ts'
import { stepLevel } from '../../ledger/entitlements/player-levels.ts'
import { findSessionPlay } from '../../ledger/players/session-play.ts'
import { groupLastBalances, groupSessionReads, noteBalance } from '../../ledger/players/sessions.ts'
import { openProjectReader } from '../../ledger/projects/project-reader.ts'
import { createRoundFailures, createWalletFailures } from '../../ledger/rounds/round-failures.ts'
import { createRoundLedger } from '../../ledger/rounds/round-ledger.ts'
import { createRoundReader } from '../../ledger/rounds/round-reader.ts'
import { openRoundWriter } from '../../ledger/rounds/round-writer.ts'
import type { PlayerDeps } from '../../player/deps.ts'
import { connectRedis } from '../../redis/connection.ts'
import { createRedisState } from '../../redis/player-state.ts'
import { createWriteCheck, type RedisChecked } from '../../redis/write-check.ts'
import { lastRequestOf } from '../../round/round.ts'
import { createWalletClient } from '../../wallet/client.ts'
import { createWalletOperations } from '../../wallet/operations.ts'
import { reportUnknownAnswers } from '../../wallet/unknown-answers.ts'
import type { FailingStores, LanePauses, LanePlaced, LanePush } from '../../wire/lane.ts'
import { openCallbackLog } from '../callback-log.ts'
import { createLogger } from '../logger.ts'
import { measureCalls } from '../metrics/calls.ts'
import { createThreadMetrics, type ThreadMetrics } from '../metrics/thread-metrics.ts'
import { followRecordClock, openNodeClock } from '../node-clock.ts'
import { createFaultLog } from '../outages.ts'
import { type Config, shardMapOf } from '../settings/config.ts'
import { masterKeysOf } from '../settings/master-keys.ts'
import { isMovable } from '../settings/placed.ts'
import { openTracer } from '../tracing/tracer.ts'
import { joinForwarding } from './forwarded-channel.ts'

const UUID_RANDOM_BYTES = 16

/** What a lane's thread is given at its start. */
export interface LaneConfig extends Config {
  /** Null: the node has no built-in wallet. */
  builtInWalletUrl: string | null
  /**
   * The projects whose wallet calls have separate series, until a reading of the metrics gives
   * others.
   */
  projects: readonly string[]
  /** What `joinForwarding` takes, for the changes of projects. */
  projectChanges: string
  /** What the time of record is ahead of the node's monotonic clock: followRecordClock. */
  clockOffsetMs: number
  /** The pauses at the time when the thread was started. */
  pauses: LanePauses
}

export async function startLane(
  config: LaneConfig,
  push: (push: LanePush) => void,
  workMark: SharedArrayBuffer,
): Promise<LaneHost> {
  const log = createLogger(config.logLevel, config.nodeName).child({ part: 'lane' })
  const metrics = createThreadMetrics('lane')
  metrics.nameProjects(config.projects)
  const faults = createFaultLog(log, Date.now, metrics.fault)
  const clock = followRecordClock(config.clockOffsetMs)
  const opened = await openStores(config, faults, metrics, clock.nowMs)
  const { ledgers, checkStores, walletOf, ...stores } = opened
  const tracer = await openTracer(config.tracing, config.nodeName, log)
  const sendsToWallets = config.tracing?.sendsToWallets === true
  const takeBytes = createRandomBytes()
  const newRounds = createNewRoundsRule(openNodeClock(), config.pauses)
  const host = createLaneHost({
    actors: {
      ...stores,
      betCancel: config.betCancel,
      newRounds: newRounds.judge,
      findGame,
      gameIdsOf: provider => GAMES.filter(game => game.provider === provider).map(({ id }) => id),
      nowMs: clock.nowMs,
      newRoundId(player) {
        const random = takeBytes(UUID_RANDOM_BYTES)
        return inShardOf(player, uuidv7({ msecs: clock.nowMs(), random }))
      },
      newSeed: () => takeBytes(SEED_BYTES),
      jitter: Math.random,
      atWork: createWorkMark(workMark),
      push,
      observe: observeRounds(metrics, log, faults),
    },
    ledgerOf: player => ledgers.of(player).ledger,
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs)
      timer.unref()
      return () => clearTimeout(timer)
    },
    readMetrics(projects) {
      if (projects !== null) metrics.nameProjects(projects)
      return JSON.stringify(metrics.read())
    },
    readCounts: () => JSON.stringify(metrics.readCounted()),
    checkStores,
    setLogLevel(level) {
      log.level = level
    },
    setPauses: newRounds.set,
    setPlaced: placed => movePlaces(ledgers.all, placed),
    setClock: clock.set,
    onFault: faults.fault,
    tracing: {
      goOn: tracer.goOn,
      walletWith: sendsToWallets ? walletOf : () => stores.wallet,
    },
  })
  metrics.watch({
    ledgerDepth: () => ledgers.all.reduce((sum, { writer }) => sum + writer.depth(), 0),
    actors: host.actorCount,
    mailboxes: host.mailboxes,
  })
  return host
}

function observeRounds(
  metrics: ThreadMetrics,
  log: ReturnType<typeof createLogger>,
  faults: ReturnType<typeof createFaultLog>,
): PlayerDeps['observe'] {
  return {
    roundEnded: metrics.roundEnded,
    retry: metrics.retry,
    setAside(round, failure) {
      metrics.roundSetAside('failure')
      log.error({ roundId: round.intent.roundId, failure }, ROUND_SET_ASIDE)
    },
    fault: (error, round, requestId) =>
      faults.fault(error, 'fault', {
        roundId: round?.intent.roundId,
        requestId: requestId ?? (round === null ? undefined : lastRequestOf(round)),
      }),
  }
}

export const ROUND_SET_ASIDE =
  'a round is set aside as reconciliation_required: it failed too often for a reason of our own'

async function openStores(
  config: LaneConfig,
  faults: ReturnType<typeof createFaultLog>,
  metrics: ThreadMetrics,
  nowMs: () => number,
) {
  const onFault: (error: unknown, what: string) => void = faults.fault
  // A lane that is replaced while Redis is away must start all the same, and continue when Redis is
  // back.
  const redis = await connectRedis(config.redis, config.redisPrefix, {
    waits: true,
    onConnectionLost: error => faults.connectionLost('redis', error),
  })
  const ledgers = openDatabases(shardMapOf(config), database =>
    openLaneLedger(database, isMovable(config), onFault, metrics, nowMs),
  )
  const { pool } = ledgers.home
  const { onCall } = openCallbackLog({
    databases: mapDatabases(ledgers, each => each.pool),
    node: config.nodeName,
    threads: config.lanes,
    metrics,
    nowMs,
    onFault: error => onFault(error, 'the callback log is not written'),
  })
  const client = createWalletClient({
    allowLoopbackWallets: config.allowLoopbackWallets,
    walletNetworks: config.walletNetworks,
    builtInWalletUrl: config.builtInWalletUrl,
    nowMs,
    onCall,
  })
  const masterKey = masterKeysOf(config)
  const listen = joinForwarding(config.projectChanges)
  const projects = openProjectReader({ pool, listen, masterKey })
  const checkRedis = createWriteCheck(redis)
  const walletOf = (traceparent?: string) =>
    reportUnknownAnswers(
      createWalletOperations(client, projects.find, traceparent),
      (player, roundId, operation, { reason, detail }) => {
        const { failures } = ledgers.of(player)
        failures.add({ roundId, operation, atMs: nowMs(), cause: reason, text: detail })
      },
    )
  return {
    ledgers,
    checkStores: () => findFailing(checkRedis, ledgers),
    redisState: measureCalls(createRedisState(redis, nowMs), metrics.redisCall),
    wallet: walletOf(),
    walletOf,
    findProject: projects.find,
  }
}

/**
 * What this lane can't write to, by part, with the cause. The front end checks whether the other
 * databases accept writes: only their players depend on them.
 */
async function findFailing(
  checkRedis: ReturnType<typeof createWriteCheck>,
  ledgers: PlayerDatabases<ReturnType<typeof openLaneLedger>>,
): Promise<FailingStores> {
  const failing: Record<string, string> = {}
  const noteAs = (part: string) => (error: Error) => {
    failing[part] = error.message
  }
  const noteMasters = ({ lost }: RedisChecked) => {
    for (const [master, reason] of lost) failing[`redis ${master}`] = reason
  }
  await Promise.all([
    checkRedis().then(noteMasters).catch(noteAs('redis')),
    checkLedgerWrite(ledgers.home.pool).catch(noteAs('postgres')),
  ])
  for (const { part, refusals } of ledgers.all) {
    const refused = refusals.recent()
    if (refused !== null) failing[part] = refused
  }
  return failing
}

/**
 * Postgres connections that a lane reads through; a player whose actor is in memory rarely needs a
 * read.
 */
const LANE_POOL_CONNECTIONS = 4

/** What a lane opens for one database. */
function openLaneLedger(
  { name, address, isHome }: ShardDatabase,
  isMovable: boolean,
  onFault: (error: unknown, what: string) => void,
  metrics: ThreadMetrics,
  nowMs: () => number,
) {
  const onLost = (error: Error) => onFault(error, 'a database connection failed')
  const open = (at: DatabaseAddress) => openPool(at, LANE_POOL_CONNECTIONS, onLost, ONE_PLAN)
  const movable = openMovablePool(address, isMovable, open, onLost)
  const { pool } = movable
  const refusals = createWriteRefusals(() => performance.now())
  const writer = openRoundWriter(address, metrics.ledgerBatch, refusals.note)
  const findLastBalance = groupLastBalances(pool)
  const ledger: PlayerDeps['ledger'] = {
    ...createRoundReader(pool, nowMs),
    ...createEntitlementsReader(pool),
    ...createRoundLedger(pool, writer, nowMs),
    ...createRoundFailures(pool),
    findSession: groupSessionReads(pool),
    findLastBalance: (playerKey, session) => findLastBalance(playerKey, session, nowMs()),
    findSessionPlay: (playerKey, sessionId) => findSessionPlay(pool, playerKey, sessionId),
    noteBalance: (sessionId, balance) => noteBalance(pool, sessionId, balance),
    stepLevel: (player, step) => stepLevel(pool, player, step),
  }
  const failures = createWalletFailures(pool, error => onFault(error, 'fault'))
  let now = address
  return {
    name,
    part: databasePart({ name, isHome }),
    pool,
    writer,
    ledger,
    failures,
    refusals,
    moveTo(next: DatabaseAddress): void {
      if (isSameAddress(now, next)) return
      now = next
      movable.moveTo(next)
      writer.moveTo(next)
    },
  }
}

/** The actors keep what they know of their players: the rows have arrived unchanged. */
function movePlaces(
  ledgers: readonly ReturnType<typeof openLaneLedger>[],
  placed: LanePlaced,
): void {
  for (const { name, moveTo } of ledgers) {
    const address = placed[name]
    if (address !== undefined) moveTo(address)
  }
}

/** A small block, because it holds the seeds of future rounds. */
const BLOCK_BYTES = 4_096

/** @param count of bytes, at most a block */
type TakeBytes = (count: number) => Uint8Array

/**
 * Bytes of the system's generator, read in blocks: one call costs as much as thousands of bytes.
 * Bytes that were handed out are not kept.
 */
export function createRandomBytes(
  fill: (block: Uint8Array) => unknown = randomFillSync,
): TakeBytes {
  const block = new Uint8Array(BLOCK_BYTES)
  let next = BLOCK_BYTES
  return count => {
    if (count > BLOCK_BYTES) throw new RangeError(`${count} bytes are more than a block`)
    if (next + count > BLOCK_BYTES) {
      fill(block)
      next = 0
    }
    const taken = block.slice(next, next + count)
    block.fill(0, next, next + count)
    next += count
    return taken
  }
}
