// Played by npm run prove: it runs a Redis Cluster.
//
// A Redis Cluster of which one master is away, and its replica too: its players wait, all others
// play on, and the node stays ready.

import t from 'tap'
import { BET, openSetup } from '../support/operator-setup.ts'
import { codeOf } from '../support/play-client.ts'
import { startRedisCluster } from '../support/redis-fleet.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
const { address, servers, masterOf } = await startRedisCluster(t, {
  settings: ['--cluster-require-full-coverage', 'no'],
})
const node = await setup.startNode({ redis: address, lanes: 2 })
const masters = servers.slice(0, 3)
const nameOf = ({ port }: { port: number }) => `redis 127.0.0.1:${port}`
const isReady = async () => JSON.stringify((await node.readyz()).body) === '{"status":"ok"}'

/** One player of each master. */
async function openPlayers() {
  const found = new Map<number, Awaited<ReturnType<typeof setup.openGame>>['client']>()
  for (let n = 0; found.size < masters.length; n++) {
    const playerId = `player-${n}`
    const { port } = await masterOf(`${setup.stores.redisPrefix}p2:{casino:${playerId}}`)
    if (!found.has(port)) found.set(port, (await setup.openGame(node, playerId)).client)
  }
  return found
}

/** Ends the round that it finds, and spins; false: refused. */
async function playsOn(client: Awaited<ReturnType<typeof setup.openGame>>['client']) {
  const answer = await client.spin(BET)
  if (answer.type !== 'round') return false
  if (answer.round.status === 'awaiting') await client.collect(answer.round.roundId)
  return true
}

t.test('every master has its state', async t => {
  await until('ready', isReady)
  for (const { port } of masters) {
    t.equal(await node.readMetric(`reelhouse_redis_up{master="127.0.0.1:${port}"}`), '1')
  }
})

t.test('only the players of a master that is away wait', async t => {
  const players = await openPlayers()
  const [lost, ...others] = masters as [(typeof masters)[0], ...typeof masters]
  await servers[3]!.kill()
  await lost.kill()
  await until('it is away', async () => 'away' in ((await node.readyz()).body as object))
  t.strictSame(await node.readyz(), { status: 200, body: { status: 'ok', away: [nameOf(lost)] } })
  t.equal(await node.readMetric(`reelhouse_redis_up{master="127.0.0.1:${lost.port}"}`), '0')
  const refused = await players.get(lost.port)!.spin(BET)
  t.match(refused, { type: 'error', retry: true }, codeOf(refused))
  for (const { port } of others) {
    await until('others play', () => playsOn(players.get(port)!))
    t.equal(await node.readMetric(`reelhouse_redis_up{master="127.0.0.1:${port}"}`), '1')
  }
  await lost.start()
  await until('ready again', isReady)
  await until('its player plays on', () => playsOn(players.get(lost.port)!))
})

t.test('without any master a node is not ready', async t => {
  for (const server of servers.slice(1, 3)) await servers[servers.indexOf(server) + 3]!.kill()
  for (const server of masters) await server.kill()
  await until('it is not ready', async () => (await node.readyz()).status === 503)
  t.match((await node.readyz()).body, { status: 'not ready' })
})
