// Rates from two readings of the nodes' counts: a failing wallet stays in view until it has
// answered again, also while it is not called.

import t from 'tap'
import { countWallets, LAST_CALL } from '../../src/server/metrics/calls.ts'
import { createKeptReadings } from '../../src/server/metrics/kept-readings.ts'
import { createTally } from '../../src/server/metrics/tally.ts'
import type { NodeFigures, WalletFigures } from '../../src/server/overview/node-figures.ts'
import { walletRates } from '../../src/server/overview/rates.ts'

const SINCE_MS = 1_000_000
const WALLET: WalletFigures = {
  projectId: 'casino',
  failed: 3,
  clearAtMs: 0,
  unclearAtMs: SINCE_MS,
  buckets: [
    [0.1, 7],
    [Number.MAX_VALUE, 10],
  ],
}

function reading(node: string, atMs: number, wallets: readonly WalletFigures[]): NodeFigures {
  return {
    node,
    atMs,
    wallets,
    obstacles: [],
    sockets: 0,
    memoryBytes: 0,
    lanesReplaced: 0,
    lanes: [],
    rounds: 0,
    outcome: [],
    settle: [],
  }
}

/** No calls between the readings. */
function idle(...wallets: readonly WalletFigures[]) {
  return wallets.map((wallet, i) => ({
    from: reading(`node-${i}`, SINCE_MS + 60_000, [wallet]),
    to: reading(`node-${i}`, SINCE_MS + 70_000, [wallet]),
  }))
}

t.test('a failing wallet stays while nothing is called', async t => {
  t.match(walletRates(idle(WALLET)), [
    { projectId: 'casino', callsPerSecond: 0, p99: null, failingAtMs: SINCE_MS },
  ])
})

t.test('it is removed once it has answered on any node', async t => {
  t.strictSame(walletRates(idle({ ...WALLET, clearAtMs: SINCE_MS + 1 })), [])
  const other = { ...WALLET, clearAtMs: SINCE_MS + 1, unclearAtMs: 0 }
  t.strictSame(walletRates(idle(WALLET, other)), [])
  t.equal(walletRates(idle(WALLET, { ...other, clearAtMs: SINCE_MS - 1 })).length, 1)
})

t.test('the time of a wallet’s last answer survives the thread that called it', async t => {
  const tally = createTally()
  const wallets = countWallets(tally)
  wallets.nameProjects(['casino'])
  const call = { projectId: 'casino', method: 'bet', latencyMs: 5 }
  wallets.walletCall({ ...call, outcome: 'timeout' })
  const kept = createKeptReadings()
  kept.note(0, JSON.stringify({ threadId: 1, metrics: tally.readCounted() }))
  const [ended] = kept.take([JSON.stringify({ threadId: 2, metrics: [] })])
  const last = ended!.find(({ name }) => name === LAST_CALL)
  t.match(last?.values, [{ labels: { project: 'casino', clear: 'no' }, value: Number }])
})
