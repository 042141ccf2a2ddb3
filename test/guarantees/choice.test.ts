// A choice in the middle of a round: the round waits for it through any failure, takes one answer,
// and continues exactly where it stopped.

import t from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { smallestBet } from '../../src/games/engine/bets.ts'
import { codeOf, type PlayClient, roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const game = findGame('river-of-ways')!
const bet = smallestBet(game, 'EUR')
const { setup, node: one, other: two } = await openShared(t)

const openGame = (playerId: string) => setup.openGame(one, playerId, { symbol: game.id })
const buy = (client: PlayClient, requestId?: string) =>
  client.send({ type: 'spin', bet, mode: 'buy' }, requestId)
const choose = (client: PlayClient, roundId: string, option: string, requestId?: string) =>
  client.send({ type: 'choose', roundId, option }, requestId)

t.test('a bought feature waits for the choice; the stake is the price of the buy', async t => {
  const { client } = await openGame('buyer')
  const round = roundOf(await buy(client))
  t.equal(round.status, 'awaiting')
  t.same(round.awaiting, { kind: 'choice', options: game.options })
  const price = Number(game.modes.find(({ id }) => id === 'buy')!.priceBets)
  t.equal(Number(round.stake), Number(round.baseStake) * price)
  t.equal(setup.wallet.of('bet', 'buyer').length, 1)
  t.equal(setup.wallet.of('win', 'buyer').length, 0, 'nothing is credited before the choice')
})

for (const option of game.options) {
  t.test(
    `${option}: the round continues on another node after the player state is lost`,
    async t => {
      const player = `chooser-${option}`
      const { client, link } = await openGame(player)
      const before = roundOf(await buy(client))
      client.close()
      await client.closed
      await setup.losePlayerState()
      const again = await setup.connect(two, link)
      const welcome = await again.hello()
      if (welcome.type !== 'welcome') return t.fail(JSON.stringify(welcome))
      t.strictSame(welcome.round, before, 'the round waits at the same step')

      t.equal(codeOf(await choose(again, before.roundId, '99x9')), 'INVALID_OPTION')
      t.equal(
        codeOf(await again.send({ type: 'collect', roundId: before.roundId })),
        'NOT_AWAITING',
      )
      const answer = await choose(again, before.roundId, option, 'my-choice')
      const round = roundOf(answer)
      t.equal(round.status, 'settled')
      t.strictSame(
        round.events.slice(0, before.events.length),
        before.events,
        'the round continues',
      )
      t.same(round.events[before.events.length], { type: 'chosen', option })
      t.same(round.choices, [option])
      t.strictSame(
        await choose(again, before.roundId, option, 'my-choice'),
        answer,
        'a repeat gets the same answer',
      )
      const other = game.options.find(one => one !== option)!
      t.equal(
        codeOf(await choose(again, before.roundId, other)),
        'NOT_AWAITING',
        'a second choice is refused',
      )
      const [win] = setup.wallet.of('win', player)
      t.equal(setup.wallet.of('win', player).length, 1, 'one credit')
      t.equal(formatAmount(win!.amountMinor), round.win)
    },
  )
}
