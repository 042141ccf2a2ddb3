// Guarantee 17: every answer that carries a mode says TEST_ONLY, and no setting turns it off.

import t from 'tap'
import { request } from 'undici'
import { readConfig } from '../../src/server/settings/config.ts'
import { BET, launchBody, post } from '../support/operator-setup.ts'
import { codeOf } from '../support/play-client.ts'
import { openShared, WISHES } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)

/** Every value of a field called mode, at any depth. */
function modes(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Object.entries(value).filter(([name]) => name === 'mode')
  return [...own.map(([, mode]) => mode), ...Object.values(value).flatMap(modes)]
}

/** Public paths that answer; one that is not built yet answers 404 without a mode. */
const PUBLIC = ['/health', '/games/health', '/capabilities', '/games/catalog', '/nowhere']

t.test('guarantee 17: launch, welcome and health carry a mode, and it is TEST_ONLY', async t => {
  const launched = await post(node, '/playGame.do', launchBody(setup.project))
  t.match(launched.body, { meta: { mode: 'TEST_ONLY' } })
  const { welcome } = await setup.openGame(node, 'player')
  t.match(welcome, { mode: 'TEST_ONLY' })
  const health = await request(`${node.baseUrl}/health`)
  t.match(await health.body.json(), { mode: 'TEST_ONLY' })
})

t.test('guarantee 17: no answer of a node has another mode', async t => {
  const answers: unknown[] = []
  for (const path of PUBLIC) {
    const text = await (await request(`${node.baseUrl}${path}`)).body.text()
    answers.push(text.startsWith('{') ? JSON.parse(text) : null)
  }
  for (const fields of [{}, { gametype: 'real' }, { currency: 'GBP' }, { api_key: 'x' }]) {
    answers.push((await post(node, '/playGame.do', launchBody(setup.project, fields))).body)
  }
  const { client } = await setup.openGame(node, 'plays')
  for (let spin = 0; spin < 20; spin++) {
    const answer = await client.spin(BET)
    if (answer.type === 'round' && answer.round.status === 'awaiting') {
      await client.collect(answer.round.roundId)
    }
  }
  answers.push(...client.received)
  const found = answers.flatMap(modes)
  t.ok(found.length >= 3, 'answers with a mode were found')
  t.strictSame([...new Set(found)], ['TEST_ONLY'])
})

const ENV = {
  REDIS_URL: 'redis://127.0.0.1:6379',
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/d',
  MASTER_KEY: '00'.repeat(32),
  PUBLIC_URL: 'https://games.example.com',
}

t.test('guarantee 17: no setting is named for real play', async t => {
  const asked = new Set<string>()
  const env = new Proxy<Record<string, string>>(ENV, {
    get(target, name) {
      asked.add(String(name))
      return target[String(name)]
    },
  })
  t.match(readConfig(env), { ok: true })
  t.ok(asked.has('MASTER_KEY') && asked.has('LANES'), 'the reads of the environment were recorded')
  for (const name of asked) t.notMatch(name, /REAL|LIVE|MODE|MONEY|PROD|TEST|PAY|ENV/, name)
})

t.test('guarantee 17: settings that ask for real play change nothing', async t => {
  t.strictSame(readConfig({ ...ENV, ...WISHES }), readConfig(ENV))
  const real = await post(node, '/playGame.do', launchBody(setup.project, { gametype: 'real' }))
  t.match(real.body, { message: 'REAL_MODE_DISABLED' })
})

t.test('guarantee 17: a player cannot ask for another money mode', async t => {
  const { client } = await setup.openGame(node, 'asks')
  for (const mode of ['real', 'live', 'REAL']) {
    const answer = await client.send({ type: 'spin', bet: BET, mode })
    t.match(codeOf(answer), /^INVALID_(MODE|REQUEST)$/)
  }
})
