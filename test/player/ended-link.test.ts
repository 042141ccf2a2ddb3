// A link that a later launch has ended decides nothing: the round waits for a decision by the new
// link.

import t from 'tap'
import { findGame } from '../../src/games/catalogue/games.ts'
import { smallestBet } from '../../src/games/engine/bets.ts'
import { codeOf, type PlayClient, roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const game = findGame('river-of-ways')!
const [option] = game.options
const { setup, node } = await openShared(t)

/** A player whose bought feature waits for a choice. */
async function waiting(playerId: string) {
  const { client, link } = await setup.openGame(node, playerId, { symbol: game.id })
  const bet = smallestBet(game, 'EUR')
  const { roundId } = roundOf(await client.send({ type: 'spin', bet, mode: 'buy' }))
  return { playerId, client, link, roundId }
}

const relaunch = async (playerId: string) =>
  (await setup.launch(node, { player_id: playerId, symbol: game.id })).link

async function expire(roundId: string): Promise<void> {
  await setup.pool.query(
    `UPDATE session SET expires_at = now() - interval '1 second'
     WHERE session_id = (SELECT session_id FROM round WHERE round_id = $1)`,
    [roundId],
  )
}

const choose = (client: PlayClient, roundId: string, requestId?: string) =>
  client.send({ type: 'choose', roundId, option: option! }, requestId)

const choicesOf = async (roundId: string) => (await setup.rowOf(roundId)).choices

t.test('a decision over an ended link is refused, and the new link decides', async t => {
  const { playerId, client, roundId } = await waiting('ended')
  await expire(roundId)
  const link = await relaunch(playerId)
  t.equal(codeOf(await choose(client, roundId)), 'UNAUTHORIZED')
  t.strictSame(await choicesOf(roundId), [], 'nothing was decided')
  t.equal(setup.wallet.of('win', playerId).length, 0)

  const fresh = await setup.openAgain(node, link)
  t.equal(roundOf(await choose(fresh, roundId, 'the-choice')).status, 'settled')
  t.strictSame(await choicesOf(roundId), [option])
  await client.closed
  t.equal(client.closeCode(), 4403, 'the socket of the ended link was closed')
})

t.test('a launch that did not end the link does not affect it', async t => {
  const { playerId, client, link, roundId } = await waiting('kept')
  t.equal(await relaunch(playerId), link)
  t.equal(roundOf(await choose(client, roundId)).status, 'settled')
})

t.test('an expired session without a later launch still ends its open round', async t => {
  const { client, roundId } = await waiting('expired')
  await expire(roundId)
  t.equal(roundOf(await choose(client, roundId)).status, 'settled')
})
