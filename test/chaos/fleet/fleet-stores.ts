// The infrastructure of a fleet: Redis Cluster or a watched master, Postgres with a synchronous
// standby, failed over by the harness or by Patroni, behind a PgBouncer, and an HAProxy before the
// nodes. All belong to the run and are removed with it.

import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostAndPort } from '../../../src/redis/connection.ts'
import { createOwner, type Owner } from '../../support/owner.ts'
import { startPgBouncer } from '../../support/pgbouncer.ts'
import {
  type RedisServer,
  startRedisCluster,
  startWatchedRedis,
} from '../../support/redis-fleet.ts'
import { until } from '../../support/until.ts'
import type { ChaosNode } from '../nodes.ts'
import { readPlayerState } from '../stores.ts'
import { mountDisk, unmountDisk } from './own-network.ts'
import { startPatroni } from './patroni.ts'
import { startPostgresPair } from './postgres-pair.ts'
import { createProxy } from './proxy.ts'

export type RedisTopology = 'cluster' | 'sentinel'
/** Who fails Postgres over. */
export type FailoverBy = 'harness' | 'patroni'
export interface Topology {
  redis: RedisTopology
  failover: FailoverBy
}
export type FleetStores = Awaited<ReturnType<typeof startFleetStores>>

/** Connections of PgBouncer to Postgres. */
const SERVERS = 30
/** A master counts as gone after this time; a slow machine alone must not cause it. */
const REDIS_TIMEOUT_MS = 2_000
/** Longer than HAProxy needs to notice. */
/** Less than an empty server holds. */
const FULL_BYTES = 1
const DRAIN_GRACE_S = 3
/** Of the first Postgres primary: a run of an hour writes a third of it. */
const DISK_BYTES = 1024 ** 3

export async function startFleetStores(folder: string, topology: Topology) {
  const owner = createOwner()
  try {
    return await start(owner, folder, topology)
  } catch (error) {
    await owner.end()
    throw error
  }
}

async function start(owner: ReturnType<typeof createOwner>, folder: string, topology: Topology) {
  const redis = await startRedis(owner, topology.redis)
  const disk = path.join(folder, 'disk')
  mkdirSync(disk, { mode: 0o755 })
  mountDisk(disk, DISK_BYTES)
  owner.teardown(() => {
    for (const name of readdirSync(disk).filter(each => each.endsWith('.log'))) {
      copyFileSync(path.join(disk, name), path.join(folder, name))
    }
    unmountDisk(disk)
  })
  const startPostgres = topology.failover === 'patroni' ? startPatroni : startPostgresPair
  const postgres = await startPostgres(owner, folder, disk)
  const pgbouncer = await startPgBouncer(owner, postgres.primaryUrl(), SERVERS)
  const proxy = await createProxy(folder)
  owner.teardown(proxy.kill)
  return {
    folder,
    redis,
    postgres,
    pgbouncer,
    proxy,
    databaseUrl: postgres.url,
    nodeEnv: {
      ...redis.env,
      DATABASE_URL: pgbouncer.url,
      DATABASE_DIRECT_URL: postgres.url,
      PUBLIC_URL: proxy.url,
      TRUSTED_PROXIES: '127.0.0.0/8',
      DRAIN_GRACE_S: String(DRAIN_GRACE_S),
      LANES: '1',
    },
    passwords: [new URL(postgres.url).password],
    async openFront(nodes: readonly ChaosNode[]) {
      await proxy.start(nodes)
      return [proxy.url]
    },
    async readPlayerState(projectId: string, playerId: string) {
      const { client } = await redis.masterOf(`{${projectId}:${playerId}}`)
      return readPlayerState(client, projectId, playerId)
    },
    stop: owner.end,
  }
}

async function startRedis(owner: Owner, topology: RedisTopology) {
  if (topology === 'cluster') {
    // Players of other masters play on while one is replaced.
    const settings = ['--cluster-require-full-coverage', 'no']
    const options = { timeoutMs: REDIS_TIMEOUT_MS, settings }
    const { address, servers, masterOf } = await startRedisCluster(owner, options)
    return withReplacement({ REDIS_CLUSTER: listed(address.nodes) }, servers, masterOf)
  }
  const { address, master, replica } = await startWatchedRedis(owner)
  const { sentinels, name } = address
  const env = { REDIS_SENTINELS: listed(sentinels), REDIS_SENTINEL_NAME: name }
  return withReplacement(env, [master, replica], async () => {
    const [role] = (await replica.client.role()) as [string]
    return role === 'master' ? replica : master
  })
}

function withReplacement(
  env: Record<string, string>,
  servers: readonly RedisServer[],
  masterOf: (key: string) => Promise<RedisServer>,
) {
  return {
    env,
    masterOf,
    /** No server takes another key or a longer value for a time. */
    async fillMemory(ms: number): Promise<void> {
      for (const { client } of servers) await client.config('SET', 'maxmemory', FULL_BYTES)
      await sleep(ms)
      for (const { client } of servers) await client.config('SET', 'maxmemory', 0)
    },
    /**
     * SIGKILL to the master of a key; resolves when its replica is master and the killed server has
     * been started again.
     */
    async replaceMaster(key: string): Promise<void> {
      const master = await masterOf(key)
      await master.kill()
      await until('a replica has taken over', async () => (await masterOf(key)) !== master)
      await master.start()
    },
  }
}

const listed = (hosts: readonly HostAndPort[]) =>
  hosts.map(({ host, port }) => `${host}:${port}`).join(',')
