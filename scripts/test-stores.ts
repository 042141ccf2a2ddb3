// The stores of one test run: in a folder of this run, with a migrated template database that test
// files copy. Must leave nothing behind, even when an earlier run was killed.

import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DEFAULT_DATA_DIR } from '../src/cli/node/store-access.ts'
import type { Say } from '../src/embedded/install-with-apt.ts'
import { stopLeftoverPostgres, withDatabase } from '../src/embedded/postgres.ts'
import { stopLeftoverRedis } from '../src/embedded/redis.ts'
import { isRunning } from '../src/embedded/running-program.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import { startStores } from '../src/embedded/stores.ts'
import { readEnvironment } from '../src/environment.ts'
import { migrate } from '../src/ledger/database/migrations.ts'
import { asAdmin } from '../test/support/database-admin.ts'

const PREFIX = 'tests-'

async function removeFolder(folder: string): Promise<void> {
  await stopLeftoverRedis(path.join(folder, 'redis'))
  await stopLeftoverPostgres(path.join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}

/** Runs that were killed leave their folder and perhaps running stores. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN
    if (Number.isInteger(pid) && !isRunning(pid)) await removeFolder(path.join(dataDir, name))
  }
}

const TEMPLATE = `reelhouse_template_${process.pid}`

/**
 * The stores of a run end with it, and a killed Postgres loses nothing that the system has: copies
 * of the template get cheaper, and connections, of which a run opens a thousand.
 */
async function leaveOutCare(databaseUrl: string): Promise<void> {
  await asAdmin(databaseUrl, async admin => {
    await admin.query('ALTER SYSTEM SET fsync = off')
    await admin.query('ALTER SYSTEM SET full_page_writes = off')
    // It would look into a hundred databases again and again.
    await admin.query('ALTER SYSTEM SET autovacuum = off')
    await admin.query('SELECT pg_reload_conf()')
    // Else both ends of a connection hash the password 4,096 times.
    await admin.query('SET scram_iterations = 1')
    const { username, password } = new URL(databaseUrl)
    const [role, text] = [username, password].map(decodeURIComponent) as [string, string]
    const changed = `${admin.escapeIdentifier(role)} PASSWORD ${admin.escapeLiteral(text)}`
    await admin.query(`ALTER ROLE ${changed}`)
  })
}

async function makeTemplate(databaseUrl: string): Promise<string> {
  await dropTemplate(databaseUrl)
  await asAdmin(databaseUrl, admin => admin.query(`CREATE DATABASE ${TEMPLATE}`))
  const template = withDatabase(databaseUrl, TEMPLATE)
  const migrated = await migrate(template)
  if (!migrated.ok) throw new SetupProblem(migrated.problem)
  return template
}

async function dropTemplate(databaseUrl: string): Promise<void> {
  const drop = `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`
  await asAdmin(databaseUrl, admin => admin.query(drop))
}

/** Runs `work` with the environment that test/support/real-stores.ts reads. */
export async function withTestStores<Answer>(
  say: Say,
  work: (env: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const folder = path.join(DEFAULT_DATA_DIR, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  // The stores list their folders by their real paths.
  await removeAbandoned(realpathSync(DEFAULT_DATA_DIR))
  const env = readEnvironment()
  try {
    const stores = await startStores({
      folder,
      redisUrl: env.REELHOUSE_TEST_REDIS_URL,
      databaseUrl: env.REELHOUSE_TEST_DATABASE_URL,
      say,
    })
    try {
      if (env.REELHOUSE_TEST_DATABASE_URL === undefined) await leaveOutCare(stores.databaseUrl)
      const template = await makeTemplate(stores.databaseUrl)
      try {
        return await work({
          REELHOUSE_TEST_REDIS_URL: stores.redisUrl,
          REELHOUSE_TEST_DATABASE_URL: template,
        })
      } finally {
        await dropTemplate(stores.databaseUrl)
      }
    } finally {
      await stores.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
