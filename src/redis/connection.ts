// Opens Redis connections the way the player state in Redis path needs them: no offline queue, one deadline, scripts.

import { Redis } from 'ioredis'
import { REDIS_DEADLINE_MS } from '../limits.ts'

/**
 * A connection whose commands fail at once while Redis is away, instead of queueing for later.
 * Rejects when Redis can't be reached now; with `waits` it comes back unconnected and goes on trying.
 */
export async function connectRedis(
  url: string,
  keyPrefix: string,
  options: { waits: boolean } = { waits: false },
): Promise<Redis> {
  const redis = new Redis(url, {
    keyPrefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    commandTimeout: REDIS_DEADLINE_MS,
    connectTimeout: REDIS_DEADLINE_MS,
    // A peer that vanished silently is replaced, not waited for: replies are owed within the deadline.
    socketTimeout: REDIS_DEADLINE_MS * 2,
    maxRetriesPerRequest: 0,
    retryStrategy: attempt => Math.min(50 * 2 ** attempt, 1_000),
  })
  // The failure itself reaches every caller through its command; an unheard event would end us.
  redis.on('error', () => {})
  writeOncePerTurn(redis)
  followRun(redis)
  // The ping comes back after the question which run it is.
  const connected = redis.connect().then(() => redis.ping())
  await connected.catch(error => {
    if (options.waits) return
    redis.disconnect()
    throw error
  })
  return redis
}

const runs = new WeakMap<Redis, string>()

/**
 * Which run of which Redis server the connection leads to; '' while that is not known. A server that
 * was started again, or took over from another one, is another run, and may hold an older copy.
 */
export function runOf(redis: Redis): string {
  return runs.get(redis) ?? ''
}

function followRun(redis: Redis): void {
  redis.on('close', () => runs.delete(redis))
  redis.on('ready', () => {
    const { stream } = redis
    redis
      .info('server')
      .then(text => {
        const run = /^run_id:([0-9a-f]{16})/m.exec(text)?.[1]
        if (run !== undefined && redis.stream === stream) runs.set(redis, run)
      })
      // The connection broke again, or the server does not tell: nothing is known of it.
      .catch(() => {})
  })
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
