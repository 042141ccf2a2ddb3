// Guarantee 5 with two nodes that both hold a retry of one round: neither may keep the other from
// sending what is owed.

import t from 'tap'
import { roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'
import { until } from '../support/until.ts'

const { setup, node: one, other: two } = await openShared(t)
const { wallet, rowOf } = setup
/** Far longer than a retry on each node takes. */
const SAVES_MAX = 15

/** Nodes whose saves refuse each other would save without end. */
async function savedTooOften(roundId: string, isPaid: () => boolean): Promise<'never sent'> {
  const before = (await rowOf(roundId)).version
  await until(
    'paid or saved too often',
    async () => isPaid() || (await rowOf(roundId)).version >= before + SAVES_MAX,
  )
  return 'never sent'
}

t.test('guarantee 5: a win for which two nodes hold a retry is paid', async t => {
  const playerId = 'shared'
  const { client, link } = await setup.openGame(one, playerId)
  const { roundId, win } = await spinToDecision(client)
  wallet.rule({ method: 'win', playerId, act: 'http-500-before-apply' })
  t.equal(roundOf(await client.collect(roundId, 'collect')).status, 'crediting')
  const elsewhere = await setup.connect(two, link)
  t.match(await elsewhere.hello(), { round: { roundId, status: 'crediting' } })
  let isPaid = false
  const sent = wallet
    .nextCall(call => call.method === 'win' && call.roundId === roundId)
    .then(() => {
      isPaid = true
      return 'sent'
    })
  t.equal(await Promise.race([sent, savedTooOften(roundId, () => isPaid)]), 'sent')
  const collect = async () => roundOf(await client.collect(roundId, 'collect'))
  await until('it is settled', async () => (await collect()).status === 'settled')
  const round = await collect()
  t.equal(round.win, win)
  const wins = wallet.of('win', playerId).filter(call => call.roundId === roundId)
  t.equal(new Set(wins.map(call => call.text)).size, 1, 'with the same body')
})
