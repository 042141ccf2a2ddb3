// A Redis that has used up its memory: without eviction it takes no write, which is one outage and
// not a fault of each command; with the policy of the deployed files idle players make room.

import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import t from 'tap'
import { BET, openSetup } from '../support/operator-setup.ts'
import { codeOf, type PlayClient, roundOf } from '../support/play-client.ts'
import { startOwnRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
const FILLER = 'filler'

const url = await startOwnRedis(t)
const redis = new Redis(url)
t.teardown(() => redis.disconnect())
const node = await setup.startProcess({ REDIS_URL: url, LOG_LEVEL: 'warn' })

t.test('a Redis that takes no write for want of memory is one outage', async t => {
  const linesWith = (text: string) =>
    node
      .output()
      .split('\n')
      .filter(line => line.includes(text))
  const { client } = await setup.openGame(node, 'ann')
  await playRound(client)
  await redis.config('SET', 'maxmemory', '1mb')
  await until('it is not ready', async () => (await readyz()).status === 503)
  for (let n = 0; n < 50; n++) {
    t.match(await client.spin(BET), { type: 'error', retry: true }, 'nothing was started')
  }
  t.strictSame(linesWith('a store is away').length, 1, 'one line of the lane')
  t.match(linesWith('a store is away')[0], /"reason":"OOM /)
  t.strictSame(linesWith('"msg":"fault"'), [])
  await redis.config('SET', 'maxmemory', '0')
  await until('it is ready', async () => (await readyz()).status === 200)
  await until('ann plays on', async () => (await client.spin(BET)).type === 'round')
})

/** To its end: a round that waits for a decision refuses the next spin. */
async function playRound(client: PlayClient): Promise<void> {
  const round = roundOf(await client.spin(BET))
  if (round.status === 'awaiting') roundOf(await client.collect(round.roundId))
}

async function readyz() {
  const answer = await fetch(`${node.probesUrl}/readyz`)
  return { status: answer.status, body: await answer.text() }
}

t.test('with volatile-lru players who were idle longest make room, and play on', async t => {
  const { client } = await setup.openGame(node, 'bob')
  await playRound(client)
  const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))![1])
  await redis.config('SET', 'maxmemory-policy', 'volatile-lru')
  await redis.config('SET', 'maxmemory', used + 2 * 1024 * 1024)
  const evicted = async () => Number(/^evicted_keys:(\d+)/m.exec(await redis.info('stats'))![1])
  await until('keys were evicted', async () => {
    await redis.set(`${FILLER}:${randomBytes(8).toString('hex')}`, randomBytes(64 * 1024), 'EX', 60)
    return (await evicted()) > 50
  })
  const key = `${setup.stores.redisPrefix}p2:{casino:bob}`
  await redis.unlink(key)
  const answer = await client.spin(BET)
  t.equal(answer.type, 'round', codeOf(answer))
  t.equal(await redis.exists(key), 1, 'it is read again from the ledger')
  t.equal((await readyz()).status, 200)
})
