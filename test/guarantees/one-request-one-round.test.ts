// Guarantee 6: a spin repeated with the same request id, on any connection, is the same round with
// the same answer.

import t from 'tap'
import { BET } from '../support/operator-setup.ts'
import { codeOf, roundOf, untilAnswered } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { OPENING } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node: one, other: two } = await openShared(t)
const { wallet, pool } = setup

async function roundsOf(playerId: string): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(
    `SELECT count(*) AS n FROM round JOIN player USING (player_key)
     WHERE player_id = $1 AND player.project_id = $2`,
    [playerId, setup.project.projectId],
  )
  return Number(rows[0]!.n)
}

t.test('guarantee 6: a repeat on the same socket is the same round', async t => {
  const { client } = await setup.openGame(one, 'same-socket')
  const first = await client.spin(BET, 'r-1')
  t.strictSame(await client.spin(BET, 'r-1'), first)
  if (roundOf(first).status === 'awaiting') await client.collect(roundOf(first).roundId)
  t.strictSame(await client.spin(BET, 'r-1'), first, 'the original answer, not the present state')
  t.equal(await roundsOf('same-socket'), 1)
  t.equal(wallet.of('bet', 'same-socket').length, 1)
})

t.test('guarantee 6: a repeat on another socket or node is the same round', async t => {
  const { client, link } = await setup.openGame(one, 'elsewhere')
  const first = await client.spin(BET, 'r-1')
  client.close()
  await client.closed
  const again = await setup.openAgain(one, link)
  t.strictSame(await again.spin(BET, 'r-1'), first, 'after a reconnect')
  const other = await setup.openAgain(two, link)
  t.strictSame(await other.spin(BET, 'r-1'), first, 'on another node')
  await setup.losePlayerState()
  t.strictSame(await again.spin(BET, 'r-1'), first, 'after the player state is lost')
  t.strictSame(await other.spin(BET, 'r-1'), first, 'on the other node too')
  t.equal(await roundsOf('elsewhere'), 1)
  t.equal(wallet.of('bet', 'elsewhere').length, 1)
})

t.test('guarantee 6: a repeat while the first is in flight is the same round', async t => {
  const { client, link } = await setup.openGame(one, 'meanwhile')
  const other = await setup.openAgain(one, link)
  const bet = wallet.hold({ method: 'bet', playerId: 'meanwhile' })
  const first = client.spin(BET, 'r-1')
  await bet.arrived
  const repeats = [other.spin(BET, 'r-1'), other.spin(BET, 'r-1')]
  bet.open()
  for (const repeat of await Promise.all(repeats)) t.strictSame(repeat, await first)
  t.equal(await roundsOf('meanwhile'), 1)
  t.equal(wallet.of('bet', 'meanwhile').length, 1)
})

t.test('guarantee 6: a request sent to two nodes at the same time is one round', async t => {
  const { client, link } = await setup.openGame(one, 'two-nodes')
  const other = await setup.openAgain(two, link)
  for (let spin = 0; spin < 10; spin++) {
    const id = `r-${spin}`
    const spinOn = (at: typeof client) => untilAnswered(() => at.spin(BET, id))
    const answers = await Promise.all([client, other].map(spinOn))
    t.equal(codeOf(answers[0]!), 'round')
    t.equal(roundOf(answers[1]!).roundId, roundOf(answers[0]!).roundId, 'one round')
    const { status, roundId } = roundOf(await spinOn(client))
    if (status === 'awaiting') await client.collect(roundId)
  }
  t.equal(await roundsOf('two-nodes'), 10)
  const bets = wallet.operations('bet', 'two-nodes')
  t.equal(bets.length, 10)
  const stakes = 10n * bets[0]!.amountMinor
  const won = wallet
    .operations('win', 'two-nodes')
    .reduce((sum, call) => sum + call.amountMinor, 0n)
  t.equal(wallet.balance('two-nodes'), OPENING - stakes + won, 'the balance agrees to the unit')
})

t.test('guarantee 6: a request whose bet was refused stays refused', async t => {
  const { client } = await setup.openGame(one, 'poor')
  wallet.rule({ method: 'bet', playerId: 'poor', act: 'insufficient-funds' })
  const first = await client.spin(BET, 'r-1')
  t.equal(codeOf(first), 'INSUFFICIENT_FUNDS')
  t.strictSame(await client.spin(BET, 'r-1'), first)
  await setup.losePlayerState()
  t.strictSame(await client.spin(BET, 'r-1'), first)
  t.equal(await roundsOf('poor'), 1)
  t.equal(wallet.of('bet', 'poor').length, 1)
  t.equal(codeOf(await client.spin(BET, 'r-2')), 'round', 'another request is another round')
})

t.test('guarantee 6: a decision repeated with its request id is one step', async t => {
  const { client, link } = await setup.openGame(one, 'decides')
  const round = await spinToDecision(client)
  const first = await client.collect(round.roundId, 'd-1')
  t.equal(roundOf(first).status, 'settled')
  t.strictSame(await client.collect(round.roundId, 'd-1'), first)
  const other = await setup.openAgain(two, link)
  t.strictSame(await other.collect(round.roundId, 'd-1'), first)
  t.equal(codeOf(await client.collect(round.roundId, 'd-2')), 'NOT_AWAITING')
  t.equal(wallet.of('win', 'decides').length, 1)
})
