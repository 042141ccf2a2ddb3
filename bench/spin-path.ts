// Where a spin's time goes: each piece of the settlement path alone, in one process, with the real
// Redis, Postgres and an HTTP wallet.

import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { createCommand, defineCommand, printJson, printLine, say } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import type { Currency } from '../src/core/money.ts'
import type { PlayerRef } from '../src/core/player.ts'
import { startStores } from '../src/embedded/stores.ts'
import { readEnvironment } from '../src/environment.ts'
import { GAMES } from '../src/games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../src/games/engine/bets.ts'
import { type GameDefinition, type Outcome, SEED_BYTES } from '../src/games/engine/contract.ts'
import { migrate } from '../src/ledger/database/migrations.ts'
import { openPool } from '../src/ledger/database/pool.ts'
import { openRoundWriter } from '../src/ledger/rounds/round-writer.ts'
import { encodeRound } from '../src/player/views.ts'
import { connectRedis } from '../src/redis/connection.ts'
import { createRedisState } from '../src/redis/player-state.ts'
import { OPENED_HERE } from '../src/round/driver-state.ts'
import { applyInput, nextEffect, type RoundInput } from '../src/round/machine.ts'
import { openRound, type Round } from '../src/round/round.ts'
import { createWalletClient } from '../src/wallet/client.ts'
import { createWalletOperations } from '../src/wallet/operations.ts'
import { type Measured, measure, printMeasured, type ReadServerCpu, serverCpu } from './measure.ts'
import { familyUse, parentOf } from './process-use.ts'
import { describeMachine } from './stream-report.ts'

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
      printLine(`${cpu}, ${cores} cores, ${system}, Node ${node}\n\n${printMeasured(pieces)}`)
    }
    return 0
  },
)

const CURRENCY: Currency = 'USD'
const PLAYERS = 512
/** Calls under way at once, like that many players. */
const AT_ONCE = 64
const BATCH_SIZES = [1, 10, 100]
const ACCEPTED = { kind: 'accepted', balanceMinor: 1_000_000n } as const

/** Rounds Postgres may open in a millisecond; each takes a player. */
const OPENINGS_A_MS = 150
/** Added by one statement. */
const LOT_PLAYERS = 10_000

let rounds = 0

const drawnOf = (outcome: Outcome) => ({
  winUnits: outcome.winUnits,
  winMinor: BigInt(outcome.winUnits),
  awaiting: false,
})

/** Looked up once: the list of bets costs more than the rest of a round here. */
const smallestBets = new Map(GAMES.map(game => [game.id, listBets(game, CURRENCY)[0]!]))

/** The first round of a player, so that no other is open or has its sequence number. */
function newRound(playerKey: string, game: GameDefinition, outcome: Outcome): Round {
  const bet = smallestBets.get(game.id)!
  const baseStakeMinor = resolveBaseStakeMinor(game, CURRENCY, bet)!
  return openRound(
    {
      roundId: uuidv7(),
      playerKey,
      sequence: 1n,
      requestId: `bench.${++rounds}`,
      sessionId: uuidv7(),
      gameId: game.id,
      gameVersion: game.version,
      gameMode: 'base',
      currency: CURRENCY,
      betTerms: JSON.stringify(bet),
      baseStakeMinor,
      stakeMinor: baseStakeMinor,
      seed: randomBytes(SEED_BYTES),
      levelBps: null,
      levelSource: null,
      freeSpin: null,
      appliedTarget: null,
      createdAtMs: Date.now(),
    },
    drawnOf(outcome),
  )
}

/** What the setup answers when all goes well. */
function answerEffect(effect: ReturnType<typeof nextEffect>): RoundInput | null {
  const atMs = 1
  switch (effect.type) {
    case 'send-bet':
      return { type: 'bet-answered', answer: ACCEPTED, atMs }
    case 'send-win':
      return { type: 'win-answered', answer: ACCEPTED, atMs }
    case 'send-refund':
      return { type: 'refund-answered', answer: ACCEPTED, atMs }
    case 'decide-reveal':
      return { type: 'reveal-decided', as: 'revealed', atMs }
    case 'reload':
      return { type: 'reloaded' }
    case 'notify':
    case 'defer-notification':
      return { type: 'notified', event: effect.event, atMs }
    case 'save':
      return { type: 'saved' }
    case 'close':
      return { type: 'closed', isOutdated: false }
    case 'rest':
      return null
  }
}

/** Drives a round to its end, or to the first moment it must be saved. */
function driveRound(round: Round, untilSave = false): Round {
  let now = { round, driver: OPENED_HERE }
  for (;;) {
    const effect = nextEffect(now)
    if (untilSave && effect.type === 'save') return now.round
    const input = answerEffect(effect)
    if (input === null) return now.round
    now = applyInput(now, input)
  }
}

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

/** Every player opens, marks and closes a round, so many at once. */
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

async function measureLedger(forMs: number, databaseUrl: string): Promise<Measured[]> {
  const pool = openPool(databaseUrl, 1, () => {})
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const postmaster = parentOf(rows[0]!.pid)
  const postgres: ReadServerCpu = () => familyUse(postmaster).cpuSeconds
  const writer = openRoundWriter(databaseUrl, () => {})
  const [game] = GAMES
  const outcome: Outcome = { events: [], winUnits: 100, awaiting: null }
  const measured: Measured[] = []
  const players: string[] = []
  for (const size of BATCH_SIZES) {
    // Before the clock runs: a round is only written for a player who is there.
    while (players.length < OPENINGS_A_MS * forMs) players.push(...(await addPlayers(pool)))
    const opened: Round[] = []
    const open = async () => {
      if (players.length < size) players.push(...(await addPlayers(pool)))
      const keys = players.splice(-size)
      const batch = keys.map(playerKey => newRound(playerKey, game!, outcome))
      const written = await Promise.all(
        batch.map(round => writer.open({ round, entitlementsRevision: 0n })),
      )
      if (written.some(({ kind }) => kind !== 'opened')) throw new Error('a round was not written')
      opened.push(...batch)
      return size
    }
    measured.push(await measure(`Postgres: open, ${size} a batch`, forMs, open, postgres))
    const save = async () => {
      // Past the last opened one there is nothing left to save: open some more.
      if (opened.length < size) await open()
      const batch = opened.splice(-size).map(round => driveRound(round, true))
      const written = await Promise.all(batch.map(writer.save))
      if (written.some(({ kind }) => kind !== 'saved')) throw new Error('a round was not saved')
      return size
    }
    measured.push(await measure(`Postgres: settle, ${size} a batch`, forMs, save, postgres))
  }
  await writer.close()
  await pool.end()
  return measured
}

/** Players without a round, and their project with the first of them; resolves to their keys. */
async function addPlayers(pool: Pool): Promise<string[]> {
  await pool.query(
    `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
     VALUES ('bench', 'https://wallet.example.com', '', decode(repeat('07', 32), 'hex'))
     ON CONFLICT DO NOTHING`,
  )
  const { rows } = await pool.query<{ player_key: string }>(
    `INSERT INTO player (project_id, player_id) SELECT 'bench', gen_random_uuid()::text
     FROM generate_series(1, $1::int) RETURNING player_key`,
    [LOT_PLAYERS],
  )
  return rows.map(row => row.player_key)
}

async function measureWallet(forMs: number): Promise<Measured[]> {
  const server = fork(path.join(import.meta.dirname, 'accepting-wallet.js'))
  try {
    const port = await new Promise<number>(resolve => server.once('message', resolve as never))
    return [await measureCalls(forMs, port, server)]
  } finally {
    server.kill('SIGTERM')
  }
}

async function measureCalls(forMs: number, port: number, server: ChildProcess): Promise<Measured> {
  const callbackUrl = `http://127.0.0.1:${port}/wallet`
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
  const measured = await measure('wallet: one call over HTTP', forMs, calls, serverCpu(server.pid!))
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
