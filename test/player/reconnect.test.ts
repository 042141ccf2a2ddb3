// What a client is shown when it says hello again, on running nodes: the wallet is asked at a
// launch only, and the balance is the last one that it reported.

import t from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { createOperator, playOut } from '../support/operator-calls.ts'
import { BET } from '../support/operator-setup.ts'
import { codeOf, newRequestId, roundOf, type Welcome } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'
import { untilFound } from '../support/until.ts'

const { setup, node, other } = await openShared(t)
const { wallet } = setup
const operator = createOperator(setup, node)

t.test('the wallet is asked for the balance at the launch, and by no hello', async t => {
  const playerId = 'greets'
  const { client, link, welcome } = await setup.openGame(node, playerId)
  t.match(welcome, { balance: '10000.00' })
  for (let i = 0; i < 20; i++) t.match(await client.hello(), { balance: '10000.00' })
  await playOut(client, { bet: BET })
  const balance = formatAmount(wallet.balance(playerId))
  t.match(await client.hello(), { balance })
  const elsewhere = await setup.connect(other, link)
  t.match(await elsewhere.hello(), { balance }, 'on another node')
  await setup.losePlayerState()
  t.match(await elsewhere.hello(), { balance }, 'without the player state')
  t.equal(wallet.of('session_info', playerId).length, 1)
})

t.test('a launch later than the last round shows its own balance', async t => {
  const playerId = 'topped-up'
  const { client } = await setup.openGame(node, playerId)
  await playOut(client, { bet: BET })
  const { welcome } = await setup.openGame(node, playerId)
  t.match(welcome, { balance: formatAmount(wallet.balance(playerId)) })
})

t.test('a round of another session is in its own currency', async t => {
  const playerId = 'two-currencies'
  const euros = await setup.openGame(node, playerId)
  const roubles = await setup.openGame(node, playerId, { currency: 'RUB' })
  const bet = { denominationMinor: '20', credits: 20 }
  const round = await spinToDecision(roubles.client, bet)
  t.equal(round.currency, 'RUB')
  t.match(await euros.client.hello(), {
    currency: 'EUR',
    balance: '10000.00',
    round: { roundId: round.roundId, currency: 'RUB' },
  })
})

t.test('a mode that is off for the project is not in the welcome', async t => {
  const modesOf = async () => {
    const { welcome } = await setup.openGame(node, 'modes', { symbol: 'sugar-cascade' })
    return (welcome as Welcome).game.modes.map(({ id }) => id)
  }
  t.strictSame(await modesOf(), ['base', 'ante', 'buy'])
  await operator.setProject({ disabled: ['mode:buy'] })
  t.strictSame(await modesOf(), ['base', 'ante'])
  await operator.setProject({})
})

t.test('after a cancel the player gets the balance once the refund is confirmed', async t => {
  const playerId = 'refunded'
  const { client } = await setup.openGame(node, playerId)
  wallet.rule({ method: 'bet', playerId, act: 'http-500-after-apply', times: 1_000 })
  const refund = wallet.hold({ method: 'refund', playerId })
  const pending = roundOf(await client.spin(BET))
  t.equal(pending.status, 'pending')
  const rejected = client.nextNews()
  await untilFound('cancelled', () => operator.tryCancel(pending.roundId))
  t.match(await rejected, { type: 'round', round: { status: 'rejected' } })
  const refunded = client.nextNews()
  refund.open()
  t.match(await refunded, {
    type: 'round',
    balance: '10000.00',
    round: { roundId: pending.roundId, status: 'rejected' },
  })
  t.match(await client.hello(), { balance: '10000.00', round: null })
})

t.test('a free spin that was given up is no round to cancel', async t => {
  const playerId = 'gave-up'
  await operator.setProject({ betCancel: { afterS: 3_600, attempts: 1 } })
  const grantId = await operator.giveSpins(playerId)
  const { client } = await setup.openGame(node, playerId)
  wallet.rule({ method: 'bet', playerId, act: 'http-500-before-apply', times: 1_000 })
  const requestId = newRequestId()
  const news = client.nextNews()
  const answer = await client.freeSpin(grantId, requestId)
  if (answer.type === 'round' && answer.round.status === 'pending') await news
  t.equal(codeOf(await client.freeSpin(grantId, requestId)), 'BET_REFUSED')
  const { roundId } = wallet.of('bet', playerId)[0]!
  const cancel = operator.act('round_cancel', { round_id: roundId })
  t.match(await cancel.catch(String), /409.*ROUND_NOT_CANCELLABLE/)
  await operator.setProject({})
})

t.test("a free spin's bet is checked against the player's own limits too", async t => {
  const limit = { player_id: 'limited', provider: 'provider_a', currency: 'EUR' }
  await operator.rtp('bet-limit', { ...limit, min_minor: '1', max_minor: '19' })
  await t.rejects(operator.giveSpins('limited'), /400.*PROJECT_BET_LIMIT/)
  await operator.rtp('bet-limit', { ...limit, min_minor: '1', max_minor: '20' })
  t.ok(await operator.giveSpins('limited'))
})
