// `reelhouse migrate`: brings a database to this checkout's schema, and writes the readable dump.

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { withDatabase } from '../../embedded/postgres.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { PROJECT_ROOT } from '../../environment.ts'
import { directUrl } from '../../ledger/database/address.ts'
import { grantApp } from '../../ledger/database/app-role.ts'
import { withClient } from '../../ledger/database/client.ts'
import { migrate, readMigrations } from '../../ledger/database/migrations.ts'
import { dumpSchema } from '../../ledger/database/schema-dump.ts'
import { listDatabases } from '../../ledger/database/shard-map.ts'
import { defineCommand, printJson, say } from '../command-line.ts'
import { createStoreCommand, findMap, readOwner, withStores } from './store-access.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse migrate',
    `Runs the files of sql/ that the database has not seen yet, each in its own transaction. Safe to
    run again and on many machines at once.`,
  )
    .option(
      '--write-schema',
      'also write sql/schema.sql, the readable schema (needs the right to create a database; ' +
        'run it after adding a file to sql/)',
    )
    .option(
      '--grant-app <role>',
      'then give this role what a node needs and no more (docs/database-roles.md); with every ' +
        'migration',
    )
    .option('--json', 'one line: {"applied":["0001-ledger", …]}'),
  options =>
    withStores('migrate', options, async stores => {
      // First: a file added since then may change what has not been released yet.
      if (options.writeSchema === true) await writeSchema(stores.databaseUrl)
      const databases = listDatabases(await findMap(stores))
      const urls = databases.map(({ address }) => directUrl(address))
      const applied = await migrateAll(urls)
      for (const url of urls) {
        if (options.grantApp !== undefined) await grantOrStop(url, options.grantApp)
      }
      if (options.json === true) printJson({ applied })
      else say(applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'Nothing to do.')
      return 0
    }),
)

/** The home database last: once it is migrated, nodes may start. */
async function migrateAll(urls: readonly string[]): Promise<string[]> {
  const applied = new Set<string>()
  for (const url of urls.toReversed()) {
    for (const name of await migrateOrStop(url)) applied.add(name)
  }
  return [...applied].sort()
}

async function migrateOrStop(databaseUrl: string): Promise<string[]> {
  const result = await migrate(databaseUrl, readMigrations(), readOwner())
  if (!result.ok) throw new SetupProblem(result.problem)
  return result.applied
}

async function grantOrStop(databaseUrl: string, role: string): Promise<void> {
  const granted = await grantApp(databaseUrl, role)
  if (!granted.ok) throw new SetupProblem(granted.problem)
  if (granted.note !== undefined) say(granted.note)
}

/** From a temporary database: other tables in the real one do not belong in the dump. */
async function writeSchema(databaseUrl: string): Promise<void> {
  const name = `schema_dump_${process.pid}`
  await withClient(databaseUrl, 'schema', async admin => {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    try {
      const fresh = withDatabase(databaseUrl, name)
      await migrateOrStop(fresh)
      await withClient(fresh, 'schema', async client => {
        writeFileSync(path.join(PROJECT_ROOT, 'sql', 'schema.sql'), await dumpSchema(client))
      })
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
}
