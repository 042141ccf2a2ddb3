// Where a spin's time goes: each piece of the settlement path alone, in one process, with the real
// Redis, Postgres and an HTTP wallet.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import {
  createCommand,
  defineCommand,
  printJson,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import type { PlayerRef } from '../src/core/player.ts'
import { startStores } from '../src/embedded/stores.ts'
import { readEnvironment } from '../src/environment.ts'
import { GAMES } from '../src/games/catalogue/games.ts'
import { SEED_BYTES } from '../src/games/engine/contract.ts'
import { migrate } from '../src/ledger/database/migrations.ts'
import { encodeRound } from '../src/player/views.ts'
import { connectRedis } from '../src/redis/connection.ts'
import { createRedisState } from '../src/redis/player-state.ts'
import { createWalletClient } from '../src/wallet/client.ts'
import { createWalletOperations } from '../src/wallet/operations.ts'
import { type Measured, measure, printMeasured, serverCpu } from './measure.ts'
import { measureLedger } from './spin-path-ledger.ts'
import { driveRound, newRound } from './spin-path-rounds.ts'
import { describeMachine } from './stream-report.ts'
import { startWallet, type Wallet } from './suite/operators.ts'

export const command = defineCommand(
  createCommand(
    'reelhouse bench spin-path',
    'Measures each piece of the spin path alone: operations a second and CPU each.',
  )
    .option('--ms <ms>', 'time a piece, milliseconds', countUpTo(600_000), 1_500)
    .option('--redis-url <url>', 'an empty Redis instead of one of its own')
    .option('--database-url <url>', 'an empty database instead of one of its own')
    .option('--json', 'one line on stdout'),
  async ({ ms, json, ...given }) => {
    const machine = describeMachine()
    const pieces = await measureAll(ms, given)
    if (json === true) printJson({ machine, pieces })
    else {
      const { cpu, cores, node, os: system } = machine
      printLines(`${cpu}, ${cores} cores, ${system}, Node ${node}\n\n${printMeasured(pieces)}`)
    }
    return 0
  },
)

const PLAYERS = 512
/** Calls under way at once, as with this many players. */
const AT_ONCE = 64

function repeat(times: number, work: () => unknown): number {
  for (let i = 0; i < times; i++) work()
  return times
}

async function measurePure(forMs: number): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const game of GAMES) {
    const play = () =>
      game.play({ mode: 'base', levelBps: null, seed: randomBytes(SEED_BYTES), choices: [] })
    rows.push(await measure(`draw a round: ${game.id}`, forMs, () => repeat(200, play)))
  }
  const [game] = GAMES
  const outcome = game!.play({
    mode: 'base',
    levelBps: null,
    seed: Buffer.alloc(SEED_BYTES, 7),
    choices: [],
  })
  const round = newRound('1', game!, { ...outcome, winUnits: 100 })
  const settled = driveRound(round)
  rows.push(
    await measure('round machine: bet to settled, in memory', forMs, () =>
      repeat(200, () => driveRound(round)),
    ),
    await measure('encode the answer of a spin', forMs, () =>
      repeat(200, () => encodeRound(settled, outcome, { own: null, due: null }, 'request-1')),
    ),
    await measure('random seed and round id', forMs, () =>
      repeat(200, () => [randomBytes(SEED_BYTES), uuidv7()]),
    ),
  )
  return rows
}

type Redis = Awaited<ReturnType<typeof connectRedis>>

/** Every player opens, reveals and closes a round, AT_ONCE at a time. */
async function measureRedis(forMs: number, redis: Redis): Promise<Measured[]> {
  const redisState = createRedisState(redis)
  const pid = Number((await redis.info('server')).match(/process_id:(\d+)/)?.[1] ?? 0)
  const session = { sessionId: 'bench-session', tokenVersion: 1 }
  const players = Array.from({ length: PLAYERS }, (_, i): PlayerRef => {
    return { projectId: 'bench', playerId: `p${i}` }
  })
  for (const player of players) {
    await redisState.load(player, {
      sequence: 0n,
      entitlementsRevision: 0n,
      openRounds: [],
      targets: [],
    })
    await redisState.putSession(player, session.sessionId, Date.now() + 3_600_000, 1)
  }
  let next = 0
  const some = () => Array.from({ length: AT_ONCE }, () => players[next++ % PLAYERS]!)
  const roundOf = new Map<PlayerRef, string>()
  const all = async (work: (player: PlayerRef) => Promise<unknown>, chosen: PlayerRef[]) => {
    await Promise.all(chosen.map(work))
    return chosen.length
  }
  const open = (player: PlayerRef) => {
    const roundId = uuidv7()
    roundOf.set(player, roundId)
    const entitlements = { entitlementsRevision: 0n, spin: 'base', modeId: 'base' } as const
    return redisState.openRound(player, session, { gameId: 'g', roundId, ...entitlements })
  }
  const mark = (player: PlayerRef) =>
    redisState.decideReveal(player, 'g', roundOf.get(player)!, 'revealed')
  const close = (player: PlayerRef) =>
    redisState.closeRound(player, 'g', roundOf.get(player)!, 'over')
  const three = async () => {
    const chosen = some()
    await all(open, chosen)
    await all(mark, chosen)
    return all(close, chosen)
  }
  return [
    await measure('Redis: open + mark + close', forMs, three, serverCpu(pid)),
    await measure('Redis: mark alone', forMs, () => all(mark, some()), serverCpu(pid)),
  ]
}

async function measureWallet(forMs: number): Promise<Measured[]> {
  let end = () => {}
  const defer = (close: () => unknown) => {
    end = close as () => void
  }
  const wallet = await startWallet({ defer }, 0)
  try {
    return [await measureCalls(forMs, wallet)]
  } finally {
    end()
  }
}

async function measureCalls(
  forMs: number,
  { url: callbackUrl, program }: Wallet,
): Promise<Measured> {
  const client = createWalletClient({ allowLoopbackWallets: true, builtInWalletUrl: callbackUrl })
  const wallet = createWalletOperations(client, async projectId => {
    return { projectId, callbackUrl, apiKey: 'bench-key', internal: false }
  })
  const [game] = GAMES
  const round = newRound('1', game!, { events: [], winUnits: 0, awaiting: null })
  const player = { projectId: 'bench', playerId: 'p1' }
  const calls = async () => {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => wallet.bet(player, round)),
    )
    const wrong = answers.find(({ kind }) => kind !== 'accepted')
    if (wrong !== undefined) throw new Error(`the wallet answered ${JSON.stringify(wrong)}`)
    return AT_ONCE
  }
  const measured = await measure('wallet: one call over HTTP', forMs, calls, serverCpu(program.pid))
  await client.close()
  return measured
}

type GivenStores = Pick<Parameters<typeof startStores>[0], 'redisUrl' | 'databaseUrl'>

async function measureAll(forMs: number, given: GivenStores): Promise<Measured[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reelhouse-spin-path-'))
  const stores = await startStores({ ...given, folder, say })
  try {
    const migrated = await migrate(stores.databaseUrl)
    if (!migrated.ok) throw new Error(migrated.problem)
    const redis = await connectRedis(stores.redisUrl, readEnvironment().REDIS_PREFIX ?? 'bench:')
    const pure = await measurePure(forMs)
    const redisState = await measureRedis(forMs, redis)
    redis.disconnect()
    const ledger = await measureLedger(forMs, stores.databaseUrl)
    return [...pure, ...redisState, ...ledger, ...(await measureWallet(forMs))]
  } finally {
    await stores.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
