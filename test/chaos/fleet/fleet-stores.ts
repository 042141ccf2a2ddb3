// The infrastructure of a fleet: Redis Cluster or a watched master, Postgres with a synchronous
// standby, failed over by the harness or by Patroni, behind a PgBouncer, and an HAProxy before the
// nodes; or several places, reached directly, and a second Postgres. All belong to the run and are
// removed with it.

import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../../src/embedded/postgres.ts'
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
import {
  layPlaces,
  placeSettings,
  type RedisTopology,
  serverSettings,
  type Topology,
  urlOf,
} from './fleet-places.ts'
import { mountDisk, unmountDisk } from './own-network.ts'
import { startPatroni } from './patroni.ts'
import { startPostgresPair } from './postgres-pair.ts'
import { createProxy } from './proxy.ts'

type RunOwner = ReturnType<typeof createOwner>
/** What a fleet's stores need to know of it. */
type Wanted = Topology & { nodes: number }
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

export async function startFleetStores(folder: string, wanted: Wanted) {
  const owner = createOwner()
  try {
    return await start(owner, folder, wanted)
  } catch (error) {
    await owner.end()
    throw error
  }
}

async function start(owner: RunOwner, folder: string, wanted: Wanted) {
  const redis = await startRedis(owner, wanted.redis)
  const disk = path.join(folder, 'disk')
  mkdirSync(disk, { mode: 0o755 })
  mountDisk(disk, DISK_BYTES)
  owner.teardown(() => {
    for (const name of readdirSync(disk).filter(each => each.endsWith('.log'))) {
      copyFileSync(path.join(disk, name), path.join(folder, name))
    }
    unmountDisk(disk)
  })
  const isDivided = wanted.places > 1
  const settings = isDivided ? serverSettings(wanted) : {}
  const postgres =
    wanted.failover === 'patroni'
      ? await startPatroni(owner, folder, disk)
      : await startPostgresPair(owner, folder, disk, settings)
  const urls: Record<string, string> = { home: postgres.url }
  if (wanted.servers > 1) urls.second = await startSecond(owner, folder, settings)
  const places = layPlaces(wanted)
  const [, ...otherPlaces] = places
  const pgbouncer = isDivided ? null : await startPgBouncer(owner, postgres.primaryUrl(), SERVERS)
  const ledgerEnv =
    pgbouncer === null
      ? placeSettings(places, urls)
      : { DATABASE_URL: pgbouncer.url, DATABASE_DIRECT_URL: postgres.url }
  const proxy = await createProxy(folder)
  owner.teardown(proxy.kill)
  return {
    folder,
    redis,
    postgres,
    /** Null: nodes connect to the places directly. */
    pgbouncer,
    proxy,
    places,
    databaseUrl: postgres.url,
    otherPlaceUrls: otherPlaces.map(place => urlOf(urls, place)),
    nodeEnv: {
      ...redis.env,
      ...ledgerEnv,
      PUBLIC_URL: proxy.url,
      TRUSTED_PROXIES: '127.0.0.0/8',
      DRAIN_GRACE_S: String(DRAIN_GRACE_S),
      LANES: '1',
    },
    passwords: Object.values(urls).map(url => new URL(url).password),
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

/** It has no standby. Resolves with its address. */
async function startSecond(owner: Owner, folder: string, settings: Record<string, string>) {
  const server = await startPostgres({ folder: path.join(folder, 'postgres-second'), settings })
  owner.teardown(server.stop)
  return server.url
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
