// The outcome of a command is sent once nothing can undo it, before the wallet's notification and
// payment are complete; the later answer only confirms that all money has moved.

import t from 'tap'
import { cheapestBet, createOperator } from '../support/operator-calls.ts'
import { codeOf, type PlayClient, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { wallet } = setup
const operator = createOperator(setup, node)
/** Its base rounds have no decisions. */
const PLAIN = 'forty-suns'
const PLAIN_BET = cheapestBet(PLAIN)

const holdStart = (playerId: string) =>
  wallet.hold({ method: 'round_info', playerId, event: 'start' })

const open = (playerId: string) => setup.openGame(node, playerId, { symbol: PLAIN })

t.test(
  'events, win and the balance after the bet are sent while the start notification is in flight',
  async t => {
    const { client } = await open('early')
    const gate = holdStart('early')
    const reported = client.nextOutcome()
    const answer = client.spin(PLAIN_BET, 'early-spin')
    const outcome = await reported
    t.match(outcome, { requestId: 'early-spin', balance: '9999.60', freeSpins: null })
    t.match(outcome.round, { status: 'crediting', stake: '0.40', events: [{ type: 'reels' }] })
    t.equal(wallet.of('round_info', 'early').filter(call => call.answeredAt !== null).length, 0)
    gate.open()
    const round = roundOf(await answer)
    t.strictSame(round, { ...outcome.round, status: 'settled' })
    t.equal(client.received.filter(({ type }) => type === 'error').length, 0)
  },
)

/** Spins until there is a win, whose call the wallet holds; its outcome, and the pending answer. */
async function spinToWin(client: PlayClient) {
  for (;;) {
    const reported = client.nextOutcome()
    const answer = client.spin(PLAIN_BET)
    const outcome = await reported
    if (outcome.round.winUnits > 0) return { answer, outcome }
    await answer
  }
}

t.test('a win is sent before the wallet has paid it, and once', async t => {
  const { client } = await open('winner')
  const gate = wallet.hold({ method: 'win', playerId: 'winner' })
  const { answer, outcome } = await spinToWin(client)
  const { roundId, win, status } = outcome.round
  t.equal(status, 'crediting')
  gate.open()
  t.match(await answer, { round: { roundId, win, status: 'settled' } })
  t.equal(client.outcomes.filter(({ round }) => round.roundId === roundId).length, 1)
})

t.test('an outcome that was sent cannot be cancelled', async t => {
  const { client } = await open('cancelled')
  const gate = holdStart('cancelled')
  const reported = client.nextOutcome()
  const answer = client.spin(PLAIN_BET)
  const { roundId } = (await reported).round
  await t.rejects(operator.act('round_cancel', { round_id: roundId }), /"ROUND_NOT_CANCELLABLE"/)
  gate.open()
  t.match(await answer, { round: { roundId, status: 'settled' } })
})

t.test('the next spin waits until the round is settled', async t => {
  const { client } = await open('hasty')
  const gate = holdStart('hasty')
  const reported = client.nextOutcome()
  const first = client.spin(PLAIN_BET)
  await reported
  const second = client.spin(PLAIN_BET)
  // It has reached its lane, where all other commands of the player wait too.
  const elsewhere = await open('other')
  t.equal(codeOf(await elsewhere.client.spin(PLAIN_BET)), 'round')
  t.equal(wallet.of('bet', 'hasty').length, 1)
  gate.open()
  const rounds = [roundOf(await first), roundOf(await second)]
  t.strictSame(
    rounds.map(({ status }) => status),
    ['settled', 'settled'],
  )
  t.equal(wallet.of('bet', 'hasty').length, 2)
})

t.test('a win that stays unknown is answered as such, and its end is pushed', async t => {
  const { client } = await open('unclear')
  wallet.rule({ method: 'win', playerId: 'unclear', act: 'drop-after-apply' })
  const news = client.nextNews()
  for (;;) {
    const round = roundOf(await client.spin(PLAIN_BET))
    if (round.status === 'settled') continue
    const reported = client.outcomes.at(-1)!
    t.match(round, {
      roundId: reported.round.roundId,
      status: 'crediting',
      win: reported.round.win,
    })
    t.match(await news, { type: 'round', round: { ...round, status: 'settled' } })
    return
  }
})

t.test('the outcome of a decision is sent while its win is paid', async t => {
  const { client } = await setup.openGame(node, 'decides')
  const round = await spinToDecision(client)
  t.notOk(
    client.outcomes.some(one => one.round.roundId === round.roundId),
    'a round that waits for its player has an answer, and nothing before it',
  )
  const gate = wallet.hold({ method: 'win', playerId: 'decides' })
  const reported = client.nextOutcome()
  const answer = client.collect(round.roundId, 'collects')
  t.match(await reported, {
    requestId: 'collects',
    round: { roundId: round.roundId, status: 'crediting', win: round.win },
  })
  gate.open()
  t.match(await answer, { requestId: 'collects', round: { status: 'settled', win: round.win } })
})

t.test('a repeat on another connection is answered with the whole round', async t => {
  const { client, link } = await open('repeats')
  const gate = holdStart('repeats')
  const reported = client.nextOutcome()
  void client.spin(PLAIN_BET, 'asked-twice')
  const { round } = await reported
  client.close()
  const again = await setup.connect(node, link)
  const welcome = again.hello()
  gate.open()
  t.match(await welcome, { round: null })
  t.strictSame(roundOf(await again.spin(PLAIN_BET, 'asked-twice')), { ...round, status: 'settled' })
})
