// A Redis and a Postgres for the run, and every fault of theirs. Must never touch a store that it
// did not start.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startPostgres, withDatabase } from '../../src/embedded/postgres.ts'
import { startRedis } from '../../src/embedded/redis.ts'
import type { ChaosNode } from './nodes.ts'

const ASK_DEADLINE_MS = 5_000
/** The folder of Redis's append-only file, below its data folder. */
const APPEND_ONLY = 'appendonlydir'

export type ChaosStores = Awaited<ReturnType<typeof startChaosStores>>

export async function startChaosStores(folder: string) {
  const redisFolder = path.join(folder, 'redis')
  const postgresFolder = path.join(folder, 'postgres')
  const copy = path.join(folder, 'redis-of-before')
  let redis = await startRedis({ folder: redisFolder })
  let postgres = await startPostgres({ folder: postgresFolder }).catch(async error => {
    await redis.stop()
    throw error
  })
  const { url: redisUrl, port: redisPort } = redis
  const { url: databaseUrl, port: postgresPort } = postgres

  async function askRedis(work: (client: Redis) => Promise<unknown>): Promise<void> {
    const client = new Redis(redisUrl, {
      commandTimeout: ASK_DEADLINE_MS,
      connectTimeout: ASK_DEADLINE_MS,
      maxRetriesPerRequest: 1,
      lazyConnect: true,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await work(client)
    } finally {
      client.disconnect()
    }
  }

  async function restartRedis(data: 'empty' | 'stale'): Promise<void> {
    process.kill(redis.pid, 'SIGKILL')
    await redis.ended
    rmSync(path.join(redisFolder, APPEND_ONLY), { recursive: true, force: true })
    if (data === 'stale' && existsSync(copy)) {
      cpSync(copy, path.join(redisFolder, APPEND_ONLY), { recursive: true })
    }
    redis = await startRedis({ folder: redisFolder, port: redisPort }).catch(() => {
      // A copy taken in the middle of a write may not be readable.
      rmSync(path.join(redisFolder, APPEND_ONLY), { recursive: true, force: true })
      return startRedis({ folder: redisFolder, port: redisPort })
    })
  }

  return {
    databaseUrl,
    nodeEnv: {
      // Low enough that an unavailable wallet reaches the cancel policy.
      BET_CANCEL_AFTER_S: '4',
      BET_CANCEL_ATTEMPTS: '20',
      REDIS_URL: redisUrl,
      DATABASE_URL: databaseUrl,
      LANES: '2',
    },
    passwords: [redisUrl, databaseUrl].map(url => new URL(url).password),
    openFront: async (nodes: readonly ChaosNode[]) => nodes.map(node => node.baseUrl),
    async readPlayerState(projectId: string, playerId: string) {
      const client = new Redis(redisUrl)
      return readPlayerState(client, projectId, playerId).finally(() => client.disconnect())
    },
    flushRedis: () => askRedis(client => client.flushall()),
    cutRedis: () => askRedis(client => client.call('CLIENT', 'KILL', 'TYPE', 'normal')),
    pauseRedis: (ms: number) => standStill(() => [redis.pid], ms),
    /** The data that an outdated start loads. */
    copyRedis(): void {
      rmSync(copy, { recursive: true, force: true })
      cpSync(path.join(redisFolder, APPEND_ONLY), copy, { recursive: true })
    },
    restartRedis,
    async cutPostgres(): Promise<void> {
      const connectionString = withDatabase(databaseUrl, 'postgres')
      const admin = new pg.Client({ connectionString, connectionTimeoutMillis: ASK_DEADLINE_MS })
      admin.on('error', () => {})
      try {
        await admin.connect()
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
        )
      } finally {
        await admin.end().catch(() => {})
      }
    },
    /** No checkpoint and no clean shutdown: the next start replays the log. */
    async restartPostgres(): Promise<void> {
      process.kill(postgres.pid, 'SIGQUIT')
      await postgres.ended
      postgres = await startPostgres({ folder: postgresFolder, port: postgresPort })
    },
    pausePostgres: (ms: number) => standStill(() => withChildren(postgres.pid), ms),
    pids: () => ({ redis: redis.pid, postgres: postgres.pid }),
    async stop(): Promise<void> {
      await Promise.all([redis.stop(), postgres.stop()])
    },
  }
}

/** Everything that a Redis holds of a player, unchanged. */
export async function readPlayerState(redis: Redis, projectId: string, playerId: string) {
  const kept: Record<string, unknown> = {}
  for (const key of await redis.keys(`*{${projectId}:${playerId}}*`)) {
    const isHash = (await redis.type(key)) === 'hash'
    kept[key] = isHash ? await redis.hgetall(key) : await redis.type(key)
  }
  return kept
}

/** Stops the processes for a time. Processes forked meanwhile are continued too. */
async function standStill(pids: () => number[], ms: number): Promise<void> {
  const stopped = pids()
  for (const pid of stopped) signal(pid, 'SIGSTOP')
  await sleep(ms)
  for (const pid of new Set([...stopped, ...pids()])) signal(pid, 'SIGCONT')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself: a backend whose client left.
  }
}

/** A Postgres is its first process and one for each connection. */
export function withChildren(pid: number): number[] {
  return [pid, ...childrenOf(pid)]
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return numbersIn(text)
  } catch {
    return askPs(pid)
  }
}

function askPs(pid: number): number[] {
  try {
    return numbersIn(execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }))
  } catch {
    return []
  }
}

const numbersIn = (text: string) => text.split(/\s+/).filter(Boolean).map(Number)
