// Redis servers with replicas: a cluster whose masters have a replica each, and a master with a
// replica that a Sentinel watches. Started for the test on loopback, and removed with it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { startChild } from '../../src/embedded/child.ts'
import { findProgram } from '../../src/embedded/install-with-apt.ts'
import { REDIS_PROGRAMS } from '../../src/embedded/redis.ts'
import type { ClusterAddress, HostAndPort, SentinelAddress } from '../../src/redis/connection.ts'
import { holdPort } from './held-port.ts'
import type { Owner } from './owner.ts'
import { until } from './until.ts'

const HOST = '127.0.0.1'
const SLOTS = 16_384
const NO_CREDENTIALS = {
  username: null,
  password: null,
  tls: false,
  certificateAuthority: null,
} as const

export interface RedisServer {
  readonly port: number
  readonly client: Redis
  /** SIGKILL. */
  kill(): Promise<void>
  /** Starts it again at the same address, with its configuration of the others and no keys. */
  start(): Promise<void>
}

export interface RedisCluster {
  readonly address: ClusterAddress
  readonly servers: readonly RedisServer[]
  /** The master that holds the key now. */
  masterOf(key: string): Promise<RedisServer>
}

/**
 * Three masters, each with a replica that takes over some time after its end.
 * @param settings additional ones, like "--cluster-require-full-coverage"
 */
export async function startRedisCluster(
  owner: Owner,
  { timeoutMs = 500, settings = [] as readonly string[] } = {},
): Promise<RedisCluster> {
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', `${timeoutMs}`]
  options.push('--cluster-replica-validity-factor', '0', ...settings)
  const servers = await Promise.all(Array.from({ length: 6 }, () => startServer(owner, options)))
  const [first] = servers as [RedisServer]
  const masters = servers.slice(0, 3)
  for (const [at, { client }] of masters.entries()) {
    const from = Math.floor((at * SLOTS) / 3)
    const to = Math.floor(((at + 1) * SLOTS) / 3) - 1
    await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to)
  }
  for (const [at, { client, port }] of servers.entries()) {
    await client.call('CLUSTER', 'SET-CONFIG-EPOCH', at + 1)
    if (port !== first.port) await client.call('CLUSTER', 'MEET', HOST, first.port)
  }
  await until('the cluster knows its nodes', () => allSay(servers, /cluster_known_nodes:6/))
  for (const [at, { client }] of servers.slice(3).entries()) {
    await client.call(
      'CLUSTER',
      'REPLICATE',
      (await masters[at]!.client.call('CLUSTER', 'MYID')) as string,
    )
  }
  await until('the cluster is up', () => allSay(servers, /cluster_state:ok/))
  await until('its replicas follow', () => allFollow(servers.slice(3)))
  const nodes = servers.map(({ port }) => ({ host: HOST, port }))
  return {
    address: { kind: 'cluster', nodes, ...NO_CREDENTIALS },
    servers,
    async masterOf(key) {
      const alive = servers.find(({ client }) => client.status === 'ready')!
      const slot = Number(await alive.client.call('CLUSTER', 'KEYSLOT', key))
      const ranges = (await alive.client.call('CLUSTER', 'SLOTS')) as [
        number,
        number,
        [string, number],
      ][]
      const [, , [, port]] = ranges.find(([from, to]) => from <= slot && slot <= to)!
      return servers.find(server => server.port === port)!
    },
  }
}

export interface WatchedRedis {
  readonly address: SentinelAddress
  readonly master: RedisServer
  readonly replica: RedisServer
}

/**
 * A master, its replica and one Sentinel, which promotes the replica half a second after the
 * master's end.
 */
export async function startWatchedRedis(owner: Owner): Promise<WatchedRedis> {
  const master = await startServer(owner, [])
  const replica = await startServer(owner, ['--replicaof', `${HOST} ${master.port}`])
  await until('the replica follows', () => allFollow([replica]))
  const sentinel = await startSentinel(owner, master.port)
  await until(
    'the Sentinel knows the replica',
    async () =>
      ((await sentinel.client.call('SENTINEL', 'REPLICAS', 'reels')) as unknown[]).length === 1,
  )
  const sentinels: HostAndPort[] = [{ host: HOST, port: sentinel.port }]
  const address = {
    kind: 'sentinel',
    sentinels,
    name: 'reels',
    sentinelPassword: null,
    sentinelTls: false,
  } as const
  return { address: { ...address, ...NO_CREDENTIALS }, master, replica }
}

async function startServer(owner: Owner, options: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reelhouse-redis-'))
  const port = await holdPort()
  const all = ['--port', `${port}`, '--bind', HOST, '--save', '', '--dir', folder, ...options]
  // A replica is ready at once, without a disk copy.
  return run(owner, folder, port, [...all, '--repl-diskless-sync-delay', '0'])
}

async function startSentinel(owner: Owner, masterPort: number): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reelhouse-sentinel-'))
  const port = await holdPort()
  const file = path.join(folder, 'sentinel.conf')
  const lines = [
    `port ${port}`,
    `bind ${HOST}`,
    `dir ${folder}`,
    `sentinel monitor reels ${HOST} ${masterPort} 1`,
    'sentinel down-after-milliseconds reels 500',
    'sentinel failover-timeout reels 2000',
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  return run(owner, folder, port, [file, '--sentinel'])
}

async function run(
  owner: Owner,
  folder: string,
  port: number,
  args: readonly string[],
): Promise<RedisServer> {
  const logFile = path.join(folder, 'redis.log')
  const command = findProgram(REDIS_PROGRAMS)!
  const launch = () => startChild({ command, args, folder, logFile, stopSignal: 'SIGKILL' })
  let child = await launch()
  const client = new Redis({
    host: HOST,
    port,
    retryStrategy: () => 50,
    maxRetriesPerRequest: null,
  })
  client.on('error', () => {})
  owner.teardown(async () => {
    client.disconnect()
    await child.stop()
    await rm(folder, { recursive: true, force: true })
  })
  await client.ping()
  return {
    port,
    client,
    async kill() {
      await child.stop()
      await until('its client has noticed', () => client.status !== 'ready')
    },
    async start() {
      await child.ended
      child = await launch()
      await client.ping()
    },
  }
}

async function allSay(servers: readonly RedisServer[], what: RegExp): Promise<boolean> {
  const all = await Promise.all(servers.map(({ client }) => client.call('CLUSTER', 'INFO')))
  return all.every(text => what.test(text as string))
}

async function allFollow(replicas: readonly RedisServer[]): Promise<boolean> {
  const all = await Promise.all(replicas.map(({ client }) => client.info('replication')))
  return all.every(text => /master_link_status:up/.test(text))
}
