// A home database without players: all their rows are in another one, and no player can play
// without it.

import t from 'tap'
import { request } from 'undici'
import { openGate } from '../support/gate.ts'
import { BET, GAME, openSetup, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const other = await openStores(t)
const way = await openGate(t, other.databaseUrl)
const setup = await openSetup(t)
const { pool: home, project } = setup
const node = await setup.startNode({
  databaseShards: [{ first: 0, last: 1023, address: way.url }],
})

async function act(method: string, fields: object = {}) {
  const credentials = { partner: project.projectId, api_key: project.apiKey }
  const { body } = await post(node, '/gameActions.do', { ...credentials, method, ...fields })
  return body
}

async function readyz(): Promise<{ status: number; body: unknown }> {
  const { statusCode, body } = await request(`${node.internalUrl}/readyz`)
  return { status: statusCode, body: await body.json() }
}

t.test('players play, and the home database has none of their rows', async t => {
  const { client } = await setup.openGame(node, 'ann')
  const round = roundOf(await client.spin(BET))
  if (round.status === 'awaiting') roundOf(await client.collect(round.roundId))
  const grant = { player_id: 'ann', symbol: GAME, currency: 'EUR', count: 1, bet: '0.20' }
  t.match(await act('freespins_create', { ...grant, external_id: 'gift' }), { status: 'ok' })
  t.match(await act('freespins_get', { external_id: 'gift' }), { grant: { player_id: 'ann' } })
  t.match(await act('report_rounds'), { rounds: [{ round_id: round.roundId }] })
  for (const table of ['player', 'session', 'round', 'free_spin_grant']) {
    t.equal((await home.query(`SELECT FROM ${table}`)).rowCount, 0, table)
    t.equal((await other.pool.query(`SELECT FROM ${table}`)).rowCount, 1, table)
  }
  t.strictSame(await readyz(), { status: 200, body: { status: 'ok' } })
})

t.test('without the database of all players the node is not ready', async t => {
  way.close()
  await until('it is not ready', async () => (await readyz()).status === 503)
  t.strictSame(await readyz(), {
    status: 503,
    body: { status: 'not ready', obstacles: ['postgres 0-1023'] },
  })
  way.open()
  await until('it is ready', async () => (await readyz()).status === 200)
})
