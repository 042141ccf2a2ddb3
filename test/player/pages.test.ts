// A player with several pages: changes made by one are pushed to the others that showed the round
// or show the balance. On running nodes, with a wallet that fails for a while.

import t from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, GAME } from '../support/operator-setup.ts'
import { codeOf, type PlayClient, type RoundMessage, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { OPENING } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'
import { until, untilFound } from '../support/until.ts'

const { setup, node, other } = await openShared(t)
const { wallet } = setup
const operator = createOperator(setup, node)
const LONG = 100_000
/** A game without a decision. */
const CASCADE = 'sugar-cascade'

/** Two sessions of one player in one game: launched twice before any round. */
async function twoSessions(playerId: string, second = node) {
  const { client: one } = await setup.openGame(node, playerId)
  const { client: two } = await setup.openGame(second, playerId)
  return { one, two, both: [one, two] }
}

/** Pushes of the round, up to the one that matches. */
async function pushOf(client: PlayClient, roundId: string, statuses: readonly string[]) {
  return untilFound(`a push: ${statuses}`, async () => {
    const pushed = client.received.find(
      message =>
        message.type === 'round' &&
        message.requestId === undefined &&
        message.round.roundId === roundId &&
        statuses.includes(message.round.status),
    )
    return pushed ?? null
  })
}

async function spinUnconfirmed(client: PlayClient, playerId: string) {
  wallet.rule({ method: 'bet', playerId, act: 'http-500-after-apply', times: LONG })
  const round = roundOf(await client.spin(BET))
  if (round.status !== 'pending') throw new Error(round.status)
  return round
}

for (const [name, where] of [
  ['this node', node],
  ['another node', other],
] as const) {
  t.test(`a session welcomed with a pending round gets its end pushed, on ${name}`, async t => {
    const playerId = `pending-${where === node}`
    const { one, two, both } = await twoSessions(playerId, where)
    const { roundId } = await spinUnconfirmed(one, playerId)
    t.match(await two.hello(), { round: { roundId, status: 'pending' } })
    wallet.behave()
    const [first, second] = await Promise.all(
      both.map(client => pushOf(client, roundId, ['settled', 'awaiting'])),
    )
    t.strictSame(second, first)
  })
}

t.test('a session that was welcomed with a win in flight gets its end pushed', async t => {
  const { one, two, both } = await twoSessions('crediting')
  const { roundId } = await spinToDecision(one)
  wallet.rule({ method: 'win', playerId: 'crediting', act: 'http-500-before-apply', times: LONG })
  t.equal(roundOf(await one.collect(roundId)).status, 'crediting')
  t.match(await two.hello(), { round: { roundId, status: 'crediting' } })
  wallet.behave()
  const news = await Promise.all(both.map(client => pushOf(client, roundId, ['settled'])))
  const balance = formatAmount(wallet.balance('crediting'))
  for (const message of news) t.match(message, { balance, balanceAt: Number })
})

t.test('both sessions get a round that the other one has collected', async t => {
  const { one, two, both } = await twoSessions('collects')
  const { roundId } = await spinToDecision(one)
  t.match(await two.hello(), { round: { roundId, status: 'awaiting' } })
  wallet.rule({ method: 'win', playerId: 'collects', act: 'http-500-before-apply', times: LONG })
  t.equal(roundOf(await two.collect(roundId)).status, 'crediting')
  t.match(one.outcomes.at(-1), { round: { roundId, status: 'crediting', choices: ['collect'] } })
  wallet.behave()
  for (const client of both) await pushOf(client, roundId, ['settled'])
})

t.test('a decision of one session is shown by the other, with the next question', async t => {
  const { one, two } = await twoSessions('gambles')
  for (let left = 200; left > 0; left--) {
    const { roundId, awaiting } = await spinToDecision(one)
    await two.hello()
    const seen = one.received.length
    const wish = { type: 'gamble', roundId, option: awaiting!.options[0]! } as const
    const answer = roundOf(await two.send(wish))
    await until('shown', async () => one.received.length > seen)
    t.match(one.received.at(-1), { type: 'round', round: answer })
    if (answer.status === 'awaiting') {
      await two.collect(roundId)
      return
    }
  }
  t.fail('no gamble was won')
})

t.test("an operator's cancel and its refund reach both sessions", async t => {
  const { one, two, both } = await twoSessions('cancelled')
  const { roundId } = await spinUnconfirmed(one, 'cancelled')
  t.match(await two.hello(), { round: { roundId, status: 'pending' } })
  wallet.rule({
    method: 'refund',
    playerId: 'cancelled',
    act: 'http-500-before-apply',
    times: LONG,
  })
  await untilFound('cancelled', () => operator.tryCancel(roundId))
  for (const client of both) await pushOf(client, roundId, ['rejected'])
  wallet.behave()
  const refunded = (client: PlayClient) =>
    client.received.some(
      message =>
        message.type === 'round' &&
        message.round.status === 'rejected' &&
        message.balance === '10000.00',
    )
  await until('refunded', async () => both.every(refunded))
  t.equal(wallet.of('refund', 'cancelled').length > 0, true)
})

t.test('a cancel by the policy reaches both sessions', async t => {
  const { one, two, both } = await twoSessions('given-up')
  const { roundId } = await spinUnconfirmed(one, 'given-up')
  t.match(await two.hello(), { round: { roundId, status: 'pending' } })
  await operator.setProject({ betCancel: { afterS: 60, attempts: 1 } })
  for (const client of both) await pushOf(client, roundId, ['rejected'])
  wallet.behave()
  await operator.setProject({})
})

const balancesOf = (client: PlayClient) =>
  client.received
    .filter(message => message.type === 'balance')
    .filter(({ requestId }) => requestId === undefined)

t.test('the newest balance reaches every page of the account, and no other', async t => {
  const playerId = 'many-pages'
  const { client: slot, link } = await setup.openGame(node, playerId)
  const { client: cascade } = await setup.openGame(node, playerId, { symbol: CASCADE })
  const { client: dollars } = await setup.openGame(node, playerId, { currency: 'USD' })
  const { client: stranger } = await setup.openGame(node, 'stranger')
  const second = await setup.openAgain(node, link)
  const before = [slot, cascade, second].map(client => balancesOf(client).length)
  const round = await slot.spin(BET)
  if (round.type !== 'round') throw new Error(codeOf(round))
  const { balance, balanceAt } = round
  const has = (client: PlayClient) =>
    balancesOf(client).some(message => message.balanceAt === balanceAt)
  await until('reported', async () => [cascade, second].every(has))
  for (const client of [cascade, second]) t.match(balancesOf(client).at(-1), { balance, balanceAt })
  t.equal(balancesOf(slot).length, before[0], 'the requesting page has its answer')
  t.strictSame([balancesOf(dollars), balancesOf(stranger)], [[], []])
  const { status, roundId } = round.round
  if (status === 'awaiting') await slot.collect(roundId)
  const now = formatAmount(wallet.balance(playerId))
  const asked = await slot.send({ type: 'refresh-balance' })
  if (asked.type !== 'balance') throw new Error(codeOf(asked))
  t.equal(asked.balance, now)
  const newest = () => balancesOf(cascade).at(-1)!
  await until('reported again', async () => newest().balanceAt === asked.balanceAt)
  t.match(await cascade.hello(), { balance: now, balanceAt: asked.balanceAt })
})

t.test('the stake of a round that waits for a decision shows on the other pages', async t => {
  const { client: slot } = await setup.openGame(node, 'rests')
  const { client: cascade } = await setup.openGame(node, 'rests', { symbol: CASCADE })
  const { roundId } = await spinToDecision(slot)
  const { balance, balanceAt } = slot.received.at(-1) as RoundMessage
  await until('reported', async () => balancesOf(cascade).at(-1)?.balanceAt === balanceAt)
  t.match(balancesOf(cascade).at(-1), { balance })
  await slot.collect(roundId)
})

t.test('the balance of a launch after a deposit shows on the open page', async t => {
  const { client } = await setup.openGame(node, 'deposits')
  wallet.openWith(1_005_000n)
  t.teardown(() => wallet.openWith(OPENING))
  await setup.openGame(node, 'deposits', { symbol: CASCADE })
  await until('reported', async () => balancesOf(client).length > 0)
  t.match(balancesOf(client).at(-1), { balance: '10050.00' })
})

t.test('a lost gamble marks its balance as older than that of another game', async t => {
  const playerId = 'older'
  const { client: slot } = await setup.openGame(node, playerId)
  const { client: cascade } = await setup.openGame(node, playerId, { symbol: CASCADE })
  for (let left = 200; left > 0; left--) {
    const { roundId, awaiting } = await spinToDecision(slot)
    await cascade.send({ type: 'spin', bet: { level: 1 }, mode: 'base' })
    await until('reported', async () => balancesOf(slot).length > 0)
    const newest = balancesOf(slot).at(-1)!
    const wish = { type: 'gamble', roundId, option: awaiting!.options[0]! } as const
    const answer = await slot.send(wish)
    if (answer.type !== 'round') throw new Error(codeOf(answer))
    if (answer.round.status === 'settled') {
      t.ok(answer.balanceAt! < newest.balanceAt)
      return
    }
    await slot.collect(roundId)
  }
  t.fail('no gamble was lost')
})

t.test('pages of one session are counted, and a single page gets no push', async t => {
  const { client: first, link } = await setup.openGame(node, 'twice')
  const pagesOf = (client: PlayClient) =>
    client.received
      .map(message => message as unknown as { type: string; pages: number })
      .filter(({ type }) => type === 'elsewhere')
      .map(({ pages }) => pages)
  const second = await setup.openAgain(node, link)
  await until('both', async () => [first, second].every(client => pagesOf(client).length === 1))
  second.close()
  await until('alone again', async () => pagesOf(first).length === 2)
  t.strictSame([pagesOf(first), pagesOf(second)], [[1, 0], [1]])
  const { client: alone } = await setup.openGame(node, 'alone', { symbol: GAME })
  await alone.hello()
  t.strictSame(pagesOf(alone), [])
})
