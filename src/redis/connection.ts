// Opens Redis the way play needs it, whatever its topology: one server, a master that Sentinels watch, or a
// cluster. No offline queue, one deadline, several commands in one write. Knows no key and no script.

import { Cluster, Redis } from 'ioredis'
import { REDIS_DEADLINE_MS, REDIS_REDIRECTIONS } from '../limits.ts'

/** Where Redis is: the address of one server, or one of the others. */
export type RedisAddress = string | SentinelAddress | ClusterAddress

export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** Of the servers that hold keys. */
interface Credentials {
  readonly username: string | null
  readonly password: string | null
  readonly tls: boolean
}

export interface SentinelAddress extends Credentials {
  readonly kind: 'sentinel'
  readonly sentinels: readonly HostAndPort[]
  /** The name under which they watch the master. */
  readonly name: string
  readonly sentinelPassword: string | null
}

export interface ClusterAddress extends Credentials {
  readonly kind: 'cluster'
  /** Some of its nodes; the others are learned from them. */
  readonly nodes: readonly HostAndPort[]
}

export type RedisClient = Redis | Cluster

/**
 * A connection whose commands fail at once while Redis is away, instead of queueing for later.
 * Rejects when Redis can't be reached now; with `waits` it comes back unconnected and goes on trying.
 */
export async function connectRedis(
  address: string,
  keyPrefix: string,
  options?: { waits: boolean },
): Promise<Redis>
export async function connectRedis(
  address: RedisAddress,
  keyPrefix: string,
  options?: { waits: boolean },
): Promise<RedisClient>
export async function connectRedis(
  address: RedisAddress,
  keyPrefix: string,
  options = { waits: false },
): Promise<RedisClient> {
  const redis = openClient(address, keyPrefix)
  let reason: Error | null = null
  // A failure reaches every caller through its command; an unheard event would end us.
  redis.on('error', error => {
    reason = error
  })
  const connected = redis.connect().then(() => redis.ping())
  await connected.catch(error => {
    if (options.waits) return
    redis.disconnect()
    throw reason ?? error
  })
  return redis
}

const retryDelay = (attempt: number) => Math.min(50 * 2 ** attempt, 1_000)

/** Of each connection to a server. */
const OF_SERVER = {
  commandTimeout: REDIS_DEADLINE_MS,
  connectTimeout: REDIS_DEADLINE_MS,
  // A peer that vanished silently is replaced, not waited for: replies are owed within the deadline.
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
    typeof address === 'string'
      ? new Redis(address, options)
      : new Redis({ ...options, ...sentinelOptions(address) })
  writeOncePerTurn(redis)
  return redis
}

function sentinelOptions({ sentinels, name, sentinelPassword, ...own }: SentinelAddress) {
  return {
    sentinels: sentinels.map(each => ({ ...each })),
    name,
    ...credentials(own),
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(own.tls ? { enableTLSForSentinelMode: true } : {}),
    sentinelCommandTimeout: REDIS_DEADLINE_MS,
    sentinelRetryStrategy: retryDelay,
    // A master that was demoted says so to a write: the Sentinels know the new one.
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
    // Addresses are what the cluster says they are; a certificate names hosts.
    dnsLookup: (host, done) => done(null, host),
    redisOptions: { ...OF_SERVER, ...credentials(own) },
  })
  cluster.on('+node', writeOncePerTurn)
  return cluster
}

function credentials({ username, password, tls }: Credentials) {
  return {
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
  }
}

/**
 * Commands of one turn of the event loop leave in one write. A write costs more than the rest of a
 * command: measured 13 us CPU a script call alone, 8-10 us together.
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
