// The durability that serve requires of Postgres before it starts: acknowledged commits must stay.

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import t from 'tap'
import { withClient } from '../../src/ledger/database/client.ts'
import { readDurability } from '../../src/ledger/database/durability.ts'
import { openStores } from '../support/real-stores.ts'
import { start } from '../support/start-reelhouse.ts'
import { serveSettings } from './serve-settings.ts'

const { databaseUrl, redisUrl, pool } = await openStores(t)
const database = new URL(databaseUrl).pathname.slice(1)

const secrets = t.testdir({
  redis: `${redisUrl}\n`,
  database: databaseUrl,
  key: `${randomBytes(32).toString('hex')}\n`,
})

/** Its secrets are in files. */
async function serve() {
  return start(['serve', '--json'], {
    ...(await serveSettings()),
    REDIS_URL_FILE: path.join(secrets, 'redis'),
    DATABASE_URL_FILE: path.join(secrets, 'database'),
    MASTER_KEY_FILE: path.join(secrets, 'key'),
  })
}

const durability = () => withClient(databaseUrl, 'test', readDurability)

t.test('serve does not start where commits are not waited for', async t => {
  await pool.query(`ALTER DATABASE ${database} SET synchronous_commit = off`)
  t.strictSame(await durability(), { kind: 'none', setting: 'synchronous_commit' })
  const { code, stderr } = await (await serve()).ended
  t.equal(code, 1)
  t.match(stderr, /Postgres runs with synchronous_commit off: a crash loses rounds .* Set it on\./)
  await pool.query(`ALTER DATABASE ${database} RESET synchronous_commit`)
})

t.test('serve starts on one server, and warns clearly of the loss in a failover', async t => {
  t.strictSame(await durability(), { kind: 'one-server' })
  const started = await serve()
  t.match(JSON.parse(await started.firstLine), { ready: true })
  started.child.kill('SIGTERM')
  const { code, stderr } = await started.ended
  t.equal(code, 0)
  t.match(stderr, /WARNING: Postgres has no synchronous standby/)
})
