// The stores of a test file: its own database (a copy of the migrated template) and its own Redis
// key prefix, removed when the test or its run ends. Run through `npm test`.

import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { withDatabase } from '../../src/embedded/postgres.ts'
import { migrate } from '../../src/ledger/database/migrations.ts'
import { asAdmin } from './database-admin.ts'

/** The part of a tap test that is needed here. */
interface Ending {
  teardown(work: () => Promise<void>): void
}

/** Migrates a database of the test's own server; connections that end with the server. */
export async function openMigrated(t: Ending, url: string, max = 4): Promise<pg.Pool> {
  const migrated = await migrate(url)
  if (!migrated.ok) throw new Error(migrated.problem)
  return openPool(t, url, max)
}

export function openPool(t: Ending, connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  // A test may end the database's connections on purpose.
  pool.on('error', () => {})
  t.teardown(() => pool.end())
  return pool
}

export interface TestStores {
  databaseUrl: string
  redisUrl: string
  redisPrefix: string
  pool: pg.Pool
}

function readTestAddress(env: NodeJS.ProcessEnv, name: string): string {
  const url = env[name]
  if (url === undefined) throw new Error(`${name} is not set: run the tests with npm test`)
  return url
}

async function removeKeys(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl)
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
    if (keys.length > 0) await redis.unlink(...keys)
  }
  await redis.quit()
}

/** A Redis without keys of this prefix, which no other test file has. */
export function openKeys(t: Ending, env = process.env) {
  const redisUrl = readTestAddress(env, 'REELHOUSE_TEST_REDIS_URL')
  const redisPrefix = `test_${randomBytes(8).toString('hex')}:`
  t.teardown(() => removeKeys(redisUrl, redisPrefix))
  return { redisUrl, redisPrefix }
}

/**
 * Migrated, empty stores that no other test file sees.
 * @param env with the addresses of the run's stores, where it is not this process's
 */
export async function openStores(t: Ending, env = process.env): Promise<TestStores> {
  const templateUrl = readTestAddress(env, 'REELHOUSE_TEST_DATABASE_URL')
  const keys = openKeys(t, env)
  const name = keys.redisPrefix.slice(0, -1)
  const template = new URL(templateUrl).pathname.slice(1)
  await asAdmin(templateUrl, async admin => {
    // Compressing what a copy adds to the log would take a third of its time.
    await admin.query('SET wal_compression = off')
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
  const databaseUrl = withDatabase(templateUrl, name)
  t.teardown(async () => {
    // A drop makes the server write all that it has not written yet: a run's own server just ends.
    if (env.REELHOUSE_TEST_DATABASES !== 'left') {
      await asAdmin(templateUrl, admin => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))
    }
  })
  return { databaseUrl, ...keys, pool: openPool(t, databaseUrl, 8) }
}
