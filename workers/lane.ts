// A lane: one worker thread that hosts the actors of its players, with its own connections to Redis,
// Postgres and the wallets. Owns which actors are in memory; never what a round does.

import { randomBytes } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { workerData } from 'piscina'
import { v7 as uuidv7 } from 'uuid'
import type { PlayerRef } from '../src/core/player.ts'
import { findGame, GAMES } from '../src/games/catalogue/games.ts'
import { SEED_BYTES } from '../src/games/engine/contract.ts'
import { addWithin, createMailbox, type Mailbox } from '../src/lanes/mailbox.ts'
import { openPool } from '../src/ledger/database/pool.ts'
import { createEntitlementsReader } from '../src/ledger/entitlements/entitlements-reader.ts'
import { stepLevel } from '../src/ledger/entitlements/player-levels.ts'
import { findSession } from '../src/ledger/players/sessions.ts'
import { openProjectReader } from '../src/ledger/projects/project-reader.ts'
import { createRoundLedger } from '../src/ledger/rounds/round-ledger.ts'
import { createRoundReader } from '../src/ledger/rounds/round-reader.ts'
import { openRoundWriter } from '../src/ledger/rounds/round-writer.ts'
import { CANCEL_TURN_MS, LANE_ACTORS, LANE_POOL_CONNECTIONS } from '../src/limits.ts'
import { type Actor, createActor } from '../src/player/actor.ts'
import type { PlayerDeps } from '../src/player/deps.ts'
import { encodeError } from '../src/player/views.ts'
import { connectRedis } from '../src/redis/connection.ts'
import { createRedisState } from '../src/redis/player-state.ts'
import type { Config } from '../src/server/config.ts'
import { createLogger } from '../src/server/logger.ts'
import { createThreadMetrics } from '../src/server/metrics.ts'
import { createWalletClient } from '../src/wallet/client.ts'
import { createWalletOperations } from '../src/wallet/operations.ts'
import type { CancelAnswer, LanePush, LaneTask } from '../src/wire/lane.ts'

const config = workerData as Config
const log = createLogger(config.logLevel).child({ part: 'lane' })
const metrics = createThreadMetrics()

// A lane that is replaced while Redis is away must come up all the same, and go on when it is back.
const redis = await connectRedis(config.redisUrl, config.redisPrefix, { waits: true })
const pool = openPool(config.databaseUrl, LANE_POOL_CONNECTIONS, error =>
  log.warn({ err: error }, 'a database connection failed'),
)
const writer = openRoundWriter(config.databaseUrl, metrics.ledgerBatch)
const client = createWalletClient({
  allowLoopbackWallets: config.allowLoopbackWallets,
  builtInWalletUrl: config.builtInWalletUrl,
  onCall: metrics.walletCall,
})
const projects = openProjectReader(
  { pool, databaseUrl: config.databaseUrl, masterKey: Buffer.from(config.masterKey) },
  error => log.warn({ err: error }, 'changes of projects are not heard'),
)
metrics.watch({ ledgerDepth: writer.depth, actors: () => actors.size })

interface Seat {
  mailbox: Mailbox
  actor: Actor
}
/** In order of last use: the first one is the longest idle. */
const actors = new Map<string, Seat>()

const deps: PlayerDeps = {
  redisState: createRedisState(redis),
  ledger: {
    ...createRoundReader(pool),
    ...createEntitlementsReader(pool),
    ...createRoundLedger(pool, writer),
    findSession: sessionId => findSession(pool, sessionId),
    stepLevel: (place, step) => stepLevel(pool, place, step),
  },
  wallet: createWalletOperations(client, projects.find),
  betCancel: config.betCancel,
  findGame,
  gameIdsOf: provider => GAMES.filter(game => game.provider === provider).map(({ id }) => id),
  findProject: projects.find,
  nowMs: Date.now,
  newRoundId: () => uuidv7(),
  newSeed: () => randomBytes(SEED_BYTES),
  jitter: Math.random,
  later(player, delayMs, work) {
    const timer = setTimeout(() => {
      const queued = seatOf(player).mailbox.add(work)
      // A full mailbox: the round has no other driver in this memory, so it is tried again.
      if (queued === null) deps.later(player, delayMs, work)
      queued?.catch(error => log.warn({ err: error }, 'a retry failed'))
    }, delayMs)
    timer.unref()
  },
  push(sessionId, message) {
    const push: LanePush = { sessionId, message }
    parentPort?.postMessage(push)
  },
  observe: {
    roundEnded: metrics.roundEnded,
    retry: metrics.retry,
    fault: (error, round) => log.error({ err: error, roundId: round?.intent.roundId }, 'fault'),
  },
}

function seatOf(player: PlayerRef): Seat {
  const id = `${player.projectId}:${player.playerId}`
  const known = actors.get(id)
  if (known !== undefined) {
    actors.delete(id)
    actors.set(id, known)
    return known
  }
  if (actors.size >= LANE_ACTORS) forgetIdle()
  const seat = { mailbox: createMailbox(), actor: createActor(deps, player) }
  actors.set(id, seat)
  return seat
}

/** Makes room: the longest idle actors whose memory the ledger can give back. */
function forgetIdle(): void {
  let looked = 0
  for (const [id, { mailbox, actor }] of actors) {
    if (mailbox.depth() === 0 && actor.canRest()) actors.delete(id)
    if (actors.size < LANE_ACTORS || ++looked > 64) return
  }
}

async function play(task: Extract<LaneTask, { kind: 'play' }>): Promise<string> {
  const { requestId } = task.message
  const { mailbox, actor } = seatOf(task.session)
  const answer = mailbox.add(() => actor.play(task.session, task.message))
  if (answer === null) return encodeError(requestId, 'BUSY', { retry: true })
  try {
    return await answer
  } catch (error) {
    log.error({ err: error, projectId: task.session.projectId }, 'a command failed')
    return encodeError(requestId, 'REQUEST_FAILED', { retry: true })
  }
}

async function resume(task: Extract<LaneTask, { kind: 'resume' }>): Promise<string> {
  const { mailbox, actor } = seatOf(task)
  await mailbox.add(() => actor.resume(task.roundId))
  return ''
}

async function notify(task: Extract<LaneTask, { kind: 'notify' }>): Promise<string> {
  const { mailbox, actor } = seatOf(task)
  await mailbox.add(() => actor.notify(task.roundId, task.event))
  return ''
}

/** An operator never waits for a wallet call of the round itself, and not long for other rounds. */
async function cancel(task: Extract<LaneTask, { kind: 'cancel' }>): Promise<CancelAnswer> {
  const { mailbox, actor } = seatOf(task)
  const refusal = actor.refuseCancel(task.roundId)
  if (refusal !== null) return refusal
  return (await addWithin(mailbox, CANCEL_TURN_MS, () => actor.cancel(task.roundId))) ?? 'busy'
}

export default async function run(task: LaneTask): Promise<string> {
  switch (task.kind) {
    case 'play':
      return play(task)
    case 'resume':
      return resume(task)
    case 'notify':
      return notify(task)
    case 'cancel':
      return cancel(task)
    case 'metrics':
      return metrics.read()
    case 'ping':
      return ''
  }
}
