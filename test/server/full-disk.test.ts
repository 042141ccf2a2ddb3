// Played by npm run prove: it waits a minute for a disk that is full.
//
// A disk of Postgres that is full: pages that exist still take rows, so a check of one row would
// pass while no round can be stored. Readiness follows what play meets, and the node is ready again
// by itself once there is room.

import t, { type Test } from 'tap'
import { request } from 'undici'
import { alterDatabase } from '../support/database-admin.ts'
import { BET, type OperatorSetup, openSetup } from '../support/operator-setup.ts'
import { openStores } from '../support/real-stores.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

const disk = await mountSmallDisk(t)
/** The databases are dropped with their tests: the tablespace is dropped with the file. */
const env = { ...process.env, REELHOUSE_TEST_DATABASES: 'dropped' }
const needs = { skip: disk === null ? 'this process may not mount' : false }
const fill = () => disk?.fill()
const empty = () => disk?.empty()

type Node = Awaited<ReturnType<OperatorSetup['startNode']>>
type Client = Awaited<ReturnType<OperatorSetup['openGame']>>['client']

/** Plays one round to its end; false: a command of it was refused. */
async function playsOn(client: Client): Promise<boolean> {
  const answer = await client.spin(BET)
  if (answer.type === 'round' && answer.round.status === 'awaiting') {
    return (await client.collect(answer.round.roundId)).type === 'round'
  }
  return answer.type === 'round'
}

const isReady = async (node: Node) => (await node.readyz()).status === 200
const obstaclesOf = async (node: Node) =>
  ((await node.readyz()).body as { obstacles?: string[] }).obstacles ?? []
const untilReady = (node: Node) => until('the node is ready', () => isReady(node))

t.test('a node whose database has no room is not ready before a player notices', needs, async t => {
  t.teardown(empty)
  const stores = await openStores(t, env)
  await alterDatabase(stores.databaseUrl, `SET TABLESPACE ${disk!.tablespace}`)
  const setup = await openSetup(t, stores)
  const node = await setup.startNode()
  const { client } = await setup.openGame(node, 'ann')
  t.equal(await playsOn(client), true)
  await untilReady(node)
  fill()
  await until('it is not ready', async () => (await obstaclesOf(node)).includes('postgres'))
  t.equal((await request(`${node.baseUrl}/health`)).statusCode, 503)
  t.equal(await node.readMetric('reelhouse_ready'), '0')
  t.equal(await node.readMetric('reelhouse_database_up{database="home"}'), '0')
  empty()
  await untilReady(node)
  t.equal(await playsOn(client), true)
  t.equal(await node.readMetric('reelhouse_database_up{database="home"}'), '1')
})

t.test('what the database refuses to play counts where the check finds room', needs, async t => {
  t.teardown(empty)
  const setup = await openSetup(t, await openStores(t, env))
  const node = await setup.startNode()
  await moveFinishedRounds(t, setup, disk!)
  const { client } = await setup.openGame(node, 'bob')
  await untilReady(node)
  fill()
  await until('a round is refused', async () => !(await playsOn(client)))
  await until('it is not ready', async () => !(await isReady(node)))
  t.strictSame(await obstaclesOf(node), ['lane 0'], 'the lane that met it')
  empty()
  await untilReady(node)
  await until('its players play on', () => playsOn(client))
})

/** This month's rounds alone are on the small disk. */
async function moveFinishedRounds(t: Test, { pool }: OperatorSetup, { tablespace }: SmallDisk) {
  const month = new Date().toISOString().slice(0, 7).replace('-', '_')
  await pool.query(`ALTER TABLE finished_round_${month} SET TABLESPACE ${tablespace}`)
  t.pass(`finished_round_${month}`)
}
