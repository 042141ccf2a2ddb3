// Played by npm run prove: guarantees/shards plays on several databases at each change.
//
// The owners' commands for players in two databases: players are found in either one, and a map is
// refused that differs from the platform's first one.

import { randomBytes } from 'node:crypto'
import t from 'tap'
import { request } from 'undici'
import { holdPort } from '../support/held-port.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { openCommandLine, start } from '../support/start-reelhouse.ts'
import { playersIn } from '../support/two-databases.ts'
import { serveSettings } from './serve-settings.ts'

const other = await openStores(t)
const setup = await openSetup(t)
const { pool: home, project, stores } = setup
const node = await setup.startNode({
  databaseShards: [
    { first: 0, last: 511, address: null },
    { first: 512, last: 1023, address: other.databaseUrl },
  ],
})
const [ann] = playersIn('home', project.projectId, 1) as [string]
const [fay] = playersIn('other', project.projectId, 1) as [string]

const env = {
  REDIS_URL: stores.redisUrl,
  REDIS_PREFIX: stores.redisPrefix,
  DATABASE_URL: stores.databaseUrl,
  DATABASE_SHARDS: `0-511=home,512-1023=${other.databaseUrl}`,
  MASTER_KEY: setup.masterKey.toString('hex'),
}
const run = openCommandLine(t)

/** Its printed JSON; it must succeed. */
async function ask(args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run([...args, '--json'], env)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

t.test('migrate migrates all databases', async t => {
  t.strictSame(await ask(['migrate']), { applied: [] })
  const { rows } = await other.pool.query('SELECT name FROM schema_migration ORDER BY name DESC')
  await other.pool.query('DELETE FROM schema_migration WHERE name = $1', [rows[0].name])
  const { code, stderr } = await run(['rounds', 'stuck'], env)
  t.equal(code, 1)
  t.match(stderr, 'The database is not migrated')
  const newest = 'SELECT name, sha256 FROM schema_migration ORDER BY name DESC LIMIT 1'
  const [{ name, sha256 }] = (await home.query(newest)).rows
  const restore = 'INSERT INTO schema_migration (name, sha256) VALUES ($1, $2)'
  await other.pool.query(restore, [name, sha256])
})

t.test('a round is found by its id alone, and listed from every database', async t => {
  setup.wallet.rule({ method: 'bet', act: 'http-500-before-apply', times: 1_000 })
  const rounds: string[] = []
  for (const playerId of [ann, fay]) {
    const { client } = await setup.openGame(node, playerId)
    rounds.push(roundOf(await client.spin(BET)).roundId)
  }
  for (const [place, roundId] of rounds.entries()) {
    const shown = { player_id: [ann, fay][place], state: 'debit_pending' }
    t.match(await ask(['rounds', 'show', roundId]), shown)
  }
  const { rounds: stuck } = await ask(['rounds', 'stuck', '--older-than', '0s'])
  t.strictSame(pluck(stuck as { round_id: string }[], 'round_id'), rounds, 'the oldest first')
  const pushed = await ask(['rounds', 'push', rounds[1]!])
  t.match(pushed, { answer: /^(tried|driving|taken-up)$/, round_id: rounds[1] })
  const { rows } = await home.query(`SELECT subject FROM audit WHERE action = 'round.pushed'`)
  t.strictSame(rows, [{ subject: project.projectId }], 'audited at home')
  setup.wallet.behave()
})

t.test('the sessions of a player end in any database', async t => {
  for (const playerId of [ann, fay]) {
    const { client } = await setup.openGame(node, playerId, { symbol: 'cherry-classic' })
    const { revoked } = await ask(['session', 'revoke', project.projectId, playerId])
    t.ok((revoked as string[]).length > 0)
    await client.closed
  }
  const { rows } = await home.query(`SELECT FROM audit WHERE action = 'session.revoked'`)
  t.equal(rows.length, 2)
})

t.test('the map is recorded, and neither serve nor a command accepts another one', async t => {
  const settings = async () => ({
    ...(await serveSettings()),
    NODE_NAME: randomBytes(4).toString('hex'),
  })
  const serving = start(['serve', '--json'], { ...env, ...(await settings()) })
  t.match(JSON.parse(await serving.firstLine), { ready: true })
  serving.child.kill('SIGTERM')
  t.equal((await serving.ended).code, 0)
  const wrong = { DATABASE_SHARDS: `0-600=home,601-1023=${other.databaseUrl}` }
  for (const args of [['serve'], ['rounds', 'stuck']]) {
    const { code, stderr } = await run(args, { ...env, ...(await settings()), ...wrong })
    t.equal(code, 1)
    t.match(stderr, 'carries the shards 0-511, and DATABASE_SHARDS gives it the shards 0-600')
    t.notMatch(stderr, new URL(other.databaseUrl).password)
  }
})

t.test('serve starts while a database is down, but not without the home one', async t => {
  const settings = await serveSettings()
  const nowhere = `postgres://nobody:hush@127.0.0.1:${await holdPort()}/none`
  const away = { DATABASE_SHARDS: `0-511=home,512-1023=${nowhere}` }
  const serving = start(['serve', '--json'], { ...env, ...settings, ...away })
  t.match(JSON.parse(await serving.firstLine), { ready: true })
  const { body } = await request(`http://127.0.0.1:${settings.PROBES_PORT}/readyz`)
  t.strictSame(await body.json(), { status: 'ok', away: ['postgres 512-1023'] })
  serving.child.kill('SIGTERM')
  const { code, stderr } = await serving.ended
  t.equal(code, 0)
  t.match(stderr, /WARNING: .* does not answer .* Players of the shards 512-1023 wait/)
  t.notMatch(stderr, 'hush')
  const ended = await run(['serve'], { ...env, ...settings, DATABASE_URL: nowhere })
  t.equal(ended.code, 1)
})
