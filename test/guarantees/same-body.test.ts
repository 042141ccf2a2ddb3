// Guarantee 3: a repeated wallet operation carries the same transaction id and a byte-identical
// body, times included: after a time-out, a 500, a reset, an answer that cannot be read, and the
// death of the node.

import t from 'tap'
import { BET, openSetup } from '../support/operator-setup.ts'
import { type PlayClient, roundOf, untilCallsAreOver } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { type Method, type Misbehaviour, OPENING } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { wallet } = setup

const TROUBLES: Misbehaviour[] = [
  'hang-after-apply',
  'drop-before-apply',
  'drop-after-apply',
  'http-500-after-apply',
  'http-500-before-apply',
  'invalid-json',
  'echo',
]

/** Bodies of the player's last operation of this kind. */
function lastBodies(method: Method, playerId: string, by = wallet) {
  const calls = by.of(method, playerId)
  const { transaction } = calls.at(-1)!
  const repeats = calls.filter(call => call.transaction === transaction)
  return { texts: new Set(repeats.map(call => call.text)), count: repeats.length }
}

// Each test waits for its own retry: in parallel they take as long as the slowest.
t.jobs = 2 * TROUBLES.length

for (const trouble of TROUBLES) {
  t.test(`guarantee 3: a bet is repeated with the same body after "${trouble}"`, async t => {
    const playerId = `bet-${trouble}`
    const { client } = await setup.openGame(node, playerId)
    wallet.rule({ method: 'bet', playerId, act: trouble })
    const first = await client.spin(BET)
    t.equal(roundOf(first).status, 'pending')
    t.strictSame(roundOf(first).events, [], 'nothing of an unconfirmed bet is shown')
    await untilCallsAreOver(client, first)
    const { texts, count } = lastBodies('bet', playerId)
    t.equal(count, 2)
    t.equal(texts.size, 1, 'byte-identical')
    const { stake, win } = await settle(client, wallet.of('bet', playerId)[0]!.roundId)
    t.equal(wallet.balance(playerId), OPENING - stake + win, 'debited once, credited once')
  })

  t.test(`guarantee 3: a win is repeated with the same body after "${trouble}"`, async t => {
    const playerId = `win-${trouble}`
    const { client } = await setup.openGame(node, playerId)
    const { roundId } = await spinToDecision(client)
    const before = wallet.balance(playerId)
    wallet.rule({ method: 'win', playerId, act: trouble })
    const first = await client.collect(roundId)
    t.equal(roundOf(first).status, 'crediting')
    const { round } = await untilCallsAreOver(client, first)
    t.equal(round.status, 'settled')
    const { texts, count } = lastBodies('win', playerId)
    t.equal(count, 2)
    t.equal(texts.size, 1, 'byte-identical')
    const { amountMinor } = wallet.of('win', playerId).at(-1)!
    t.equal(wallet.balance(playerId), before + amountMinor, 'credited once')
  })
}

t.test('guarantee 3: the body is the same after the node was killed', async t => {
  const own = await openSetup(t)
  const { wallet } = own
  const first = await own.startProcess()
  const players: { playerId: string; method: Method; link: string; roundId: string }[] = []
  for (const method of ['bet', 'win'] as const) {
    const playerId = `killed-${method}`
    const { client, link } = await own.openGame(first, playerId)
    const roundId = method === 'win' ? (await spinToDecision(client)).roundId : ''
    // Held for ever: the node is dead before the wallet would answer.
    const { arrived } = wallet.hold({ method, playerId })
    if (method === 'bet') void client.spin(BET)
    else void client.collect(roundId)
    players.push({ playerId, method, link, roundId: (await arrived).roundId })
  }
  await first.kill()
  const second = await own.startNode()
  for (const { playerId, method, link, roundId } of players) {
    const client = await own.connect(second, link)
    t.match(await client.hello(), { type: 'welcome' })
    const { texts, count } = lastBodies(method, playerId, wallet)
    t.equal(count, 2, `${method}: sent again`)
    t.equal(texts.size, 1, `${method}: byte-identical`)
    await settle(client, roundId, wallet)
  }
})

/**
 * Collects a round that waits for a decision, and reads from the wallet's books what the round
 * moved.
 */
async function settle(client: PlayClient, roundId: string, by = wallet) {
  await client.collect(roundId)
  const ofRound = (method: Method) => by.of(method).filter(call => call.roundId === roundId)
  return {
    stake: ofRound('bet')[0]!.amountMinor,
    win: ofRound('win')[0]?.amountMinor ?? 0n,
  }
}
