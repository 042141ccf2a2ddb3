// A home database without players: all their rows are in another one, and no player can play
// without it.

import t from 'tap'
import { openGate } from '../support/gate.ts'
import { createOperator, playOut } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const other = await openStores(t)
const way = await openGate(t, other.databaseUrl)
const setup = await openSetup(t)
const { pool: home } = setup
const node = await setup.startNode({
  databaseShards: [{ first: 0, last: 1023, address: way.url }],
})
const { act, giveSpins } = createOperator(setup, node)

t.test('players play, and the home database has none of their rows', async t => {
  const { client } = await setup.openGame(node, 'ann')
  const round = await playOut(client, { bet: BET })
  const grant_id = await giveSpins('ann', { external_id: 'gift' })
  const found = await act('freespins_get', { external_id: 'gift' })
  t.match(found, { grant: { player_id: 'ann', grant_id } })
  t.match(await act('report_rounds'), { rounds: [{ round_id: round.roundId }] })
  for (const table of ['player', 'session', 'round', 'free_spin_grant']) {
    t.equal((await home.query(`SELECT FROM ${table}`)).rowCount, 0, table)
    t.equal((await other.pool.query(`SELECT FROM ${table}`)).rowCount, 1, table)
  }
  t.strictSame(await node.readyz(), { status: 200, body: { status: 'ok' } })
})

t.test('without the database of all players the node is not ready', async t => {
  way.close()
  await until('it is not ready', async () => (await node.readyz()).status === 503)
  t.strictSame(await node.readyz(), {
    status: 503,
    body: { status: 'not ready', obstacles: ['postgres 0-1023'] },
  })
  way.open()
  await until('it is ready', async () => (await node.readyz()).status === 200)
})
