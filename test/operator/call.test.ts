// The order of the checks on a call, as a table, with a method made for it: each failing check
// takes precedence over all later ones, and a failed call executed nothing. Real Redis and
// Postgres.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import t from 'tap'
import { openListener } from '../../src/ledger/database/listener.ts'
import { openIdempotentCalls } from '../../src/ledger/projects/idempotency.ts'
import { CALL_ENDED_CHANNEL } from '../../src/ledger/projects/idempotency-rows.ts'
import { changeProject } from '../../src/ledger/projects/project-changes.ts'
import { openProjectReader } from '../../src/ledger/projects/project-reader.ts'
import { PROJECT_CHANGED_CHANNEL } from '../../src/ledger/projects/projects.ts'
import { createCounts } from '../../src/limits/counts.ts'
import { FAILED_KEYS_PER_MINUTE, HTTP_REQUESTS_PER_PROJECT } from '../../src/limits.ts'
import {
  answerCall,
  type OperatorMethod,
  type OperatorRequest,
  type OperatorRoute,
} from '../../src/operator/call.ts'
import { findCaller } from '../../src/operator/caller-address.ts'
import { refuse } from '../../src/operator/errors.ts'
import { createFailedKeys, type FailedKey } from '../../src/operator/failed-keys.ts'
import { createRateLimit } from '../../src/operator/rate-limit.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createRateLimits } from '../../src/redis/rate-limits.ts'
import { addProject } from '../support/ledger-projects.ts'
import { openStores } from '../support/real-stores.ts'
import { expectOk } from '../support/results.ts'

const { pool, databaseUrl, redisUrl, redisPrefix } = await openStores(t)
const redis = await connectRedis(redisUrl, redisPrefix)
t.teardown(() => redis.quit())
const masterKey = randomBytes(32)
const project = await addProject(pool, masterKey, 'casino', ['203.0.113.0/24', '2001:db8::/32'])
const { projectId, apiKey } = project
const keyOfOff = await createOff()
const faults: unknown[] = []
const onFault = (error: unknown) => void faults.push(error)
const { listen, close } = openListener(
  databaseUrl,
  [PROJECT_CHANGED_CHANNEL, CALL_ENDED_CHANNEL],
  onFault,
)
t.teardown(close)
const projects = openProjectReader({ pool, listen, masterKey })
const uncounted: string[] = []
const idempotentCalls = openIdempotentCalls(pool, listen)
let clockMs = 0
const failedKeys: FailedKey[] = []
const setup = {
  runOnce: idempotentCalls.runOnce,
  findProject: projects.findAt,
  findCredentials: projects.findCredentials,
  findKnownCredentials: projects.findKnownCredentials,
  callsPerProject: () => HTTP_REQUESTS_PER_PROJECT,
  callsUnderWay: createCounts(),
  failedKeys: createFailedKeys(() => clockMs),
  onFailedKey: (failed: FailedKey) => void failedKeys.push(failed),
  onFault,
  admit: createRateLimit({
    takeCall: createRateLimits(redis),
    onUncounted: rateClass => void uncounted.push(rateClass),
  }),
}

/** The key of the project "off", which is switched off. */
async function createOff(): Promise<string> {
  const made = await addProject(pool, masterKey, 'off')
  const settings = { ...made.settings, enabled: false }
  expectOk(await changeProject(pool, masterKey, made, { settings }, { allowLoopback: false }))
  return made.apiKey
}

interface Fields {
  partner: string
  api_key: string
  action?: string
}

let executed = 0
const method: OperatorMethod<Fields, object> = {
  name: 'test',
  read: body =>
    (body as Fields).action === 'unknown'
      ? refuse('UNSUPPORTED_GAME')
      : { ok: true, value: body as Fields },
  async execute(_project, { action }) {
    executed++
    if (action === 'fault') throw new Error('broken on purpose')
    return action === 'refused' ? refuse('ROUND_IN_PROGRESS') : { ok: true }
  },
}

const route: OperatorRoute = {
  needsAllowlist: true,
  rateClass: body => ('report' in body ? 'reports' : 'actions'),
  findMethod: body => ('method' in body ? refuse('INVALID_METHOD') : { ok: true, value: method }),
}

interface Call extends Omit<OperatorRequest, 'body'> {
  fields: Record<string, unknown>
}

const goodCall = (): Call => ({
  contentType: 'application/json',
  idempotencyKeys: [],
  address: '203.0.113.7',
  requestId: 'request-1',
  fields: { partner: projectId, api_key: apiKey },
})

const callWith = (fields: object, head: Partial<Call> = {}): Call => {
  const call = { ...goodCall(), ...head }
  return { ...call, fields: { ...call.fields, ...fields } }
}

const send = ({ fields, ...head }: Call, as = route, deps = setup) =>
  answerCall(deps, { ...head, body: Buffer.from(JSON.stringify(fields)) }, as)

const ACTIONS = `rate:{${projectId}}:actions`
/** In debt: hours until a call is allowed again. */
const overdraw = () => redis.hset(ACTIONS, 'parts', '-1000000000000', 'at', '9000000000000000')
const refusal = (message: string) => ({ status: 'error', message })

function switchOff({ fields }: Call): void {
  const api_key = fields.api_key === apiKey ? keyOfOff : fields.api_key
  Object.assign(fields, { partner: 'off', api_key })
}

/** What can be wrong with a call, in the order of the checks. */
const CHECKS: [code: string, status: number, spoil: (call: Call) => unknown][] = [
  ['INVALID_REQUEST', 400, call => Object.assign(call, { contentType: 'text/plain' })],
  ['UNAUTHORIZED', 401, call => Object.assign(call.fields, { api_key: 'rk_wrong' })],
  ['FORBIDDEN', 403, switchOff],
  ['IP_NOT_ALLOWED', 403, call => Object.assign(call, { address: '198.51.100.1' })],
  ['RATE_LIMITED', 429, overdraw],
  ['INVALID_IDEMPOTENCY_KEY', 400, call => Object.assign(call, { idempotencyKeys: ['a b'] })],
  ['INVALID_METHOD', 400, call => Object.assign(call.fields, { method: 'none' })],
  ['UNSUPPORTED_GAME', 404, call => Object.assign(call.fields, { action: 'unknown' })],
]
const COUNTED_FROM = CHECKS.findIndex(([code]) => code === 'RATE_LIMITED') + 1

/** Spoils a call in these ways and sends it, on a full bucket unless the quota is one of them. */
async function sendSpoiled(ways: typeof CHECKS) {
  await redis.del(ACTIONS)
  const call = goodCall()
  for (const [, , spoil] of ways) await spoil(call)
  clockMs += 60_000
  return send(call)
}

t.test('each failing check takes precedence over every later one', async t => {
  executed = 0
  for (const [place, check] of CHECKS.entries()) {
    const [code, status] = check
    const later = CHECKS.slice(place + 1)
    for (const ways of [[], ...later.map(one => [one]), later]) {
      const answer = await sendSpoiled([check, ...ways])
      const name = `${code} before ${ways.map(([other]) => other).join(', ') || 'execution'}`
      t.match([answer.status, answer.body], [status, refusal(code)], name)
    }
  }
  t.equal(executed, 0)
  t.strictSame((await sendSpoiled([])).body, { status: 'ok' }, 'nothing wrong')
  t.equal(executed, 1)
  t.strictSame([faults, uncounted], [[], []])
})

t.test('a project has its share of the calls in flight, separate from other projects', async t => {
  await redis.del(ACTIONS)
  const { up, down } = setup.callsUnderWay
  for (let calls = 0; calls < HTTP_REQUESTS_PER_PROJECT; calls++) up(projectId)
  const crowded = await send(goodCall())
  t.match(crowded, { status: 429, headers: { 'retry-after': '1' } })
  t.strictSame(crowded.body, refusal('RATE_LIMITED'))
  up('another')
  t.equal(setup.callsUnderWay.of('another'), 1, 'another project can start a call')
  down('another')
  down(projectId)
  t.equal((await send(goodCall())).status, 200)
  t.equal((await send(goodCall())).status, 200, 'an answered call is no longer in flight')
  await send(callWith({ action: 'fault' }))
  t.equal(faults.splice(0).length, 1)
  t.equal((await send(goodCall())).status, 200, 'nor is a failed one')
  for (let calls = 1; calls < HTTP_REQUESTS_PER_PROJECT; calls++) down(projectId)
  t.equal(setup.callsUnderWay.of(projectId), 0)
})

t.test('a call counts from the rate limit on, whatever its result', async t => {
  for (const [place, check] of CHECKS.entries()) {
    if (check[0] === 'RATE_LIMITED') continue
    await sendSpoiled([check])
    t.equal(await redis.exists(ACTIONS), place < COUNTED_FROM ? 0 : 1, check[0])
  }
})

/** One more wrong key than an address may send; each gets the refusal. */
async function sendWrongKeys(address: string): Promise<void> {
  for (let number = 0; number < FAILED_KEYS_PER_MINUTE; number++) {
    t.equal((await send(callWith({ api_key: `rk_wrong-${number}` }, { address }))).status, 401)
  }
}

t.test('past its budget of wrong keys an address is refused without a query', async t => {
  clockMs += 3_600_000
  await sendWrongKeys('203.0.113.99')
  failedKeys.length = 0
  const statements: unknown[] = []
  const counted = {
    ...setup,
    findCredentials: (asked: string) => {
      statements.push(asked)
      return projects.findCredentials(asked)
    },
  }
  const sendCounted = (fields: object) =>
    send(callWith(fields, { address: '203.0.113.99' }), route, counted)
  for (const partner of [projectId, 'nobody', 'NO ID AT ALL']) {
    t.strictSame(await sendCounted({ partner, api_key: 'rk_wrong' }), {
      status: 429,
      body: refusal('RATE_LIMITED'),
      headers: { 'retry-after': '1', 'x-ratelimit-limit': '60/min' },
    })
  }
  t.strictSame(statements, [])
  const answer = 'RATE_LIMITED'
  const caller = { address: '203.0.113.99', requestId: 'request-1' }
  t.strictSame(failedKeys, [
    { ...caller, projectId, answer },
    { ...caller, projectId: 'nobody', answer },
    { ...caller, projectId: null, answer },
  ])
  t.equal((await sendCounted({})).status, 200, 'a neighbour with the right key is accepted')
  const elsewhere = await send(callWith({ api_key: 'rk_wrong' }))
  t.equal(elsewhere.status, 401, 'another address has its own budget')
  clockMs += 1_000
  t.equal((await sendCounted({ api_key: 'rk_wrong' })).status, 401, 'tries come back over time')
})

t.test('a success has the quota headers; an error after execution has not', async t => {
  await redis.del(ACTIONS)
  const quota = { 'x-ratelimit-limit': '600/min', 'x-ratelimit-remaining': '599' }
  t.strictSame((await send(goodCall())).headers, quota)
  for (const action of ['refused', 'unknown']) {
    t.equal((await send(callWith({ action }))).headers, undefined, action)
  }
  const failed = await send(callWith({ action: 'fault' }))
  t.strictSame([failed.body, failed.headers], [refusal('REQUEST_FAILED'), undefined])
  t.equal(faults.splice(0).length, 1)
})

t.test('a repeat with an Idempotency-Key counts and runs nothing', async t => {
  await redis.del(ACTIONS)
  executed = 0
  const call = callWith({}, { idempotencyKeys: ['one'] })
  for (const { status, headers } of [await send(call), await send(call)]) {
    t.strictSame([status, headers?.['x-ratelimit-limit']], [200, '600/min'])
  }
  t.equal(executed, 1)
  await overdraw()
  const refused = await send(call)
  t.strictSame(refused.body, refusal('RATE_LIMITED'), 'over quota the kept answer is refused too')
  await redis.del(ACTIONS)
  t.equal((await send(call)).status, 200, 'with quota again it gets the first answer')
  t.equal(executed, 1)
})

t.test('over quota the answer has the retry time and the quota, for this class only', async t => {
  await overdraw()
  const { headers } = await send(goodCall())
  // A debt of 10^12 parts and the call's 6·10^7, at 600 parts a microsecond.
  const wanted = { 'x-ratelimit-limit': '600/min', 'retry-after': '1667' }
  t.strictSame(headers, wanted)
  const report = await send(callWith({ report: true }))
  t.equal(report.headers?.['x-ratelimit-limit'], '120/min')
  await redis.del(ACTIONS)
})

t.test('only a method that needs the allowlist asks for it', async t => {
  for (const address of ['198.51.100.1', '2001:db9::1', null]) {
    const call = callWith({}, { address })
    const seen = { ...refusal('IP_NOT_ALLOWED'), address }
    t.strictSame((await send(call)).body, seen, `${address}`)
    t.equal((await send(call, { ...route, needsAllowlist: false })).status, 200, `${address}`)
  }
  for (const socket of ['203.0.113.255', '::ffff:203.0.113.1', '2001:db8:ffff::1']) {
    const answer = await send(callWith({}, { address: findCaller(socket, [], []) }))
    t.equal(answer.status, 200, socket)
  }
})

t.test('a project without networks admits no address', async t => {
  await pool.query(`UPDATE project SET allowed_networks = '{}', revision = revision + 1`)
  t.match((await send(goodCall())).body, refusal('IP_NOT_ALLOWED'))
})

t.test('without Redis calls pass uncounted, and this is logged once an outage', async t => {
  const away = await connectRedis(redisUrl, redisPrefix)
  const takeCall = createRateLimits(away)
  const said: unknown[] = []
  const counted: string[] = []
  const admit = createRateLimit({
    takeCall,
    onUncounted: rateClass => void counted.push(rateClass),
  })
  const onFault = (error: unknown) => void said.push(error)
  const outage = async () => {
    const ended = once(away, 'end')
    away.disconnect()
    await ended
    for (let time = 0; time < 3; time++) {
      const admission = await admit(project, 'launch', onFault)
      t.strictSame(admission, { isAllowed: true, headers: { 'x-ratelimit-limit': '1200/min' } })
    }
    await away.connect()
    const { headers } = await admit(project, 'launch', onFault)
    t.match(headers, { 'x-ratelimit-remaining': /^\d+$/ }, 'counted again')
  }
  await outage()
  t.strictSame([said.length, counted], [1, ['launch', 'launch', 'launch']])
  await outage()
  t.strictSame([said.length, counted.length], [2, 6])
  await away.quit()
})
