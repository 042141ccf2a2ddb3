// Guarantees 1 and 4: a bet that the wallet does not confirm is given up, never sent again, and
// refunded until the wallet says ok, no matter which node drives the round or what happened to the
// player state.

import t from 'tap'
import { transactionId } from '../../src/core/wallet-operation.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { codeOf, roundOf } from '../support/play-client.ts'
import { type Method, type Misbehaviour, OPENING } from '../support/scripted-wallet.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import { until, untilFound } from '../support/until.ts'

const setup = await openSetup(t)
const { wallet, rowOf } = setup
const ATTEMPTS = 3
const ALWAYS = 1_000_000

const node = await setup.startNode({ betCancel: { afterMs: 1, attempts: ALWAYS } })
const operator = createOperator(setup, node)
/** The project's own rule takes precedence over the node's. */
const cancelAfter = (attempts: number) =>
  operator.setProject({ betCancel: { afterS: 3_600, attempts } })

/** The row, once the ledger has the wallet's ok to the refund. */
function untilRefunded(roundId: string) {
  return untilFound('the refund is confirmed', async () => {
    const row = await rowOf(roundId)
    return row.refund_status === 'confirmed' ? row : null
  })
}

const callsOf = (method: Method, roundId: string) =>
  wallet.calls.filter(call => call.method === method && call.roundId === roundId)

type Tap = Pick<typeof t, 'equal' | 'strictSame' | 'ok' | 'match'>

/**
 * What the wallet received of a round that was given up: bets, then only refunds with the same
 * body.
 */
function checkCalls(t: Tap, roundId: string, attempts: number): void {
  const bets = callsOf('bet', roundId)
  const refunds = callsOf('refund', roundId)
  t.equal(bets.length, attempts, 'the number of bets sent')
  t.equal(new Set(bets.map(call => call.text)).size, 1)
  t.equal(new Set(refunds.map(call => call.text)).size, 1, 'one refund, with the same body')
  t.equal(refunds[0]!.amountMinor, bets[0]!.amountMinor, 'of its bet')
  t.equal(JSON.parse(refunds[0]!.text).meta.original_transaction, transactionId('bet', roundId))
  const lastBet = Math.max(...bets.map(call => call.arrivedAt))
  t.ok(lastBet < refunds[0]!.arrivedAt, 'no bet after its refund')
  t.strictSame(callsOf('win', roundId), [])
}

const BETS: [name: string, act: Misbehaviour][] = [
  ['never arrived', 'drop-before-apply'],
  ['was debited, its answer lost', 'drop-after-apply'],
  ['was answered with an error', 'echo'],
]

await t.test('guarantee 4: a bet unknown for too long is given up after any attempts', async t => {
  const playerId = 'by-time'
  const { client } = await setup.openGame(node, playerId)
  wallet.rule({ method: 'bet', playerId, act: 'drop-after-apply', times: ALWAYS })
  const { roundId } = roundOf(await client.spin(BET))
  t.match(await untilRefunded(roundId), { state: 'cancelled', cancel_reason: 'bet_unconfirmed' })
  checkCalls(t, roundId, 1)
  t.equal(wallet.balance(playerId), OPENING)
})

await cancelAfter(ATTEMPTS)

await t.test(
  'guarantee 4: the node that opened a round gives it up without player state',
  async t => {
    const playerId = 'hot-lost'
    const { client } = await setup.openGame(node, playerId)
    wallet.rule({ method: 'bet', playerId, act: 'drop-before-apply', times: ALWAYS })
    const { roundId } = roundOf(await client.spin(BET))
    await setup.losePlayerState()
    t.match(await untilRefunded(roundId), { state: 'cancelled', cancel_reason: 'bet_unconfirmed' })
    checkCalls(t, roundId, ATTEMPTS)
  },
)

await t.test(
  'guarantee 4: a round of a killed node is given up, and its attempts are counted on',
  onlyFullSize,
  async t => {
    const playerId = 'taken-over'
    await cancelAfter(4)
    const first = await setup.startProcess()
    const { client, link } = await setup.openGame(first, playerId)
    wallet.rule({ method: 'bet', playerId, act: 'drop-after-apply', times: ALWAYS })
    const { roundId } = roundOf(await client.spin(BET, 'r-1'))
    await first.kill()
    await setup.openAgain(node, link)
    t.match(await untilRefunded(roundId), { state: 'cancelled', cancel_reason: 'bet_unconfirmed' })
    const bets = callsOf('bet', roundId).length
    // A bet in flight when the node died is not counted.
    t.ok(bets === 4 || bets === 5, `${bets} bets`)
    checkCalls(t, roundId, bets)
    t.equal(wallet.balance(playerId), OPENING)
    await cancelAfter(ATTEMPTS)
  },
)

await t.test(
  'guarantee 1: a revealed round is not given up after the player state is lost',
  async t => {
    const playerId = 'shown'
    const first = await setup.startProcess()
    const { client, link } = await setup.openGame(first, playerId)
    // The outcome was revealed and sent; the node dies before it is saved in the ledger.
    const start = wallet.hold({ method: 'round_info', playerId, event: 'start' })
    void client.spin(BET, 'r-1')
    const { roundId } = await start.arrived
    await first.kill()
    start.open()
    await setup.losePlayerState()
    await cancelAfter(1)
    wallet.rule({ method: 'bet', playerId, act: 'drop-before-apply', times: 3 })
    const finished = wallet.nextCall(c => c.roundId === roundId && c.event === 'start')
    await setup.openAgain(node, link)
    await finished
    t.strictSame(callsOf('refund', roundId), [], 'the wallet was called until it answered')
    t.equal((await rowOf(roundId)).bet_status === 'rejected', false)
    await cancelAfter(ATTEMPTS)
  },
)

// They wait for retries most of the time: together they take the time of one.
t.jobs = 4

for (const [name, act] of sized(BETS.slice(0, 1), BETS)) {
  t.test(`guarantee 4: a bet that ${name} is given up after its attempts`, async t => {
    const playerId = `attempts ${act}`.replaceAll(' ', '-')
    const { client } = await setup.openGame(node, playerId)
    wallet.rule({ method: 'bet', playerId, act, times: ALWAYS })
    wallet.rule({ method: 'refund', playerId, act: 'drop-before-apply' })
    wallet.rule({ method: 'refund', playerId, act: 'drop-after-apply' })
    const rejected = client.nextNews()
    const { roundId, status } = roundOf(await client.spin(BET, 'r-1'))
    t.equal(status, 'pending')
    t.match(await rejected, { type: 'round', round: { roundId, status: 'rejected', events: [] } })
    const ended = { state: 'cancelled', bet_status: 'unknown', cancel_reason: 'bet_unconfirmed' }
    t.match(await untilRefunded(roundId), ended)
    checkCalls(t, roundId, ATTEMPTS)
    t.equal(callsOf('refund', roundId).length, 3, 'repeated until the wallet said ok')
    t.equal(wallet.balance(playerId), OPENING, 'the balance is as before')
    t.equal(
      codeOf(await client.spin(BET, 'r-1')),
      'BET_REFUSED',
      'the repeated request gets the same round',
    )
    wallet.behave(playerId)
    t.match(await client.spin(BET, 'r-2'), { type: 'round' }, 'the game accepts a new round')
  })
}

t.test('guarantee 4: the wallet refuses a bet that arrives after its refund', async t => {
  const playerId = 'late-bet'
  const { client } = await setup.openGame(node, playerId)
  // The network holds the first bet while the others are lost.
  const first = wallet.hold({ method: 'bet', playerId })
  wallet.rule({ method: 'bet', playerId, act: 'drop-before-apply', times: ALWAYS })
  const { roundId } = roundOf(await client.spin(BET))
  await untilRefunded(roundId)
  first.open()
  const held = await first.arrived
  await until('answered', () => held.answeredAt !== null)
  t.equal(wallet.balance(playerId), OPENING)
  t.equal((await rowOf(roundId)).state, 'cancelled')
})
