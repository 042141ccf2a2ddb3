// Played by npm run prove: it runs a Redis Cluster and a Sentinel.
//
// Play on a cluster of Redis and on a master that Sentinels watch: a whole game on each, continued
// after the server that held the player has gone. The reveal decisions of a promoted copy are not
// used.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { connectRedis, type RedisClient } from '../../src/redis/connection.ts'
import { createRedisState } from '../../src/redis/player-state.ts'
import { takeRecentPlayers } from '../../src/redis/recent-rounds.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { startOwnRedis } from '../support/redis.ts'
import { startRedisCluster, startWatchedRedis } from '../support/redis-fleet.ts'
import { loadPlayer } from '../support/redis-players.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
type Client = Awaited<ReturnType<typeof setup.openGame>>['client']

/** Spins until one is settled; repeats while stores are down. A win is collected. */
async function untilSettled(client: Client): Promise<void> {
  await until('a round is settled', async () => {
    const answer = await client.spin(BET)
    if (answer.type !== 'round') return false
    const { status, roundId } = answer.round
    return status === 'awaiting' ? isCollected(client, roundId) : status === 'settled'
  })
}

async function isCollected(client: Client, roundId: string): Promise<boolean> {
  await until('it is collected', async () => {
    const answer = await client.send({ type: 'collect', roundId })
    return answer.type === 'round' && answer.round.status === 'settled'
  })
  return true
}

t.test('a cluster of three masters serves play', async t => {
  const { address, masterOf } = await startRedisCluster(t)
  const node = await setup.startNode({ redis: address, lanes: 2 })
  await t.test('carries a whole game, for players on every master', async t => {
    const players = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay']
    const masters = new Set<number>()
    for (const player of players) {
      const { client } = await setup.openGame(node, player)
      await untilSettled(client)
      masters.add((await masterOf(`${setup.stores.redisPrefix}p2:{casino:${player}}`)).port)
    }
    t.equal(masters.size, 3, 'they are spread over all masters')
  })
  await t.test('shows the players of every master to a ledger that lost rounds', async t => {
    const redis = await connectRedis(address, setup.stores.redisPrefix)
    t.teardown(() => redis.disconnect())
    const found = new Set<string>()
    for await (const players of takeRecentPlayers(redis, 'ledger/2'))
      for (const { playerId } of players) found.add(playerId)
    for (const player of ['ann', 'bob', 'cid', 'dan', 'eve', 'fay']) t.ok(found.has(player), player)
  })
  await t.test('loses a master, and its players can continue', async t => {
    const { client } = await setup.openGame(node, 'gil')
    await untilSettled(client)
    const master = await masterOf(`${setup.stores.redisPrefix}p2:{casino:gil}`)
    await master.kill()
    await untilSettled(client)
    t.not((await masterOf(`${setup.stores.redisPrefix}p2:{casino:gil}`)).port, master.port)
  })
  await t.test('uses no reveal decision of a promoted copy', async t => {
    const redis = await connectRedis(address, 'test:')
    t.teardown(() => redis.disconnect())
    const { cancel } = await openRound(redis, 'ida')
    const master = await masterOf('test:p2:{casino:ida}')
    t.equal(await master.client.wait(1, 5_000), 1, 'the replica has it')
    await master.kill()
    await until('the replica answers', async () => (await cancel().catch(() => null)) !== null)
    t.equal(await cancel(), 'rebuilt', 'it was not decided here, and may have been there')
  })
})

t.test('a server that was a copy of another one and takes over again is another run', async t => {
  const redis = await connectRedis(await startOwnRedis(t), 'test:')
  t.teardown(() => redis.disconnect())
  const before = await openRound(redis, 'ann')
  const beforeToo = await openRound(redis, 'bob')
  t.equal(await before.cancel(), 'cancelled')
  await redis.replicaof('127.0.0.1', 1)
  await redis.replicaof('NO', 'ONE')
  t.equal(
    await beforeToo.cancel(),
    'rebuilt',
    'the other may have decided it, or lost the decision',
  )
  const after = await openRound(redis, 'cid')
  t.equal(await after.cancel(), 'cancelled')
})

/** A round of a new player, and a function that cancels it. */
async function openRound(redis: RedisClient, playerId: string) {
  const state = createRedisState(redis)
  const { player, open } = await loadPlayer(state, {}, playerId)
  const roundId = randomUUID()
  t.match(await open(roundId), { kind: 'opened' })
  return { cancel: () => state.decideReveal(player, 'game', roundId, 'cancelled') }
}

t.test('a master that a Sentinel watches serves play', async t => {
  const { address, master } = await startWatchedRedis(t)
  const node = await setup.startNode({ redis: address })
  const { client } = await setup.openGame(node, 'hal')
  await untilSettled(client)
  await master.kill()
  await untilSettled(client)
  t.pass('its player continues on the replica')
})
