// The operator's client against a running node: every method of the API, its repeats and their key,
// when it gives up, and the content of an error.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import t, { type Test } from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import {
  createOperatorClient,
  OperatorApiError,
  type OperatorOptions,
} from '../../src/sdk/client.ts'
import { GAME, settingsOf } from '../support/operator-setup.ts'
import { makeRound, storeRound } from '../support/report-rounds.ts'
import { pluck } from '../support/results.ts'
import { openShared } from '../support/shared-node.ts'
import { startFront } from '../support/unreliable-front.ts'

const { setup, node } = await openShared(t)
const { pool, project } = setup
const front = await startFront(t, node.baseUrl)
const pauses: number[] = []

function clientWith(options: Partial<OperatorOptions> = {}) {
  return createOperatorClient({
    baseUrl: front.url,
    partner: project.projectId,
    apiKey: project.apiKey,
    wait: async ms => pauses.push(ms),
    ...options,
  })
}
const client = clientWith()
const ANN = { player_id: 'ann', currency: 'EUR' as const, symbol: GAME }
const GRANT = { ...ANN, count: 10, bet: '0.20' }
const LEVEL = { player_id: 'ann', provider: 'provider_b' as const }

t.beforeEach(() => {
  front.next()
  pauses.length = 0
})

/** How a call fails. */
async function errorOf(call: Promise<unknown>): Promise<OperatorApiError> {
  const error = await call.then(
    () => null,
    reason => reason,
  )
  if (!(error instanceof OperatorApiError)) throw new Error(`no API error: ${inspect(error)}`)
  return error
}

const error = (status: number, message: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: JSON.stringify({ status: 'error', message }),
})

t.test('every method of the document is a function and gets its answer from a node', async t => {
  const rtp = { provider_b: { level: '94', personal: true } }
  await setup.change({ settings: settingsOf({ rtp }) })
  const { link, meta } = await client.launch({ ...ANN, lang: 'en' })
  t.match(link, /#token=/)
  t.match(meta, { currency: 'EUR', language: 'en', mode: 'TEST_ONLY' })

  const grant = await client.freespins.create({ ...GRANT, external_id: 'welcome' })
  t.match(grant, { external_id: 'welcome', remaining: 10, bet: '0.20', status: 'active' })
  t.strictSame(await client.freespins.get({ external_id: 'welcome' }), grant)
  t.strictSame(await client.freespins.list({ player_id: 'ann' }), [grant])
  t.match(await client.freespins.cancel({ grant_id: grant.grant_id }), { status: 'cancelled' })

  const target = { player_id: 'ann', symbol: 'cherry-classic', multiplier: '5' }
  const outcome = await client.outcomes.schedule({ ...target, comment: 'a birthday' })
  t.match(outcome, { ...target, kind: 'spin', comment: 'a birthday' })
  const { outcome_id } = outcome
  t.match(await client.outcomes.get({ outcome_id }), { outcome_id })
  t.match(await client.outcomes.list({ symbol: 'cherry-classic' }), [{ outcome_id }])
  t.match(await client.outcomes.cancel({ outcome_id }), { outcome_id, status: 'cancelled' })

  const missing = '019a8d3e-5c10-7b42-9a60-3f1d2c4e5a6b'
  t.match(await errorOf(client.roundCancel(missing)), { code: 'ROUND_NOT_FOUND', status: 404 })

  t.equal(await client.sessionsEnd('ann'), 'ann')
  const set = await client.project()
  t.match(set, { project_id: project.projectId, final_refusals: false, signed_calls: false })
  t.match(set.provider_rtp, [{ provider: 'provider_a' }, { provider: 'provider_b', bps: 9400 }])
  t.notMatch(JSON.stringify(set), project.apiKey)

  t.match(await client.reports.rounds(), { rounds: [], next_cursor: null })
  t.match(await client.reports.ggr({ group_by: ['symbol'] }), { group_by: ['symbol'], rows: [] })
  t.match(await client.reports.reconciliation({ limit: 5 }), { players: [], next_cursor: null })

  t.match(await client.playerRtp.get(LEVEL), { bound: false })
  const manual = await client.playerRtp.set({ ...LEVEL, rtp: '92.5', reason: 'a trial' })
  t.match(manual, { mode: 'manual', effective: { bps: 9250, source: 'manual' } })
  t.match(await client.playerRtp.auto(LEVEL), { mode: 'auto' })
  const limit = { currency: 'EUR' as const, min_minor: '20', max_minor: '500' }
  t.match(await client.playerRtp.betLimit({ ...LEVEL, ...limit }), { betLimits: [limit] })

  t.match(await client.health(), { status: 'ok', mode: 'TEST_ONLY' })
  for (const answer of [client.games(), client.catalog(), client.capabilities()]) {
    t.ok((await answer).games.length >= 9)
  }
  const document = readFileSync(path.join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8')
  t.strictSame([...new Set(front.calls.map(callName))].sort(), methodsOf(JSON.parse(document)))
})

const callName = (call: { path: string; name: string }) =>
  call.path === call.name ? call.path : `${call.path} ${call.name}`

function methodsOf(document: {
  paths: Record<string, { post?: { 'x-methods': { name: string }[] } }>
}): string[] {
  const named = Object.entries(document.paths).flatMap(([path, { post }]) => {
    const methods = post?.['x-methods'] ?? []
    return methods.length > 1 ? methods.map(({ name }) => `${path} ${name}`) : [path]
  })
  return named.sort()
}

t.test('a changing call has its own key, a reading call has none', async t => {
  await client.freespins.create(GRANT)
  await client.freespins.create(GRANT)
  await client.freespins.list()
  const [first, second, third] = front.calls
  t.match(first!.key, /^[!-~]{1,128}$/)
  t.match(second!.key, /^[!-~]{1,128}$/)
  t.not(first!.key, second!.key)
  t.equal(third!.key, undefined)
})

const areOneCall = (t: Test) =>
  t.equal(new Set(front.calls.map(({ key, body }) => `${key} ${body}`)).size, 1)

t.test('a lost answer is requested again, byte for byte with the same key: one grant', async t => {
  front.next('drop the answer', 'drop the answer')
  const grant = await client.freespins.create({ ...GRANT, player_id: 'unlucky' })
  t.equal(front.calls.length, 3)
  areOneCall(t)
  t.strictSame(await client.freespins.list({ player_id: 'unlucky' }), [grant])
})

t.test('a call that is not answered in time is repeated with the same key', async t => {
  front.next('never answer')
  const patient = clientWith({ timeoutMs: 1000 })
  const grant = await patient.freespins.create({ ...GRANT, player_id: 'patient' })
  // A busy machine may need a third attempt: it is still the same call.
  t.ok(front.calls.length >= 2)
  areOneCall(t)
  t.strictSame(await client.freespins.list({ player_id: 'patient' }), [grant])
})

t.test("a key of the operator's own makes two calls one", async t => {
  const once = { idempotencyKey: 'launch-of-visit-7' }
  const first = await client.launch(ANN, once)
  t.strictSame(await client.launch(ANN, once), first)
  t.equal(front.calls[0]!.key, 'launch-of-visit-7')
  const other = { ...ANN, player_id: 'bob' }
  t.match(await errorOf(client.launch(other, once)), { code: 'IDEMPOTENCY_CONFLICT', status: 409 })
})

t.test('a full quota is waited for as long as the platform says', async t => {
  front.next(error(429, 'RATE_LIMITED', { 'retry-after': '3' }))
  await client.freespins.list()
  t.strictSame(pauses, [3000])
  t.equal(front.calls.length, 2)
})

t.test('no call waits longer than a minute', async t => {
  front.next(error(429, 'RATE_LIMITED', { 'retry-after': '61' }))
  t.match(await errorOf(client.freespins.list()), { code: 'RATE_LIMITED', status: 429 })
  t.strictSame(pauses, [])
})

t.test('faults and broken connections are repeated with growing pauses, 4 times', async t => {
  const faults = ['drop before the node', error(503, 'REQUEST_FAILED')] as const
  front.next(...faults, { status: 502, body: '<html>' }, 'drop before the node')
  const failed = await errorOf(client.freespins.create(GRANT))
  t.match(failed, { code: 'NETWORK_ERROR', status: null, idempotencyKey: front.calls[0]!.key })
  t.equal(new Set(pluck(front.calls, 'key')).size, 1)
  t.equal(front.calls.length, 4)
  t.equal(pauses.length, 3)
  for (const [place, pause] of pauses.entries()) {
    t.ok(pause >= 250 * 2 ** place && pause <= 500 * 2 ** place, `${pause}`)
  }
})

t.test('REQUEST_FAILED is tried once more, and no more', async t => {
  front.next(error(400, 'REQUEST_FAILED'), error(400, 'REQUEST_FAILED'), error(500, 'NEVER'))
  t.match(await errorOf(client.freespins.list()), { code: 'REQUEST_FAILED', status: 400 })
  t.equal(front.calls.length, 2)
})

t.test('a refusal is thrown at once, with its code and status', async t => {
  const symbol = 'no-such-game'
  t.match(await errorOf(client.freespins.create({ ...GRANT, symbol })), {
    name: 'OperatorApiError',
    message: '/gameActions.do: GAME_NOT_FOUND (HTTP 404)',
    code: 'GAME_NOT_FOUND',
    status: 404,
  })
  t.match(await errorOf(clientWith({ apiKey: 'rk_wrong' }).launch(ANN)), { code: 'UNAUTHORIZED' })
  t.equal(front.calls.length, 2)
})

t.test('an error says which field, address or cause the platform named', async t => {
  const refused = await errorOf(client.launch({ ...ANN, player_id: '' }))
  t.match(refused, { code: 'INVALID_REQUEST', details: { field: 'player_id' } })
  const said = { status: 'error', message: 'IP_NOT_ALLOWED', address: null, cause: 7, more: 'x' }
  front.next({ status: 403, body: JSON.stringify(said) })
  t.strictSame((await errorOf(client.launch(ANN))).details, { address: null }, 'of its form only')
})

t.test('health is requested once', async t => {
  front.next(error(503, 'DATABASE_UNAVAILABLE'))
  t.match(await errorOf(client.health()), { code: 'DATABASE_UNAVAILABLE', status: 503 })
  t.equal(front.calls.length, 1)
})

t.test('a redirect is not followed, so that the key goes nowhere else', async t => {
  const elsewhere = await startFront(t, node.baseUrl)
  front.next({ status: 307, headers: { location: `${elsewhere.url}/playGame.do` }, body: '' })
  t.match(await errorOf(client.launch(ANN)), { code: 'INVALID_ANSWER', status: 307 })
  t.strictSame(elsewhere.calls, [])
})

t.test('an error never holds the key or the link', async t => {
  const { link } = await client.launch(ANN)
  const cut = JSON.stringify({ status: 'ok', link }).slice(0, -1)
  const lost = Array.from({ length: 4 }, () => 'drop the answer' as const)
  for (const fates of [lost, Array.from({ length: 4 }, () => ({ status: 200, body: cut }))]) {
    front.next(...fates)
    const failed = await errorOf(client.launch(ANN))
    const shown = `${inspect(failed, { depth: 9, showHidden: true })} ${JSON.stringify(failed)}`
    t.notOk(shown.includes(project.apiKey) || shown.includes(new URL(link).hash))
    t.ok(shown.includes(failed.code))
  }
})

t.test('the key of the day is read for every call', async t => {
  const keys = ['rk_yesterday', project.apiKey]
  const rotating = clientWith({ apiKey: async () => keys.shift()! })
  t.match(await errorOf(rotating.freespins.list()), { code: 'UNAUTHORIZED' })
  t.ok(await rotating.freespins.list())
})

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

t.test('all rows are read page by page, without duplicates and omissions', async t => {
  for (const playerId of ['p-1', 'p-2', 'p-3', 'p-1', 'p-2']) {
    t.ok(await storeRound(pool, makeRound({ projectId: project.projectId, playerId })))
  }
  front.next()
  const all = (await client.reports.rounds()).rounds
  t.equal(all.length, 5)
  const rounds = await collect(client.reports.eachRound({ limit: 2 }))
  t.strictSame(rounds, all)
  t.equal(front.calls.length, 1 + 3)
  const players = await collect(client.reports.eachPlayer({ limit: 1 }))
  t.strictSame(players, (await client.reports.reconciliation()).players)
  const counts = players.map(({ player_id, bet_count }) => [player_id, bet_count])
  t.equal(counts.join(' '), 'p-1,2 p-2,2 p-3,1')
})
