// What the rows share: one platform with its stores, started when the first row needs it, and an
// empty database and a Redis prefix for the suite beside the platform's. Ends only what it started.

import type { Redis } from 'ioredis'
import pg from 'pg'
import { withDatabase } from '../../src/embedded/postgres.ts'
import { migrate } from '../../src/ledger/database/migrations.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import {
  LEDGER_POOL_CONNECTIONS,
  SESSION_POOL_CONNECTIONS,
} from '../../src/server/databases/ledger-databases.ts'
import { asAdmin } from '../../test/support/database-admin.ts'
import { answerProbe } from '../profile/probe.ts'
import { createProfiles } from '../profile/profiles.ts'
import { openPlatform } from '../stream-platform.ts'
import type { Scope, Setting, Size, StoreAddresses } from './row.ts'

/** As many as a node's front end has: peers and floors get the same. */
export const FRONT_POOL_CONNECTIONS = LEDGER_POOL_CONNECTIONS + SESSION_POOL_CONNECTIONS

export interface Where {
  /** Of an `up` that already runs; null: starts one. */
  dataDir: string | null
  /** The folder for profiles of all that takes part; null: none. */
  profileDir?: string | null
  isProbed?: boolean
}

export function openSetting(
  size: Size,
  { dataDir, profileDir = null, isProbed = profileDir !== null }: Where,
): { setting: Setting; close(): Promise<void> } {
  const name = `bench_${process.pid}_${Date.now().toString(36)}`
  const profiles = profileDir === null ? undefined : createProfiles(profileDir)
  profiles?.add('suite', async question => [await answerProbe(question, '')])
  const platform = once(async () => {
    const opened = await openPlatform(dataDir, isProbed)
    profiles?.add('', opened.ask)
    return opened
  })
  const databaseUrl = once(async () =>
    createDatabase((await platform.get()).stores().databaseUrl, name),
  )
  return {
    setting: {
      size,
      profiles,
      platform: platform.get,
      databaseUrl: databaseUrl.get,
      redis: { address: async () => (await platform.get()).stores().redisUrl, prefix: `${name}:` },
    },
    async close() {
      const started = await platform.started()
      if (started === null) return
      const stores = started.stores()
      await removeKeys(stores.redisUrl, `${name}:`)
      if ((await databaseUrl.started()) !== null) await dropDatabase(stores.databaseUrl, name)
      await started.stop()
    },
  }
}

/** A scope runs its deferred functions when the case is over, even if opening failed half way. */
export function openScope(setting: Setting): { scope: Scope; close(): Promise<void> } {
  const deferred: (() => unknown)[] = []
  return {
    scope: { ...setting, defer: close => void deferred.push(close) },
    async close() {
      for (const close of deferred.reverse()) await close()
    },
  }
}

/** For programs that are no row of the suite. */
export async function withScope<Answer>(
  where: Where,
  work: (scope: Scope) => Promise<Answer>,
): Promise<Answer> {
  const size = { isSmoke: false, isFull: false, isOwn: where.dataDir === null }
  const opened = openSetting(size, where)
  const { scope, close } = openScope(opened.setting)
  try {
    return await work(scope)
  } finally {
    await close()
    await opened.close()
  }
}

/** The addresses of the suite's stores, for a program. */
export const storesOf = async (scope: Setting): Promise<StoreAddresses> => ({
  redisUrl: await scope.redis.address(),
  redisPrefix: scope.redis.prefix,
  databaseUrl: await scope.databaseUrl(),
})

/** A connection to the suite's keys, until the case is over. */
export async function useRedis(scope: Scope): Promise<Redis> {
  const redis = await connectRedis(await scope.redis.address(), scope.redis.prefix)
  scope.defer(() => redis.disconnect())
  return redis
}

/** A pool on the suite's database, until the case is over. */
export async function usePool(scope: Scope, connections: number): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: await scope.databaseUrl(), max: connections })
  scope.defer(() => pool.end())
  return pool
}

function once<Value>(start: () => Promise<Value>) {
  let starting: Promise<Value> | null = null
  return {
    get() {
      starting ??= start()
      return starting
    },
    /** Null: it was not needed, or it did not start. */
    started: async () => (starting === null ? null : starting.catch(() => null)),
  }
}

async function createDatabase(databaseUrl: string, name: string): Promise<string> {
  await asAdmin(databaseUrl, admin => admin.query(`CREATE DATABASE ${name}`))
  const url = withDatabase(databaseUrl, name)
  const migrated = await migrate(url)
  if (!migrated.ok) throw new Error(migrated.problem)
  return url
}

const dropDatabase = (databaseUrl: string, name: string) =>
  asAdmin(databaseUrl, admin => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))

async function removeKeys(redisUrl: string, prefix: string): Promise<void> {
  const redis = await connectRedis(redisUrl, '')
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
    if (keys.length > 0) await redis.unlink(...keys)
  }
  redis.disconnect()
}
