// How connections to Redis are opened in each topology: with each server's credentials, one
// deadline, and no queue of waiting commands.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { Cluster, type Redis } from 'ioredis'
import t from 'tap'
import {
  connectRedis,
  REDIS_DEADLINE_MS,
  REDIS_REDIRECTIONS,
  type RedisAddress,
  type RedisClient,
} from '../../src/redis/connection.ts'
import { holdPort } from '../support/held-port.ts'

const CREDENTIALS = { username: 'play', password: 'secret', tls: true, certificateAuthority: null }
const ANONYMOUS = { username: null, password: null, tls: false, certificateAuthority: null }
const BOUNDS = {
  commandTimeout: REDIS_DEADLINE_MS,
  connectTimeout: REDIS_DEADLINE_MS,
  socketTimeout: REDIS_DEADLINE_MS * 2,
}
const AT_ONCE = { enableOfflineQueue: false, maxRetriesPerRequest: 0 }

const host = '127.0.0.1'
const port = await holdPort()
/** Names a master that is down, for any question. */
const sentinel = createServer(socket => {
  socket.on('error', () => {})
  socket.on('data', chunk => {
    for (const command of chunk.toString().split(/^(?=\*)/m))
      socket.write(command.includes('get-master-addr') ? AWAY : '*0\r\n')
  })
}).listen(0, host)
await once(sentinel, 'listening')
t.teardown(() => sentinel.close())
const AWAY = `*2\r\n$9\r\n${host}\r\n$${`${port}`.length}\r\n${port}\r\n`
const sentinels = [{ host, port: (sentinel.address() as { port: number }).port }]
const ofSentinel = { kind: 'sentinel', sentinels, name: 'reels', sentinelTls: false } as const
const ofCluster = { kind: 'cluster', nodes: [{ host, port }] } as const

/** Not connected: no server listens there. */
async function open(address: RedisAddress): Promise<RedisClient> {
  const client = await connectRedis(address, 'own:', { waits: true })
  t.teardown(() => client.disconnect())
  return client
}

t.test(
  'one server and a watched master have bounds, and fail at once while they are down',
  async t => {
    const watched = { ...ofSentinel, ...CREDENTIALS, sentinelPassword: 'watcher' }
    for (const address of [`redis://${host}:${port}`, watched]) {
      const client = await open(address)
      t.match(client.options, { ...BOUNDS, ...AT_ONCE, keyPrefix: 'own:' })
      await t.rejects(client.get('a'), 'no command waits until it is up')
    }
  },
)

t.test('a watched master gets its credentials, and so do the Sentinels', async t => {
  const { options } = await open({ ...ofSentinel, ...CREDENTIALS, sentinelPassword: 'watcher' })
  t.match(options, {
    username: 'play',
    password: 'secret',
    tls: {},
    name: 'reels',
    role: 'master',
    sentinelPassword: 'watcher',
    enableTLSForSentinelMode: true,
    sentinels,
    sentinelCommandTimeout: REDIS_DEADLINE_MS,
  })
  const own = (await open({ ...ofSentinel, ...ANONYMOUS, sentinelPassword: null })) as Redis
  const { tls, username, password, sentinelPassword, enableTLSForSentinelMode } = own.options
  t.strictSame([tls, username, password, sentinelPassword ?? null], [undefined, null, null, null])
  t.equal(enableTLSForSentinelMode, false)
})

t.test('a master that was demoted is left for the one that the Sentinels name', async t => {
  const { options } = (await open({
    ...ofSentinel,
    ...ANONYMOUS,
    sentinelPassword: null,
  })) as Redis
  const { reconnectOnError } = options
  t.equal(reconnectOnError?.(new Error('READONLY You can not write against a replica')), true)
  t.equal(reconnectOnError?.(new Error('ERR unknown command')), false)
})

t.test('every server of a cluster gets the credentials and the bounds', async t => {
  const cluster = (await open({ ...ofCluster, ...CREDENTIALS })) as Cluster
  t.ok(cluster instanceof Cluster)
  t.match(cluster.options, {
    keyPrefix: 'own:',
    enableOfflineQueue: false,
    maxRedirections: REDIS_REDIRECTIONS,
    slotsRefreshTimeout: REDIS_DEADLINE_MS,
    redisOptions: { ...BOUNDS, username: 'play', password: 'secret', tls: {} },
  })
  await t.rejects(cluster.get('a'), 'no command waits until it is up')
})

t.test('a connect without waiting fails with the cause', async t => {
  await t.rejects(connectRedis(`redis://${host}:${port}`, ''), { code: 'ECONNREFUSED' })
})

t.test('Sentinels that are away are not waited for', async t => {
  const away = { ...ofSentinel, sentinels: [{ host, port }], ...ANONYMOUS, sentinelPassword: null }
  await t.rejects(connectRedis(away, ''), 'the connection fails')
  const client = await open(away)
  await t.rejects(client.ping(), 'it keeps trying, and no command waits for it')
})
