// Two simulated nodes on one ledger, one Redis and one wallet, with chosen faults for the next calls.

import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import { SEED_BYTES } from '../../src/games/engine/contract.ts'
import type { PlayerDeps } from '../../src/player/deps.ts'
import { createClock } from './clock.ts'
import { createFakeGame, SHAPES, type Shape } from './fake-game.ts'
import type { Fate, Route } from './fates.ts'
import { createLedgerModel } from './ledger-model.ts'
import { createNode } from './node.ts'
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

/**
 * @param shape of every round's outcome
 * @param newRounds asked of every new round, when it is checked and when it is written
 */
export function createPair(
  shape: Shape = 'pays',
  newRounds: PlayerDeps['newRounds'] = () => 'allowed',
) {
  const clock = createClock(1_800_000_000_000)
  const redisState = createPlayerStateModel()
  const ledger = createLedgerModel(clock.nowMs, () => {})
  ledger.addPlayer('casino', 'ann')
  ledger.addSession(session)
  const wallet = createWalletModel(1_000n)
  const game = createFakeGame('game')
  /** What becomes of the next calls of a route; afterwards it works. */
  const fates: Record<Route, Fate[]> = { redisState: [], write: [], read: [], wallet: [] }
  /** Every call that left for the wallet, in order. */
  const sent: { node: string; method: string; body: string }[] = []
  const node = (name: string) =>
    createNode(name, {
      redisState,
      ledger,
      wallet,
      constants: {
        nowMs: clock.nowMs,
        newRoundId: () => '01a3185c-5000-7000-8000-000000000001',
        newSeed: () => new Uint8Array(SEED_BYTES).fill(SHAPES[shape], 0, 1),
        jitter: () => 0.5,
        findGame: () => game,
        newRounds,
        gameIdsOf: () => ['game'],
        findProject: async () => ({ settings: DEFAULT_SETTINGS, revision: 1 }),
      },
      after: clock.after,
      travel: clock.after,
      fateOf: route => fates[route].shift() ?? WORKS,
      trace: () => {},
      onSend: (by, method, body) => sent.push({ node: by, method, body }),
      onAnswered: () => {},
      onMessage: () => {},
      onFault: () => {},
      onRoundEnded: () => {},
    })
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  /** Until this moment of the setup, from its beginning. */
  async function runTo(ms: number): Promise<void> {
    let isThere = false
    clock.after(1_800_000_000_000 + ms - clock.nowMs(), () => {
      isThere = true
    })
    for (await settle(); !isThere; await settle()) clock.next()?.()
  }
  const [one, other] = [node('one'), node('other')]
  /** The player says hello to the first node, which has 100 ms for it. */
  async function greet(): Promise<void> {
    void one.play(session, { type: 'hello', requestId: 'h', token: 't' })
    await runTo(100)
  }
  const spin = () =>
    one.play(session, { type: 'spin', requestId: 'r', bet: { level: 1 }, mode: 'base' })
  /** The one round that there is. */
  function readRound() {
    const { projectId, playerId } = session
    return { projectId, playerId, roundId: [...ledger.rows()][0]!.intent.roundId }
  }
  return { ledger, redisState, fates, sent, runTo, one, other, greet, spin, readRound }
}
