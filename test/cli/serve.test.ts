// The durability that serve requires of Postgres before it starts: acknowledged commits must stay.
// every-command.test.ts starts it on one server.

import { randomBytes } from 'node:crypto'
import t from 'tap'
import { withClient } from '../../src/ledger/database/client.ts'
import { readDurability } from '../../src/ledger/database/durability.ts'
import { openStores } from '../support/real-stores.ts'
import { start } from '../support/start-reelhouse.ts'
import { serveSettings } from './serve-settings.ts'

const { databaseUrl, redisUrl, pool } = await openStores(t)
const database = new URL(databaseUrl).pathname.slice(1)

const durability = () => withClient(databaseUrl, 'test', readDurability)

t.test('serve does not start where commits are not waited for', async t => {
  t.strictSame(await durability(), { kind: 'one-server' })
  await pool.query(`ALTER DATABASE ${database} SET synchronous_commit = off`)
  t.strictSame(await durability(), { kind: 'none', setting: 'synchronous_commit' })
  const settings = { ...(await serveSettings()), REDIS_URL: redisUrl, DATABASE_URL: databaseUrl }
  const masterKey = randomBytes(32).toString('hex')
  const started = start(['serve', '--json'], { ...settings, MASTER_KEY: masterKey })
  const { code, stderr } = await started.ended
  t.equal(code, 1)
  t.match(stderr, /Postgres runs with synchronous_commit off: a crash loses rounds .* Set it on\./)
  await pool.query(`ALTER DATABASE ${database} RESET synchronous_commit`)
})
