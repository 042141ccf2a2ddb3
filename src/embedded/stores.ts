// The two stores of a data folder: embedded ones unless addresses are given. Restarts a store that
// ended by itself, at the same address. Must never stop a store that it did not start.

import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from './child.ts'
import type { Say } from './install-with-apt.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { SetupProblem } from './setup-problem.ts'

export interface Stores {
  redisUrl: string
  databaseUrl: string
  /** Rejects when a store ended and can't be started again; never resolves. */
  failed: Promise<never>
  stop(): Promise<void>
}

interface Kept {
  url: string
  failed: Promise<never>
  stop(): Promise<void>
}

/** More ends than this within the window mean that the store can't run. */
const RESTARTS_MAX = 5
const RESTARTS_WINDOW_MS = 60_000
const RESTART_PAUSE_MS = 200

type Start = (port?: number) => Promise<Store>

async function keepRunning(name: string, start: Start, say: Say): Promise<Kept> {
  let store = await start()
  /** The latest start, which may still be under way. */
  let latest = Promise.resolve(store)
  let stopping = false
  const restarts: number[] = []

  async function watch(): Promise<never> {
    for (;;) {
      await store.ended
      // The store was stopped on purpose: this promise is not needed any more.
      if (stopping) return new Promise<never>(() => {})
      restarts.push(performance.now())
      const recent = restarts.filter(at => performance.now() - at < RESTARTS_WINDOW_MS)
      if (recent.length > RESTARTS_MAX) throw new SetupProblem(`${name} keeps ending; see its log.`)
      say(`${name} ended unexpectedly; starting it again.`)
      await sleep(RESTART_PAUSE_MS)
      if (stopping) continue
      latest = start(store.port)
      store = await latest
    }
  }

  const failed = watch()
  // The caller may not be waiting for this promise yet.
  failed.catch(() => {})
  return {
    url: store.url,
    failed,
    async stop() {
      stopping = true
      // A failed start left nothing to stop.
      const running = await latest.catch(() => null)
      await running?.stop()
    },
  }
}

function given(url: string): Kept {
  return { url, failed: new Promise<never>(() => {}), stop: async () => {} }
}

/** Both or neither: when one can't start, the other is stopped again. */
async function startBoth(redis: Promise<Kept>, postgres: Promise<Kept>): Promise<[Kept, Kept]> {
  const [first, second] = await Promise.allSettled([redis, postgres])
  if (first.status === 'fulfilled' && second.status === 'fulfilled') {
    return [first.value, second.value]
  }
  for (const result of [first, second]) {
    if (result.status === 'fulfilled') await result.value.stop()
  }
  throw first.status === 'rejected' ? first.reason : (second as PromiseRejectedResult).reason
}

export async function startStores(options: {
  folder: string
  redisUrl?: string | undefined
  databaseUrl?: string | undefined
  say: Say
}): Promise<Stores> {
  const { folder, say } = options
  const startRedisHere: Start = port =>
    startRedis({ folder: path.join(folder, 'redis'), port, say })
  const startPostgresHere: Start = port =>
    startPostgres({ folder: path.join(folder, 'postgres'), port, say })
  const [redis, postgres] = await startBoth(
    options.redisUrl === undefined
      ? keepRunning('Redis', startRedisHere, say)
      : Promise.resolve(given(options.redisUrl)),
    options.databaseUrl === undefined
      ? keepRunning('Postgres', startPostgresHere, say)
      : Promise.resolve(given(options.databaseUrl)),
  )
  const failed = Promise.race([redis.failed, postgres.failed])
  failed.catch(() => {})
  return {
    redisUrl: redis.url,
    databaseUrl: postgres.url,
    failed,
    stop: async () => {
      await Promise.all([redis.stop(), postgres.stop()])
    },
  }
}
