// Two nodes and one round, with chosen faults: a node that failed to take a round over knows nothing of
// who drives it, so its cancel waits.

import t from 'tap'
import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import { SEED_BYTES } from '../../src/games/engine/contract.ts'
import { createClock } from './clock.ts'
import { createFakeGame } from './fake-game.ts'
import type { Fate, Route } from './fates.ts'
import { createLedgerModel } from './ledger-model.ts'
import { createNode } from './node.ts'
import { createPlayerStateModel } from './player-state-model.ts'
import { createWalletModel } from './wallet-model.ts'

const WORKS: Fate = { name: 'ok', appliedMs: 1, knownMs: 1 }
const REFUSED: Fate = { name: 'refused', appliedMs: null, knownMs: 1, fails: true }
const LOST: Fate = { name: 'lost', appliedMs: null, knownMs: 2_000, fails: true }

const session = {
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

function createPair() {
  const clock = createClock(1_800_000_000_000)
  const redisState = createPlayerStateModel()
  const ledger = createLedgerModel(clock.nowMs, () => {})
  ledger.addPlayer('casino', 'ann')
  ledger.addSession(session)
  const wallet = createWalletModel(1_000n)
  const game = createFakeGame('game')
  /** What becomes of the next calls of a route; afterwards it works. */
  const fates: Record<Route, Fate[]> = { redisState: [], write: [], read: [], wallet: [] }
  const node = (name: string) =>
    createNode(name, {
      redisState,
      ledger,
      wallet,
      constants: {
        nowMs: clock.nowMs,
        newRoundId: () => '01a3185c-5000-7000-8000-000000000001',
        newSeed: () => new Uint8Array(SEED_BYTES),
        jitter: () => 0.5,
        findGame: () => game,
        gameIdsOf: () => ['game'],
        findProject: async () => ({ settings: DEFAULT_SETTINGS, revision: 1 }),
      },
      after: clock.after,
      travel: clock.after,
      fateOf: route => fates[route].shift() ?? WORKS,
      trace: () => {},
      onSend: () => {},
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
  return { ledger, fates, runTo, one: node('one'), other: node('other') }
}

t.test('a cancel by a node that could not take the round over is busy', async t => {
  const { ledger, fates, runTo, one, other } = createPair()
  void one.play(session, { type: 'hello', requestId: 'h', token: 't' })
  await runTo(100)
  fates.wallet.push(LOST)
  void one.play(session, { type: 'spin', requestId: 'r', bet: { level: 1 }, mode: 'base' })
  await runTo(200)
  const [row] = ledger.rows()
  const round = { projectId: 'casino', playerId: 'ann', roundId: row!.intent.roundId }
  fates.write.push(REFUSED)
  void other.resume(round)
  await runTo(300)
  const cancel = other.cancel(round)
  await runTo(400)
  t.equal(await cancel, 'busy', 'the other node waits for the wallet')
  t.equal(ledger.row(round.roundId)?.progress.state, 'debit_pending')
})

t.test('a cancel by the node that left the round itself is done', async t => {
  const { ledger, fates, runTo, one } = createPair()
  void one.play(session, { type: 'hello', requestId: 'h', token: 't' })
  await runTo(100)
  fates.wallet.push(LOST)
  fates.write.push(WORKS, REFUSED)
  void one.play(session, { type: 'spin', requestId: 'r', bet: { level: 1 }, mode: 'base' })
  await runTo(3_000)
  const [row] = ledger.rows()
  const round = { projectId: 'casino', playerId: 'ann', roundId: row!.intent.roundId }
  const cancel = one.cancel(round)
  await runTo(3_100)
  t.equal(await cancel, 'cancelled', 'nobody else has it')
})
