// Two simulated nodes on one ledger, one Redis and one wallet, with chosen faults for the next
// calls.

import { DEFAULT_SETTINGS, type ProjectSettings } from '../../src/core/project-settings.ts'
import { SEED_BYTES } from '../../src/games/engine/contract.ts'
import type { PlayerDeps } from '../../src/player/deps.ts'
import type { Round } from '../../src/round/round.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { createClock } from './clock.ts'
import { createFakeGame, SHAPES, type Shape } from './fake-game.ts'
import type { Fate, Route } from './fates.ts'
import { createLedgerModel } from './ledger-model.ts'
import { createNode, InjectedFault, type Surroundings } from './node.ts'
import { createPlayerStateModel } from './player-state-model.ts'
import { createWalletModel } from './wallet-model.ts'

export const WORKS: Fate = { name: 'ok', appliedMs: 1, knownMs: 1 }
export const REFUSED: Fate = { name: 'refused', appliedMs: null, knownMs: 1, fails: true }
export const LOST: Fate = { name: 'lost', appliedMs: null, knownMs: 2_000, fails: true }

export const session = {
  projectId: 'casino',
  playerId: 'ann',
  sessionId: 's',
  tokenVersion: 1,
  gameId: 'game',
  currency: 'EUR',
  language: 'en',
  clientPlatform: 'desktop',
  expiresAtMs: 2e12,
} as const

/** What a scenario changes in the setup. */
export interface Own {
  /** Called for every new round, when it is checked and when it is written. */
  newRounds?: PlayerDeps['newRounds']
  settings?: ProjectSettings
  tracing?: Surroundings['tracing']
  /** The node without the version of the game that the other one plays. */
  withoutVersion?: 'one' | 'other'
}

/** @param shape of every round's outcome */
export function createPair(shape: Shape = 'pays', own: Own = {}) {
  const { newRounds = () => 'allowed', settings = DEFAULT_SETTINGS } = own
  const clock = createClock(1_800_000_000_000)
  const redisState = createPlayerStateModel()
  const ledger = createLedgerModel(clock.nowMs, () => {})
  ledger.addPlayer('casino', 'ann')
  ledger.addSession(session)
  const wallet = createWalletModel(1_000n)
  const game = createFakeGame('game')
  /** The fates of the next calls of a route; afterwards it works. */
  const fates: Record<Route, Fate[]> = { redisState: [], write: [], read: [], wallet: [] }
  /** Every call that was sent to the wallet, in order. */
  const sent: { node: string; method: string; body: string }[] = []
  /** Every message to a player's sockets: answers and pushes. */
  const heard: { node: string; message: ServerMessage }[] = []
  /** The reported faults, with their round. */
  const faults: { error: unknown; round: Round | null; requestId: string | undefined }[] = []
  const report = (error: unknown, round: Round | null, requestId?: string) =>
    faults.push({ error, round, requestId })
  /** Rounds that ended, retries that were scheduled, rounds that were set aside. */
  const observed: string[] = []
  /** Whether the operator's wallet may be sent more calls. */
  const room = { hasRoom: true, takesRetries: true }
  /** The settings of the project for each command. */
  const project = { settings, fails: false }
  /** The calls to a store, with the round whose work they are. */
  const asked: { what: string; atWork: string | null }[] = []
  let atWork: string | null = null
  let rounds = 0
  const node = (name: string) =>
    createNode(name, {
      redisState,
      ledger,
      wallet,
      constants: {
        nowMs: clock.nowMs,
        newRoundId: () => roundIdAt(clock.nowMs(), ++rounds),
        newSeed: () => new Uint8Array(SEED_BYTES).fill(SHAPES[shape], 0, 1),
        jitter: () => 0.5,
        findGame: (_id, version) =>
          version !== undefined && own.withoutVersion === name ? undefined : game,
        newRounds,
        gameIdsOf: () => ['game'],
        async findProject() {
          if (project.fails) throw new InjectedFault('the project is not known')
          return { settings: project.settings, revision: 1 }
        },
      },
      after: clock.after,
      travel: clock.after,
      fateOf: route => fates[route].shift() ?? WORKS,
      trace: what => asked.push({ what, atWork }),
      onSend: (by, method, body) => sent.push({ node: by, method, body }),
      onAnswered: () => {},
      onMessage: (_player, message) =>
        heard.push({ node: name, message: JSON.parse(message) as ServerMessage }),
      onFault: report,
      onRoundEnded: () => observed.push('ended'),
      atWork(roundId, work) {
        atWork = roundId
        try {
          return work()
        } finally {
          atWork = null
        }
      },
      walletRoom: { hasRoom: () => room.hasRoom, takeRetry: () => room.takesRetries },
      observe: {
        retry: () => observed.push('retry'),
        setAside: () => observed.push('set aside'),
        fault: report,
      },
      ...(own.tracing === undefined ? {} : { tracing: own.tracing }),
    })
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  /** Runs until this moment of the setup, from its beginning. */
  async function runTo(ms: number): Promise<void> {
    let isThere = false
    clock.after(1_800_000_000_000 + ms - clock.nowMs(), () => {
      isThere = true
    })
    for (await settle(); !isThere; await settle()) clock.next()?.()
  }
  const [one, other] = [node('one'), node('other')]
  /** The player says hello to the first node, which has 100 ms to answer. */
  async function greet(): Promise<void> {
    void one.play(session, helloAs('h'))
    await runTo(100)
  }
  const spin = (requestId?: string) => one.play(session, spinAs(requestId))
  /** The only round. */
  function readRound() {
    const { projectId, playerId } = session
    return { projectId, playerId, roundId: [...ledger.rows()][0]!.intent.roundId }
  }
  return {
    ledger,
    redisState,
    fates,
    sent,
    heard,
    faults,
    observed,
    room,
    project,
    asked,
    runTo,
    one,
    other,
    greet,
    spin,
    readRound,
  }
}

type Pair = ReturnType<typeof createPair>

export const spinAs = (requestId = 'r') =>
  ({ type: 'spin', requestId, bet: { level: 1 }, mode: 'base' }) as const
export const helloAs = (requestId = 'h2') => ({ type: 'hello', requestId, token: 't' }) as const
export const chooseAs = (requestId: string, roundId: string) =>
  ({ type: 'choose', requestId, roundId, option: 'left' }) as const

/** The answer to the player's message on a node, which has until this moment of the setup. */
export async function answerBy(
  pair: Pair,
  ms: number,
  message: Parameters<Pair['one']['play']>[1],
  node = pair.one,
) {
  const answer = node.play(session, message)
  await pair.runTo(ms)
  return JSON.parse(await answer)
}

/** What an opening changes in the setup, and the fates of its first calls. */
export interface Opening extends Own {
  shape?: Shape
  wallet?: readonly Fate[]
  write?: readonly Fate[]
}

/** A pair at this moment of its setup, after the player's first spin. */
export async function openPair(ms: number, opening: Opening = {}) {
  const { shape = 'pays', wallet = [], write = [], ...own } = opening
  const pair = createPair(shape, own)
  await pair.greet()
  pair.fates.wallet.push(...wallet)
  pair.fates.write.push(...write)
  const answer = pair.spin()
  // Not every caller waits for it.
  answer.catch(() => {})
  await pair.runTo(ms)
  return { ...pair, round: pair.readRound(), answer }
}

/** A UUIDv7 contains the time of its creation. */
function roundIdAt(nowMs: number, serial: number): string {
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(serial).padStart(12, '0')}`
}
