// The platform makes a decision that the player leaves open past the project's deadline: durably,
// once, on any node, through every failure meanwhile. The replayed record gives the same round.

import t from 'tap'
import { drawAgain } from '../../src/admin/rounds/drawn-again.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import { DEADLINE_REQUEST, decidersOf } from '../../src/round/round.ts'
import { cheapestBet, createOperator } from '../support/operator-calls.ts'
import { codeOf, type PlayClient, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'
import { sized } from '../support/size.ts'
import { until } from '../support/until.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool } = setup
const nodes = [node, other] as const
const operators = nodes.map(node => createOperator(setup, node))
const reader = createRoundReader(pool)
const CHERRY = 'cherry-classic'
const RIVER = findGame('river-of-ways')!

async function setDeadline(decisionDeadlineMinutes: number | null): Promise<void> {
  for (const operator of operators) await operator.setProject({ decisionDeadlineMinutes })
}

/**
 * Sets the ledger's row as if the decision had been open for so many minutes, saved by another
 * process.
 */
const openFor = (roundId: string, minutes: number) =>
  pool.query(
    `UPDATE unfinished_round SET awaiting_since = now() - $2 * interval '1 minute',
      version = version + 1
     WHERE round_id = $1`,
    [roundId, minutes],
  )

const spinToGamble = (client: PlayClient) => spinToDecision(client, cheapestBet(CHERRY))

const recorded = async (roundId: string) => (await reader.findAnyRound(roundId))!
const settled = (roundId: string) =>
  until(
    'the platform has decided, and the win is paid',
    async () => (await recorded(roundId)).round.progress.state === 'settled',
  )
const winsOf = (playerId: string, roundId: string) =>
  wallet.of('win', playerId).filter(call => call.roundId === roundId)

t.test('a decision waits without a deadline; a new deadline applies to open ones', async t => {
  const { client, link } = await setup.openGame(nodes[0], 'gambler', { symbol: CHERRY })
  const other = await setup.openAgain(nodes[1], link)
  const { roundId, win } = await spinToGamble(client)
  const { awaitingSinceMs } = (await recorded(roundId)).round.progress
  t.ok(awaitingSinceMs, 'the ledger has the time when it opened')
  await openFor(roundId, 100_000)
  // The node that decides pushes the result to its own connections.
  const news = Promise.race([client.nextNews(), other.nextNews()])
  await setDeadline(6)
  t.match(await news, {
    type: 'round',
    round: { roundId, status: 'settled', decidedForPlayer: true, win },
  })
  const { round } = await recorded(roundId)
  t.strictSame(round.progress.choices, ['collect'])
  t.strictSame(round.progress.choiceRequestIds, [DEADLINE_REQUEST])
  t.strictSame(decidersOf(round), ['deadline'])
  t.equal(round.progress.awaitingSinceMs, null)
  t.equal(winsOf('gambler', roundId).length, 1)
  await client.hello()
  t.equal(codeOf(await client.collect(roundId)), 'NOT_AWAITING', 'nothing is left to decide')
  t.equal(winsOf('gambler', roundId).length, 1)
  const replay = drawAgain(round)
  t.match(replay, { matches: true, winMinor: round.progress.winMinor })
})

t.test('each step of a gamble has its own deadline', async t => {
  const { client } = await setup.openGame(nodes[0], 'steps', { symbol: CHERRY })
  for (;;) {
    const { roundId } = await spinToGamble(client)
    await openFor(roundId, 5)
    await client.hello()
    const before = (await recorded(roundId)).round.progress.awaitingSinceMs!
    const answer = roundOf(await client.send({ type: 'gamble', roundId, option: 'red' }))
    if (answer.status !== 'awaiting') continue
    const after = (await recorded(roundId)).round.progress.awaitingSinceMs!
    t.ok(after > before + 4 * 60_000, 'the deadline starts again')
    t.match(roundOf(await client.collect(roundId)), { status: 'settled', decidedForPlayer: false })
    return
  }
})

t.test('the platform takes the default option, and the next welcome shows it', async t => {
  const player = 'away'
  const { client, link } = await setup.openGame(nodes[0], player, { symbol: RIVER.id })
  const buy = { type: 'spin', mode: 'buy', bet: cheapestBet(RIVER.id) } as const
  const { roundId } = roundOf(await client.send(buy))
  client.close()
  await setup.losePlayerState()
  await openFor(roundId, 7)
  await settled(roundId)
  const { round } = await recorded(roundId)
  t.strictSame(round.progress.choices, [RIVER.defaultOption])
  t.match(drawAgain(round), { matches: true })
  const again = await setup.connect(nodes[1], link)
  const [win] = winsOf(player, roundId)
  t.match(await again.hello(), {
    round: null,
    decided: { roundId, option: RIVER.defaultOption, currency: 'EUR' },
  })
  t.equal(win!.amountMinor, round.progress.winMinor)
  t.match(await again.send({ type: 'history' } as never), {
    rounds: [{ roundId, decidedForPlayer: true }],
  })
  t.match(await again.send({ type: 'rules' } as never), { decisionDeadlineMinutes: 6 })
  const report = await operators[0]!.act('report_rounds', { player_id: player })
  t.match(report, { rounds: [{ round_id: roundId, decided_for_player: true }] })
  await again.spin(cheapestBet(RIVER.id))
  t.match(await again.hello(), { decided: null }, 'it is shown until the next round')
})

t.test('when player and platform decide at the same moment, one decision counts', async t => {
  const { client, link } = await setup.openGame(nodes[0], 'racer', { symbol: CHERRY })
  const other = await setup.openAgain(nodes[1], link)
  for (let race = 0; race < sized(2, 5); race++) {
    const { roundId } = await spinToGamble(client)
    await other.hello()
    await openFor(roundId, 7)
    // A recovery pass runs within five seconds, while the player decides on one of two nodes.
    const found = until('the round is decided', async () => {
      const { progress } = (await recorded(roundId)).round
      return !progress.awaiting
    })
    if (race % 2 === 0) await (race % 4 === 0 ? client : other).collect(roundId)
    await found
    await settled(roundId)
    const { round } = await recorded(roundId)
    t.equal(round.progress.choices.length, 1, 'one decision')
    t.equal(winsOf('racer', roundId).length, 1, 'one credit')
    await client.hello()
  }
})

t.test('after a wallet failure a decided win is sent again with the same body', async t => {
  const player = 'unpaid'
  const { client } = await setup.openGame(nodes[1], player, { symbol: CHERRY })
  const { roundId } = await spinToGamble(client)
  wallet.rule({ method: 'win', playerId: player, act: 'http-500-before-apply' })
  await openFor(roundId, 7)
  await settled(roundId)
  const wins = winsOf(player, roundId)
  t.ok(wins.length > 1)
  t.equal(new Set(wins.map(call => call.text)).size, 1)
  t.strictSame((await recorded(roundId)).round.progress.choices, ['collect'], 'decided once')
})

t.test('an open decision waits again once the deadline is removed', async t => {
  const { client } = await setup.openGame(nodes[0], 'patient', { symbol: CHERRY })
  const { roundId, win } = await spinToGamble(client)
  await setDeadline(null)
  await openFor(roundId, 100_000)
  await client.hello()
  t.strictSame(await reader.findOverdueDecisions([], Date.now()), [])
  t.match(roundOf(await client.collect(roundId)), { win, decidedForPlayer: false })
  const { rounds } = await operators[0]!.act('report_rounds', { round_id: roundId })
  t.notOk('decided_for_player' in (rounds as object[])[0]!, 'the player decided')
})
