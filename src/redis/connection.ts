// Opens Redis in the way that play needs, for each topology: one server, a master watched by
// Sentinels, or a cluster. No offline queue, one deadline, several commands in one write. Contains
// no key and no script.

import type { ConnectionOptions } from 'node:tls'
import { Cluster, Redis } from 'ioredis'
import { withDeadline } from '../limits/deadline.ts'

/** Redirections of one command between nodes of a cluster, before it counts as failed. */
export const REDIS_REDIRECTIONS = 4
/** A Redis command that takes longer counts as failed. */
export const REDIS_DEADLINE_MS = 2_000
/** A first connection that takes longer has failed: absent Sentinels are asked without end. */
const REDIS_CONNECT_MS = 5_000

/** Where Redis is: the URL of one server, or the Sentinels' or the cluster's addresses. */
export type RedisAddress = string | ServerAddress | SentinelAddress | ClusterAddress

/** One server whose certificate an authority of our own has signed. */
export interface ServerAddress {
  readonly kind: 'server'
  readonly url: string
  /** PEM. */
  readonly certificateAuthority: string
}

export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** The credentials for the servers that hold keys. */
interface Credentials {
  readonly username: string | null
  readonly password: string | null
  readonly tls: boolean
  /** PEM; null: the authorities that Node brings. */
  readonly certificateAuthority: string | null
}

export interface SentinelAddress extends Credentials {
  readonly kind: 'sentinel'
  readonly sentinels: readonly HostAndPort[]
  /** The name under which the Sentinels watch the master. */
  readonly name: string
  readonly sentinelPassword: string | null
  /** TLS to the Sentinels themselves. */
  readonly sentinelTls: boolean
}

export interface ClusterAddress extends Credentials {
  readonly kind: 'cluster'
  /** Some of its nodes; the others are discovered through them. */
  readonly nodes: readonly HostAndPort[]
}

export type RedisClient = Redis | Cluster

export interface ConnectOptions {
  /** Returns it unconnected when Redis can't be reached now, and keeps trying. */
  waits?: boolean
  /** A connection failed; the commands that need one fail with a text that hides the cause. */
  onConnectionLost?(error: Error): void
}

/**
 * A connection whose commands fail at once while Redis is unavailable, instead of queueing for
 * later. Rejects when Redis can't be reached now, unless it `waits`. Either is known within
 * REDIS_CONNECT_MS.
 */
export async function connectRedis(
  address: string,
  keyPrefix: string,
  options?: ConnectOptions,
): Promise<Redis>
export async function connectRedis(
  address: RedisAddress,
  keyPrefix: string,
  options?: ConnectOptions,
): Promise<RedisClient>
export async function connectRedis(
  address: RedisAddress,
  keyPrefix: string,
  { waits = false, onConnectionLost }: ConnectOptions = {},
): Promise<RedisClient> {
  const redis = openClient(address, keyPrefix)
  let reason: Error | null = null
  // A failure reaches every caller through its command; an unhandled error event would end the
  // process.
  redis.on('error', error => {
    reason = error
    onConnectionLost?.(error)
  })
  const connected = redis.connect().then(() => redis.ping())
  try {
    const isInTime = await withDeadline(connected, REDIS_CONNECT_MS)
    if (!isInTime) throw new Error(`Redis was not reached within ${REDIS_CONNECT_MS} ms`)
  } catch (error) {
    if (waits) return redis
    redis.disconnect()
    throw reason ?? error
  }
  return redis
}

const retryDelay = (attempt: number) => Math.min(50 * 2 ** attempt, 1_000)

/** Options of each connection to a server. */
const OF_SERVER = {
  commandTimeout: REDIS_DEADLINE_MS,
  connectTimeout: REDIS_DEADLINE_MS,
  // A peer that vanished silently is replaced instead of waited for: replies are owed within the
  // deadline.
  socketTimeout: REDIS_DEADLINE_MS * 2,
}

function openClient(address: RedisAddress, keyPrefix: string): RedisClient {
  if (typeof address !== 'string' && address.kind === 'cluster')
    return openCluster(address, keyPrefix)
  const options = {
    ...OF_SERVER,
    keyPrefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: retryDelay,
  }
  const redis =
    typeof address === 'object' && address.kind === 'sentinel'
      ? new Redis({ ...options, ...sentinelOptions(address) })
      : new Redis(urlOf(address), { ...options, ...tlsOf(address) })
  writeOncePerTurn(redis)
  return redis
}

const urlOf = (address: string | ServerAddress) =>
  typeof address === 'string' ? address : address.url

/** Of two values for an option ioredis takes this one, not the one of the URL. */
function tlsOf(address: string | ServerAddress): { tls?: ConnectionOptions } {
  const authority = typeof address === 'string' ? null : address.certificateAuthority
  return urlOf(address).startsWith('rediss:') ? { tls: verified(authority) } : {}
}

function sentinelOptions({
  sentinels,
  name,
  sentinelPassword,
  sentinelTls,
  ...own
}: SentinelAddress) {
  return {
    sentinels: sentinels.map(each => ({ ...each })),
    name,
    ...credentials(own),
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(own.tls ? { enableTLSForSentinelMode: true } : {}),
    ...(sentinelTls ? { sentinelTLS: verified(own.certificateAuthority) } : {}),
    sentinelCommandTimeout: REDIS_DEADLINE_MS,
    sentinelRetryStrategy: retryDelay,
    // A demoted master answers a write with READONLY: the Sentinels have the address of the new
    // one.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  }
}

function openCluster({ nodes, ...own }: ClusterAddress, keyPrefix: string): Cluster {
  const cluster = new Cluster([...nodes], {
    keyPrefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRedirections: REDIS_REDIRECTIONS,
    slotsRefreshTimeout: REDIS_DEADLINE_MS,
    clusterRetryStrategy: retryDelay,
    // Addresses are used as the cluster reports them, without a look-up, because certificates name
    // hosts.
    dnsLookup: (host, done) => done(null, host),
    redisOptions: { ...OF_SERVER, ...credentials(own) },
  })
  cluster.on('+node', writeOncePerTurn)
  return cluster
}

function credentials({ username, password, tls, certificateAuthority }: Credentials) {
  return {
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(tls ? { tls: verified(certificateAuthority) } : {}),
  }
}

/** The certificate and its name are verified, also under NODE_TLS_REJECT_UNAUTHORIZED=0. */
function verified(authority: string | null): ConnectionOptions {
  return { rejectUnauthorized: true, ...(authority === null ? {} : { ca: authority }) }
}

/**
 * Commands of one turn of the event loop leave in one write. A write costs more than the rest of a
 * command: a script call took 13 us CPU alone, and 8-10 us when written together with others.
 */
function writeOncePerTurn(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  let corked = false
  redis.sendCommand = (command, stream) => {
    const socket = redis.stream
    if (!corked && socket) {
      corked = true
      socket.cork()
      setImmediate(() => {
        corked = false
        socket.uncork()
      })
    }
    return send(command, stream)
  }
}
