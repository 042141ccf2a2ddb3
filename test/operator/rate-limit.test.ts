// Rate limits of a running node: headers of a launch, 429 over quota on all nodes, and launches
// that continue while Redis is down. Source: operator API, "Rate limits".

import { Redis } from 'ioredis'
import t from 'tap'
import { request } from 'undici'
import { openGate } from '../support/gate.ts'
import { launchBody, post } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node, other } = await openShared(t)
const { project, stores, wallet } = setup
const redis = new Redis(stores.redisUrl, { keyPrefix: stores.redisPrefix })
t.teardown(() => redis.quit())

const LAUNCHES = `rate:{${project.projectId}}:launch`
/** In debt by so many calls; no time passes for it. */
const overdraw = (calls: number) =>
  redis.hset(LAUNCHES, 'parts', String(-60_000_000 * calls), 'at', '9000000000000000')

const launch = (fields: object = {}, at: { baseUrl: string } = node, headers = {}, as = project) =>
  post(at, '/playGame.do', launchBody(as, fields), headers)

t.test('a launch answers with the quota and the remaining calls', async t => {
  const { status, headers } = await launch()
  t.equal(status, 200)
  t.equal(headers['x-ratelimit-limit'], '1200/min')
  t.equal(headers['x-ratelimit-remaining'], '1199')
  t.equal(headers['retry-after'], undefined)
})

t.test('an unknown caller has no quota and uses no other caller’s', async t => {
  await redis.del(LAUNCHES)
  const { status, headers } = await launch({ api_key: 'rk_wrong' })
  t.equal(status, 401)
  t.equal(headers['x-ratelimit-limit'], undefined)
  t.equal(await redis.exists(LAUNCHES), 0)
})

t.test(
  'over quota every node answers 429 and executes nothing; a later repeat is the first call',
  async t => {
    const otherProject = await setup.newProject('other', { allowedNetworks: [] })
    const key = { 'idempotency-key': 'later' }
    await overdraw(1_199)
    const calls = wallet.calls.length
    for (const at of [node, other]) {
      const { status, headers, body } = await launch({}, at, key)
      t.equal(status, 429)
      t.strictSame(body, { status: 'error', message: 'RATE_LIMITED' })
      t.equal(headers['retry-after'], '60', '1,199 owed and one to take, 20 a second')
      t.equal(headers['x-ratelimit-limit'], '1200/min')
      t.equal(headers['x-ratelimit-remaining'], undefined)
      t.equal(headers['cache-control'], 'no-store')
      await overdraw(1_199)
    }
    t.equal(wallet.calls.length, calls)
    t.equal((await launch({}, node, {}, otherProject)).status, 200, 'another project')
    await redis.hset(LAUNCHES, 'at', Date.now() * 1_000 - 61_000_000)
    t.equal((await launch({}, node, key)).status, 200, 'a minute later')
  },
)

t.test('/metrics counts the refusals', async t => {
  const { body } = await request(`${node.internalUrl}/metrics`)
  t.match(await body.text(), /reelhouse_http_requests_total\{[^}]*code="RATE_LIMITED"[^}]*\} \d/)
})

t.test('a changed quota of a project applies on every node at once', async t => {
  await redis.del(LAUNCHES)
  await setup.changeSettings({ callsPerMinute: { launch: 2_400 } })
  const { headers } = await launch()
  t.equal(headers['x-ratelimit-limit'], '2400/min')
  t.equal(headers['x-ratelimit-remaining'], '2399')
  await setup.changeSettings({})
})

t.test('while Redis is down launches continue uncounted, and count again afterwards', async t => {
  await redis.del(LAUNCHES)
  const gate = await openGate(t, stores.redisUrl)
  const cutOff = await setup.startNode({ redis: gate.url })
  t.equal((await launch({}, cutOff)).headers['x-ratelimit-remaining'], '1199')
  gate.close()
  for (let time = 0; time < 3; time++) {
    const { status, headers } = await launch({}, cutOff)
    t.equal(status, 200)
    t.equal(headers['x-ratelimit-limit'], '1200/min')
    t.equal(headers['x-ratelimit-remaining'], undefined, 'no headers of the quota')
  }
  const { body } = await request(`${cutOff.internalUrl}/metrics`)
  t.match(await body.text(), /reelhouse_rate_limit_uncounted_total\{[^}]*class="launch"[^}]*\} 3/)
  gate.open()
  let answer = await launch({}, cutOff)
  for (
    let time = 0;
    time < 5_000 && answer.headers['x-ratelimit-remaining'] === undefined;
    time++
  ) {
    answer = await launch({}, cutOff)
  }
  t.match(answer.headers['x-ratelimit-remaining'], /^\d+$/)
})
