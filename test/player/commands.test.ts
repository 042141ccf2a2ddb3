// A player's commands on a running node: checks and codes, decisions step by step, and the exact
// state after a reconnect.

import t from 'tap'
import { findGame } from '../../src/games/catalogue/games.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { BET, GAME } from '../support/operator-setup.ts'
import { codeOf, type PlayClient, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'
import { sized } from '../support/size.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool, rowOf } = setup
const NO_ROUND = '0190a8e2-7f3a-7b1c-8d5e-2a4c6e8f0a1b'

t.test('a bet or mode the game does not offer starts nothing', async t => {
  const { client } = await setup.openGame(node, 'wrong-bets')
  const bets = [
    { level: 1 },
    { coinMinor: '1', lines: 20 },
    { denominationMinor: '3', credits: 20 },
    { denominationMinor: '1', credits: 21 },
  ]
  for (const bet of bets)
    t.equal(codeOf(await client.spin(bet)), 'INVALID_BET', JSON.stringify(bet))
  t.equal(codeOf(await client.send({ type: 'spin', bet: BET, mode: 'buy' })), 'INVALID_MODE')
  t.equal(wallet.of('bet', 'wrong-bets').length, 0)
})

t.test('a round costs its stake and shows its events', async t => {
  const { client, welcome } = await setup.openGame(node, 'plays')
  t.match(welcome, { balance: '10000.00', currency: 'EUR', round: null, game: { id: GAME } })
  const round = roundOf(await client.spin(BET))
  t.match(round, { gameMode: 'base', stake: '0.20', baseStake: '0.20', bet: BET, choices: [] })
  t.equal(round.events[0]?.type, 'reels')
  t.match(wallet.of('round_info', 'plays')[0], { event: 'start', roundId: round.roundId })
})

t.test('a settled round sends bet, start, win, finish to the wallet, in this order', async t => {
  const { client } = await setup.openGame(node, 'ordered')
  const { roundId } = await spinToDecision(client)
  await client.collect(roundId)
  const calls = wallet.calls.filter(call => call.roundId === roundId)
  t.strictSame(
    calls.map(call => `${call.method} ${call.event}`.trim()),
    ['bet', 'round_info start', 'win', 'round_info finish'],
  )
})

t.test('a refused bet reveals nothing, and the next spin can start', async t => {
  const { client } = await setup.openGame(node, 'poor')
  wallet.rule({ method: 'bet', playerId: 'poor', act: 'insufficient-funds' })
  t.match(await client.spin(BET), { code: 'INSUFFICIENT_FUNDS', retry: false })
  t.equal(codeOf(await client.spin(BET)), 'round')
  const calls = wallet.of('round_info', 'poor')
  t.notOk(calls.some(call => call.roundId === wallet.of('bet', 'poor')[0]!.roundId))
})

t.test('while a round waits for a decision no other starts in this game', async t => {
  const { client } = await setup.openGame(node, 'waits')
  const { roundId } = await spinToDecision(client)
  const bets = wallet.of('bet', 'waits').length
  t.equal(codeOf(await client.spin(BET)), 'ROUND_OPEN')
  t.equal(wallet.of('bet', 'waits').length, bets)
  t.match(await client.collect(roundId), { round: { status: 'settled' } })
  t.equal(codeOf(await client.spin(BET)), 'round')
})

t.test('illegal decisions change nothing', async t => {
  const { client } = await setup.openGame(node, 'illegal')
  const stranger = await setup.openGame(node, 'illegal-stranger')
  const elsewhere = await setup.openGame(node, 'illegal', { symbol: 'cherry-classic' })
  const round = await spinToDecision(client)
  const { roundId } = round
  const attempts: [string, Promise<ServerMessage>, string][] = [
    ['no such round', client.collect(NO_ROUND), 'ROUND_NOT_FOUND'],
    ['a stranger’s round', stranger.client.collect(roundId), 'ROUND_NOT_FOUND'],
    ['a round of another game', elsewhere.client.collect(roundId), 'ROUND_NOT_FOUND'],
    ['no such option', client.send({ type: 'gamble', roundId, option: 'green' }), 'INVALID_OPTION'],
    ['another kind', client.send({ type: 'choose', roundId, option: 'red' }), 'NOT_AWAITING'],
  ]
  for (const [name, attempt, code] of attempts) t.equal(codeOf(await attempt), code, name)
  const welcome = await client.hello()
  t.match(welcome, { round: { roundId, status: 'awaiting', choices: [], win: round.win } })
  t.equal(wallet.of('win', 'illegal').filter(call => call.roundId === roundId).length, 0)
})

/** Gambles on red until the round is over or `steps` steps are taken. */
async function gamble(client: PlayClient, roundId: string, steps: number) {
  const answers: ServerMessage[] = []
  for (let step = 0; step < steps; step++) {
    const requestId = `${roundId}-${step}`.slice(-60)
    const answer = await client.send({ type: 'gamble', roundId, option: 'red' }, requestId)
    answers.push(answer)
    if (roundOf(answer).status !== 'awaiting') break
  }
  return answers
}

t.test(
  'every gamble step is recorded, doubles or loses the win, and its repeat is the same',
  async t => {
    const { client, link } = await setup.openGame(node, 'gambles')
    const elsewhere = await setup.connect(other, link)
    const times = sized(1, 3)
    let won = 0
    let lost = 0
    for (let game = 0; game < 200 && (won < times || lost < times); game++) {
      const { roundId, winUnits } = await spinToDecision(client)
      const answers = await gamble(client, roundId, 5)
      for (const [step, answer] of answers.entries()) {
        const round = roundOf(answer)
        t.equal(round.choices.length, step + 1)
        if (round.winUnits === 0) lost++
        else t.equal(round.winUnits, winUnits * 2 ** (step + 1), 'doubled')
        won += round.winUnits === 0 ? 0 : 1
      }
      await elsewhere.hello()
      for (const at of [client, elsewhere]) {
        for (const [step, answer] of answers.entries()) {
          const repeat = await at.send(
            { type: 'gamble', roundId, option: 'red' },
            `${roundId}-${step}`.slice(-60),
          )
          t.strictSame(repeat, answer, 'the answer of that step')
        }
      }
      await client.collect(roundId)
      const paid = wallet.of('win', 'gambles').filter(call => call.roundId === roundId)
      const { state, win_minor } = await rowOf(roundId)
      t.equal(state, 'settled')
      t.strictSame(
        paid.map(call => `${call.amountMinor}`),
        win_minor === '0' ? [] : [win_minor],
      )
    }
    t.ok(won >= times && lost >= times, 'both occurred')
  },
)

t.test('after a reconnect the client has the exact state and goes on, on any node', async t => {
  const { client, link } = await setup.openGame(node, 'returns')
  const round = await spinToDecision(client)
  client.close()
  await client.closed
  await setup.losePlayerState()
  for (const at of [other, node]) {
    const again = await setup.connect(at, link)
    const welcome = await again.hello()
    t.equal(welcome.type, 'welcome')
    t.strictSame(welcome.type === 'welcome' && welcome.round, round)
  }
  const again = await setup.openAgain(other, link)
  t.match(await again.collect(round.roundId), { round: { status: 'settled', win: round.win } })
  t.equal(wallet.of('win', 'returns').length, 1)
})

t.test('a decision on a node whose memory is outdated applies once, from the ledger', async t => {
  const { client, link } = await setup.openGame(node, 'two-minds')
  const second = await setup.connect(other, link)
  const { roundId } = await spinToDecision(client)
  await second.hello()
  t.match(await second.collect(roundId), { round: { status: 'settled' } })
  const stale = await client.send({ type: 'gamble', roundId, option: 'red' }, 'late')
  t.match(stale, { type: 'error' })
  const settled = await client.send({ type: 'gamble', roundId, option: 'red' }, 'late')
  t.equal(codeOf(settled), 'NOT_AWAITING', 'a repeat finds it')
  t.equal(wallet.of('win', 'two-minds').filter(call => call.roundId === roundId).length, 1)
})

t.test('an unanswered round_info never delays money, and is sent again, start first', async t => {
  const { client } = await setup.openGame(node, 'untold')
  wallet.rule({ method: 'round_info', playerId: 'untold', act: 'http-500-before-apply', times: 2 })
  const first = await client.spin(BET)
  const { roundId, status } = roundOf(first)
  if (status === 'awaiting') await client.collect(roundId)
  t.equal((await rowOf(roundId)).state, 'settled')
  const owed = () =>
    pool.query('SELECT event FROM notification WHERE round_id = $1 ORDER BY event', [roundId])
  t.strictSame(
    (await owed()).rows.map(row => row.event),
    ['finish', 'start'],
  )
  const again = ['start', 'finish'].map(event =>
    wallet.nextCall(c => c.roundId === roundId && c.event === event),
  )
  const due = 'UPDATE notification SET next_attempt_at = now() WHERE round_id = $1'
  await pool.query(due, [roundId])
  await again[0]
  t.equal((await again[1]!).event, 'finish')
  const infos = wallet.of('round_info', 'untold').map(call => call.text)
  t.equal(infos.length, 4)
  t.equal(new Set(infos).size, 2, 'with the same body')
})

t.test('two currencies of a player are two balances', async t => {
  const euro = await setup.openGame(node, 'two-purses')
  const dollar = await setup.openGame(node, 'two-purses', {
    symbol: 'cherry-classic',
    currency: 'USD',
  })
  await euro.client.spin(BET)
  await dollar.client.spin({ coinMinor: '500', lines: findGame('cherry-classic')!.lines.length })
  const paths = wallet.of('bet', 'two-purses').map(call => call.path)
  t.strictSame(paths, ['/wallet/EUR', '/wallet/USD'])
  t.ok(wallet.balance('two-purses', 'USD') !== wallet.balance('two-purses', 'EUR'))
})
