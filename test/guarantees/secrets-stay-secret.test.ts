// Guarantee 13: no API key, session token or link is in logs, errors, metrics or addresses. A node
// runs at its most verbose level through every kind of failure, and its whole output is searched.

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { request } from 'undici'
import { createLogger } from '../../src/server/logger.ts'
import { BET, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import type { Misbehaviour } from '../support/scripted-wallet.ts'

const setup = await openSetup(t)
const { wallet, project, pool } = setup
const node = await setup.startProcess({ LOG_LEVEL: 'trace' })
const said: string[] = []
const secrets = new Map<string, string>([
  ['the api key', project.apiKey],
  ['the master key', setup.masterKey.toString('hex')],
  ['the database password', new URL(setup.stores.databaseUrl).password],
  ['the Redis password', new URL(setup.stores.redisUrl).password],
])

async function call(fields: unknown, headers: Record<string, string> = {}) {
  const answer = await post(node, '/playGame.do', fields, headers)
  // A good launch returns the link to the operator only.
  if (answer.status !== 200) said.push(JSON.stringify(answer))
  return answer
}

/** The link and its token count as secrets from here on. */
async function openGame(playerId: string) {
  const opened = await setup.openGame(node, playerId)
  secrets.set(`the token of ${playerId}`, opened.client.token)
  secrets.set(`the link of ${playerId}`, opened.link)
  said.push(JSON.stringify(opened.welcome))
  return opened
}

t.test('a node runs through every kind of failure', async t => {
  const { client, link } = await openGame('unlucky')
  t.notOk(new URL(link).search, 'the link’s secret is in the fragment, which is sent to no server')
  t.notMatch(new URL(link).pathname, /rt_/)

  const troubles: Misbehaviour[] = [
    'echo',
    'invalid-json',
    'http-500-before-apply',
    'drop-after-apply',
  ]
  for (const act of troubles) {
    wallet.rule({ method: 'session_info', playerId: 'refused', act })
    t.match((await call(launchBody(project, { player_id: 'refused' }))).body, { status: 'error' })
    wallet.rule({ method: 'bet', playerId: 'unlucky', act })
    const pending = client.nextNews()
    const answer = await client.spin(BET)
    const known = roundOf(answer).status === 'pending' ? await pending : answer
    if (roundOf(known).status === 'awaiting') await client.collect(roundOf(known).roundId)
  }

  await call(`{"partner":"casino","api_key":"${project.apiKey}"`)
  await call(launchBody(project, { currency: project.apiKey }))
  await call(launchBody(project, { partner: project.apiKey }))
  await call(launchBody(project, { [project.apiKey]: 1 }))
  await call(launchBody(project), { 'idempotency-key': 'a b' })
  for (const text of [client.token, `{"token":"${client.token}"`, '{"type":"hello"}']) {
    client.sendText(text)
  }
  await client.send({ type: 'hello', token: `${client.token}x` })
  const dead = await setup.connect(node, link)
  await dead.send({
    type: 'hello',
    token: client.token.replace(/.$/, c => (c === 'A' ? 'B' : 'A')),
  })
  said.push(...client.received.map(m => JSON.stringify(m)))
  said.push(...dead.received.map(m => JSON.stringify(m)))
})

t.test('a node runs without its stores, and logs the faults', async t => {
  const { client } = await openGame('stranded')
  await pool.query('ALTER TABLE unfinished_round RENAME TO round_away')
  await pool.query('ALTER TABLE session RENAME TO session_away')
  said.push(JSON.stringify(await client.spin(BET)))
  said.push(JSON.stringify(await client.hello()))
  await call(launchBody(project))
  await pool.query('ALTER TABLE session_away RENAME TO session')
  await pool.query('ALTER TABLE round_away RENAME TO unfinished_round')
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'reelhouse%'`,
  )
  await client.hello()
  t.match(node.output(), /"level":50/, 'the log has the faults')
})

t.test('metrics and public answers are read', async t => {
  const paths = ['/health', '/games/health', '/nowhere'].map(path => `${node.baseUrl}${path}`)
  for (const url of [...paths, `${node.internalUrl}/metrics`]) {
    const answer = await request(url)
    said.push(JSON.stringify(answer.headers), await answer.body.text())
  }
  t.ok(
    said.some(text => text.includes('reelhouse_wallet_call_seconds')),
    'the metrics were read',
  )
})

t.test('guarantee 13: no output holds a secret', async t => {
  const places: [string, string][] = [
    ['the logs', node.output()],
    ['answers and metrics', said.join('\n')],
    ['addresses the wallet was called at', wallet.calls.map(c => c.path).join('\n')],
  ]
  for (const [place, text] of places) {
    t.ok(text.length > 0)
    for (const [secret, value] of secrets) t.notOk(text.includes(value), `${secret} in ${place}`)
    t.notMatch(text, /\brt_[A-Za-z0-9_-]{20}/, `something like a token in ${place}`)
    t.notMatch(text, /\brk_[A-Za-z0-9_-]{20}/, `something like a key in ${place}`)
  }
})

t.test('guarantee 13: the ledger holds no key, token or link in clear text', async t => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  t.ok(tables.some(({ name }) => name === 'session'))
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT x::text AS text FROM "${name}" x`)
    const text = rows.map(row => row.text).join('\n')
    for (const [secret, value] of secrets) {
      t.notOk(text.includes(value), `${secret} in ${name}`)
      t.notOk(text.includes(Buffer.from(value).toString('hex')), `${secret} in ${name}, as bytes`)
    }
  }
})

t.test('guarantee 13: the logger blanks keys and tokens in every position', async t => {
  const file = path.join(t.testdir(), 'log')
  const log = createLogger('trace', 'node', file)
  const { apiKey } = project
  const token = [...secrets].find(([name]) => name.startsWith('the token'))![1]
  const error = new Error(`refused ${apiKey} of ${token}`)
  log.info(`hello ${token} and ${apiKey}`)
  log.error({ err: error }, 'a failure')
  log.warn({ token, link: `https://x/#token=${token}`, api_key: apiKey, masterKey: 'm' }, 'fields')
  log.warn({ request: { token, nested: { apiKey } } }, 'nested')
  const text = await readFile(file, 'utf8')
  t.equal(text.trim().split('\n').length, 4)
  t.notOk(text.includes(token))
  t.notOk(text.includes(apiKey))
  t.match(text, /\[redacted\]/)
})
