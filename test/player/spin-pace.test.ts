// The pace of spins of a project, on running nodes: a spin that comes too soon after the start of
// the one before is refused before anything starts, on any game, socket and node.

import t from 'tap'
import { cheapestBet, createOperator, playOut } from '../support/operator-calls.ts'
import { BET } from '../support/operator-setup.ts'
import { codeOf, newRequestId, roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool } = setup
const operators = [createOperator(setup, node), createOperator(setup, other)] as const
const [operator] = operators
/** Far longer than this test takes. */
const PACE = { spinPaceMs: 60_000 }

/** Sets the pace on both nodes. */
async function setProject(settings: { spinPaceMs?: number }): Promise<void> {
  for (const each of operators) await each.setProject(settings)
}

const OWN = 'SELECT FROM round WHERE project_id = $1'
const countRounds = async () => (await pool.query(OWN, [setup.project.projectId])).rowCount

t.test('without a setting spins have no pace', async t => {
  const { client } = await setup.openGame(node, 'unhurried')
  for (let spin = 0; spin < 3; spin++) await playOut(client, { bet: BET })
  t.equal(wallet.of('bet', 'unhurried').length, 3)
})

t.test('a spin that is too soon starts nothing, in any game and on any node', async t => {
  await setProject(PACE)
  const { client, link } = await setup.openGame(node, 'hasty')
  const requestId = newRequestId()
  const first = roundOf(await client.spin(BET, requestId))
  if (first.status === 'awaiting') await client.collect(first.roundId)
  const before = await countRounds()
  t.match(await client.spin(BET), { code: 'SPIN_TOO_SOON', retry: true })
  const elsewhere = await setup.openAgain(other, link)
  t.equal(codeOf(await elsewhere.spin(BET)), 'SPIN_TOO_SOON', 'on another node')
  const sugar = await setup.openGame(node, 'hasty', { symbol: 'sugar-cascade' })
  t.equal(codeOf(await sugar.client.spin(cheapestBet('sugar-cascade'))), 'SPIN_TOO_SOON')
  const free = await client.freeSpin(await operator.giveSpins('hasty'))
  t.equal(codeOf(free), 'SPIN_TOO_SOON', 'a free spin too')
  t.equal(await countRounds(), before)
  t.equal(wallet.of('bet', 'hasty').length, 1)
  const repeated = await client.spin(BET, requestId)
  t.equal(roundOf(repeated).roundId, first.roundId, 'a repeat is answered, not refused by the pace')
  const neighbour = await setup.openGame(node, 'neighbour')
  t.equal(codeOf(await neighbour.client.spin(BET)), 'round', 'each player has their own pace')
})

t.test('of two simultaneous spins on two nodes one starts', async t => {
  await setProject(PACE)
  const { client } = await setup.openGame(node, 'twice')
  const sugar = await setup.openGame(other, 'twice', { symbol: 'sugar-cascade' })
  const codes = await Promise.all([
    client.spin(BET).then(codeOf),
    sugar.client.spin(cheapestBet('sugar-cascade')).then(codeOf),
  ])
  t.strictSame(codes.sort(), ['SPIN_TOO_SOON', 'round'])
})

t.test('once the time has passed, or the setting is removed, the next spin starts', async t => {
  await setProject({ spinPaceMs: 1 })
  const { client } = await setup.openGame(node, 'patient')
  await playOut(client, { bet: BET })
  await client.hello()
  t.equal(codeOf(await client.spin(BET)), 'round')
  await setProject({})
  const { client: hasty } = await setup.openGame(node, 'hasty', { symbol: 'cherry-classic' })
  t.equal(codeOf(await hasty.spin(cheapestBet('cherry-classic'))), 'round')
})
