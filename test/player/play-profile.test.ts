// The rules of a project's play profile that the platform enforces, on running nodes: the least
// time of a round, disabled modes and gamble, and the figures of a session that the client shows.
// They apply to open sessions at once.

import t from 'tap'
import { cheapestBet, createOperator, finish, playOut } from '../support/operator-calls.ts'
import type { Welcome } from '../support/play-client.ts'
import { codeOf, newRequestId, type PlayClient, roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node, other } = await openShared(t)
const { wallet } = setup
const operators = [createOperator(setup, node), createOperator(setup, other)] as const

/** Sets the profile on both nodes. */
async function setProfile(playProfile: object, more: object = {}): Promise<void> {
  for (const each of operators) await each.setProject({ playProfile, ...more })
}

const greeting = async (client: PlayClient) => (await client.hello()) as Welcome
const kinds = ({ game }: Welcome) => game.modes.map(({ kind }) => kind)
const SUGAR = 'sugar-cascade'
const CHERRY = 'cherry-classic'

/** Spins until one wins: returns the round after the spin. */
async function spinToWin(client: PlayClient, gameId: string, requestId = newRequestId) {
  for (;;) {
    const id = requestId()
    const round = roundOf(await client.spin(cheapestBet(gameId), id))
    if (round.winUnits > 0) return { round, requestId: id }
  }
}

t.test('a session has the present rules, and none of the earlier ones', async t => {
  const { client, welcome } = await setup.openGame(node, 'reported', { symbol: SUGAR })
  t.match(welcome, { playRules: { preset: 'open', turbo: true, minRoundMs: 0 }, sessionPlay: null })
  t.strictSame(kinds(welcome as Welcome), ['base', 'ante', 'buy'])
  await setProfile({ preset: 'uk', exitUrl: 'https://casino.example.com/' })
  const now = await greeting(client)
  t.match(now.playRules, {
    preset: 'uk',
    minRoundMs: 2_500,
    turbo: false,
    skip: false,
    autoplay: false,
    featureBuy: false,
    anteBet: true,
    gamble: true,
    celebrateUpToStake: false,
    sessionClock: true,
    netPosition: true,
    realityCheckMinutes: 60,
    socialWording: false,
    exitUrl: 'https://casino.example.com/',
  })
  t.strictSame(kinds(now), ['base', 'ante'])
  await setProfile({ preset: 'social' })
  t.match(await client.hello(), { playRules: { socialWording: true }, sessionPlay: null })
})

t.test('modes that are off are refused to a session that was offered them', async t => {
  await setProfile({})
  const { client } = await setup.openGame(node, 'offered', { symbol: SUGAR })
  const spin = async (mode: string) =>
    codeOf(await client.send({ type: 'spin', mode, bet: cheapestBet(SUGAR) }))
  await setProfile({ featureBuy: false })
  t.equal(await spin('buy'), 'GAME_MODE_DISABLED')
  t.equal(await spin('ante'), 'round')
  await setProfile({ anteBet: false }, { disabled: ['mode:buy'] })
  t.equal(await spin('ante'), 'GAME_MODE_DISABLED')
  t.equal(await spin('buy'), 'GAME_MODE_DISABLED', 'the profile and the switch are one rule')
  t.equal(await spin('base'), 'round')
  t.equal(wallet.of('bet', 'offered').length, 2)
})

t.test("a round that comes before the preset's least time starts nothing, on any node", async t => {
  await setProfile({ preset: 'uk' })
  const { client, link } = await setup.openGame(node, 'hasty', { symbol: SUGAR })
  await finish(client, roundOf(await client.spin(cheapestBet(SUGAR))))
  t.match(await client.spin(cheapestBet(SUGAR)), { code: 'SPIN_TOO_SOON', retry: true })
  const elsewhere = await setup.openAgain(other, link)
  t.equal(codeOf(await elsewhere.spin(cheapestBet(SUGAR))), 'SPIN_TOO_SOON')
  t.equal(wallet.of('bet', 'hasty').length, 1)
  await setProfile({ preset: 'open' })
  t.equal(codeOf(await elsewhere.spin(cheapestBet(SUGAR))), 'round', 'the present rule applies')
})

t.test('where the gamble is off, a win is collected with its spin', async t => {
  await setProfile({ gamble: false })
  const { client, link } = await setup.openGame(node, 'careful', { symbol: CHERRY })
  const { round, requestId } = await spinToWin(client, CHERRY)
  t.match(round, { status: 'settled', awaiting: null, choices: ['collect'] })
  t.match(round.events.at(-1), { type: 'collected', winUnits: round.winUnits })
  const { choices, choice_request_ids, state, win_minor } = await setup.rowOf(round.roundId)
  t.strictSame(
    [choices, choice_request_ids, state, win_minor],
    [['collect'], [requestId], 'settled', round.win.replace('.', '').replace(/^0+/, '')],
  )
  t.equal(wallet.of('win', 'careful').length, 1)
  const elsewhere = await setup.openAgain(other, link)
  const again = roundOf(await elsewhere.spin(cheapestBet(CHERRY), requestId))
  t.strictSame(again, round, 'the repeat has the same answer, drawn again from the record')
  const gamble = { type: 'gamble', roundId: round.roundId, option: 'red' } as const
  t.equal(codeOf(await client.send(gamble)), 'NOT_AWAITING')
})

t.test('a gamble that is open when it is switched off is played to its end', async t => {
  await setProfile({})
  const { client } = await setup.openGame(node, 'midway', { symbol: CHERRY })
  const { round } = await spinToWin(client, CHERRY)
  t.match(round, { status: 'awaiting', awaiting: { kind: 'gamble' }, choices: [] })
  await setProfile({ gamble: false })
  const { round: open } = await greeting(client)
  t.match(open, { status: 'awaiting', awaiting: { kind: 'gamble' } })
  const { roundId } = round
  const gambled = roundOf(await client.send({ type: 'gamble', roundId, option: 'red' }))
  t.equal(gambled.choices[0], 'red')
  const ended = gambled.status === 'awaiting' ? roundOf(await client.collect(roundId)) : gambled
  t.equal(ended.status, 'settled')
  t.equal((await spinToWin(client, CHERRY)).round.status, 'settled', 'the next round offers none')
})

t.test("a session's net position is that of its settled rounds since the launch", async t => {
  await setProfile({ netPosition: true, gamble: false })
  const { client, link } = await setup.openGame(node, 'counts', { symbol: CHERRY })
  let minor = 0n
  const amount = (text: string) => BigInt(text.replace('.', ''))
  for (let spin = 0; spin < 12; spin++) {
    const round = await playOut(client, { bet: cheapestBet(CHERRY) })
    minor += amount(round.win) - amount(round.stake)
  }
  const net = (welcome: Welcome) => amount(welcome.sessionPlay!.net)
  t.equal(net(await greeting(client)), minor)
  const elsewhere = await setup.connect(other, link)
  t.equal(net(await greeting(elsewhere)), minor, 'on another node')
  const before = (await greeting(client)).sessionPlay!.playedMs
  t.ok(before > 0)
  const { welcome } = await setup.openGame(node, 'counts', { symbol: CHERRY })
  t.match(welcome, { sessionPlay: { net: '0.00' } }, 'a new launch starts at zero')
  t.ok((welcome as Welcome).sessionPlay!.playedMs < before)
})

t.test('the open round is not in the net position, and a free spin costs nothing', async t => {
  await setProfile({ netPosition: true })
  const { client } = await setup.openGame(node, 'owes', { symbol: CHERRY })
  let lost = 0
  let won = roundOf(await client.spin(cheapestBet(CHERRY)))
  for (; won.status !== 'awaiting'; lost++) won = roundOf(await client.spin(cheapestBet(CHERRY)))
  const stake = BigInt(won.stake.replace('.', ''))
  const spent = (welcome: Welcome) => BigInt(welcome.sessionPlay!.net.replace('.', ''))
  t.equal(spent(await greeting(client)), -stake * BigInt(lost))
  await client.collect(won.roundId)
  const grantId = await operators[0].giveSpins('gifted')
  const { client: gifted } = await setup.openGame(node, 'gifted')
  const free = await playOut(gifted, { grantId })
  t.match(await gifted.hello(), { sessionPlay: { net: free.win } })
})
