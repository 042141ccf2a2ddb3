import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import type { Migration } from '../../src/ledger/database/migration-run.ts'
import { checkMigrated, migrate, readMigrations } from '../../src/ledger/database/migrations.ts'
import { dumpSchema } from '../../src/ledger/database/schema-dump.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

function made(name: string, sql: string): Migration {
  return { name, sql, sha256: `hash of ${sql}` }
}

const ONE = made('0001-one', 'CREATE TABLE one (a int)')
const TWO = made('0002-two', 'CREATE TABLE two (a int)')
const THREE = made('0003-three', 'CREATE TABLE three (a int); SELECT 1/0')

const { databaseUrl, pool } = await openStores(t)

async function emptyDatabase(): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
}

t.test('schema.sql is what the migrations make', async t => {
  const client = await pool.connect()
  t.teardown(() => client.release())
  const written = readFileSync(path.join(PROJECT_ROOT, 'sql', 'schema.sql'), 'utf8')
  const hint = 'run: npx reelhouse migrate --write-schema'
  t.equal(written, await dumpSchema(client), hint)
})

t.test('migrating twice changes nothing the second time', async t => {
  await emptyDatabase()
  const all = readMigrations().map(({ name }) => name)
  t.same(await migrate(databaseUrl), { ok: true, applied: all })
  t.same(await migrate(databaseUrl), { ok: true, applied: [] })
})

/** The files applied by three nodes that migrate at the same time. */
async function migrateAtOnce(files: readonly Migration[]): Promise<string[]> {
  const results = await Promise.all([1, 2, 3].map(() => migrate(databaseUrl, files)))
  return results.flatMap(result => (result.ok ? result.applied : ['failed']))
}

t.test('nodes that migrate at the same time run each file once', async t => {
  await emptyDatabase()
  t.same(await migrateAtOnce([ONE, TWO]), ['0001-one', '0002-two'])
})

t.test('a file that changed after it was applied is refused', async t => {
  await emptyDatabase()
  await migrate(databaseUrl, [ONE])
  const changed = made('0001-one', 'CREATE TABLE one (a int, b int)')
  const refused = { ok: false, problem: /0001-one\.sql was changed/ }
  t.match(await migrate(databaseUrl, [changed, TWO]), refused)
})

t.test('a database of a newer checkout is refused', async t => {
  await emptyDatabase()
  await migrate(databaseUrl, [ONE, TWO])
  const refused = { ok: false, problem: /0002-two.*update the checkout/ }
  t.match(await migrate(databaseUrl, [ONE]), refused)
})

t.test('a node starts beside a newer schema whose file allows it', async t => {
  await emptyDatabase()
  const expands = made('0002-two', '-- nodes from 0001\nCREATE TABLE two (a int)')
  await migrate(databaseUrl, [ONE, expands])
  t.equal(await checkMigrated(pool, [ONE]), null)
  t.match(await migrate(databaseUrl, [ONE]), { ok: false, problem: /update the checkout/ })
  const needsTwo = made('0003-three', '-- nodes from 0002\nCREATE TABLE three (a int)')
  await migrate(databaseUrl, [ONE, expands, needsTwo])
  t.match(await checkMigrated(pool, [ONE]), /0003-three.*update the checkout/)
  t.equal(await checkMigrated(pool, [ONE, expands]), null)
})

const INDEX = made(
  '0002-index',
  `-- concurrently
   DROP INDEX CONCURRENTLY IF EXISTS one_a;
   CREATE INDEX CONCURRENTLY one_a ON one (a);`,
)

t.test('an index is built during play, by one of the nodes that migrate at once', async t => {
  await emptyDatabase()
  t.same(await migrateAtOnce([ONE, INDEX]), ['0001-one', '0002-index'])
  const asked = `SELECT indisvalid FROM pg_index WHERE indexrelid = 'one_a'::regclass`
  const { rows } = await pool.query(asked)
  t.same(rows, [{ indisvalid: true }])
})

t.test('statements on a table are let through while a migration waits for it', async t => {
  await emptyDatabase()
  await migrate(databaseUrl, [ONE])
  const reader = await pool.connect()
  await reader.query('BEGIN')
  await reader.query('SELECT FROM one')
  const migrated = migrate(databaseUrl, [ONE, made('0002-two', 'ALTER TABLE one ADD b int')])
  const waiting = `SELECT FROM pg_locks WHERE relation = 'one'::regclass
    AND mode = 'AccessExclusiveLock' AND NOT granted`
  await until('the migration waits', async () => (await pool.query(waiting)).rows.length > 0)
  // Behind the migration in the table's queue, while the reader is still there.
  await pool.query('INSERT INTO one VALUES (1)')
  await reader.query('COMMIT')
  reader.release()
  t.same(await migrated, { ok: true, applied: ['0002-two'] })
})

t.test('a file inserted before an applied one is refused', async t => {
  await emptyDatabase()
  await migrate(databaseUrl, [TWO])
  t.match(await migrate(databaseUrl, [ONE, TWO]), { ok: false, problem: /next number/ })
})

t.test('a file that fails leaves no change and keeps the files before it', async t => {
  await emptyDatabase()
  await t.rejects(migrate(databaseUrl, [ONE, TWO, THREE]), /division by zero/)
  const made = "SELECT to_regclass('two') AS two, to_regclass('three') AS three"
  const { rows } = await pool.query(made)
  t.same(rows, [{ two: 'two', three: null }])
  t.match(await checkMigrated(pool, [ONE, TWO, THREE]), /not migrated/)
  t.equal(await checkMigrated(pool, [ONE, TWO]), null)
})

t.test('a node does not start on an empty database', async t => {
  await emptyDatabase()
  t.match(await checkMigrated(pool), /run "reelhouse migrate" first/)
})
