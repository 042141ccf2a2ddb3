// Named statements: one text for each name in the whole platform.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { statement } from '../../src/ledger/database/statement.ts'
import { lockTarget } from '../../src/ledger/entitlements/target-outcomes.ts'
import { lockPlayer } from '../../src/ledger/players/players.ts'
import { openStores } from '../support/real-stores.ts'
import { insertProject } from '../support/rows.ts'

const SOURCES = ['src', 'workers'].flatMap(folder =>
  readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => path.join(folder, name)),
)

t.test('a second text for a name is refused, the same text again is not', async t => {
  statement('test-statement', 'SELECT 1')
  t.match(statement('test-statement', 'SELECT 1'), { name: 'test-statement', text: 'SELECT 1' })
  t.throws(() => statement('test-statement', 'SELECT 2'), /test-statement/)
})

t.test(
  'every named statement is made by `statement`, so that a clash fails at load time',
  async t => {
    const others = SOURCES.filter(file => {
      const source = readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
      const named = /\bname: [^\n]*,\s*text: /
      return named.test(source) && source.includes('.query')
    })
    t.strictSame(others, [])
  },
)

t.test('a player is locked by one statement, on one connection for all purposes', async t => {
  const { pool } = await openStores(t)
  await insertProject(pool, 'casino')
  const { rows } = await pool.query<{ player_key: string }>(
    `INSERT INTO player (project_id, player_id) VALUES ('casino', 'alice') RETURNING player_key`,
  )
  const playerKey = rows[0]!.player_key
  const client = await pool.connect()
  t.teardown(() => client.release())
  const target = { targetOutcomeId: '0190a8e2-0000-7000-8000-000000000001' }
  await client.query('BEGIN')
  t.equal(await lockPlayer(client, playerKey), 0n)
  await lockTarget(client, { playerKey, target })
  t.equal(await lockPlayer(client, playerKey), 0n)
  await client.query('COMMIT')
})
