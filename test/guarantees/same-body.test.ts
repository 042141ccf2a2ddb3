// Guarantee 3: a repeated wallet operation carries the same transaction id and a byte-identical
// body, times included: after a time-out, a 500, a reset and an answer that cannot be read. The
// death of the node is in killed-node.test.ts.

import t from 'tap'
import { BET } from '../support/operator-setup.ts'
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
function lastBodies(method: Method, playerId: string) {
  const calls = wallet.of(method, playerId)
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

/**
 * Collects a round that waits for a decision, and reads from the wallet's books what the round
 * moved.
 */
async function settle(client: PlayClient, roundId: string) {
  await client.collect(roundId)
  const ofRound = (method: Method) => wallet.of(method).filter(call => call.roundId === roundId)
  return {
    stake: ofRound('bet')[0]!.amountMinor,
    win: ofRound('win')[0]?.amountMinor ?? 0n,
  }
}
