// The stored wallet calls and their fields: every call without a clear answer under its code of the
// specification, a bounded sample of the others, and never a secret.

import type { Test } from 'tap'
import t from 'tap'
import type { CallbackRecord } from '../../src/core/callback-record.ts'
import {
  CALLBACK_LOG_ANSWER_MAX_BYTES,
  CALLBACK_LOG_PROJECT_SAMPLES,
  CALLBACK_LOG_REQUEST_MAX_CHARS,
} from '../../src/limits.ts'
import { createWalletBodies } from '../../src/wallet/bodies.ts'
import { CALLBACK_LOG_PROJECTS, createCallLog } from '../../src/wallet/call-log.ts'
import type { WalletCall, WalletClientOptions } from '../../src/wallet/client.ts'
import { type Behaviour, openWallet, says } from '../support/wallet-server.ts'

const API_KEY = 'rk_very-secret+key/1'
const OK = '{"status":"ok","balance":12.34,"currency":"USD"}'
const ROUND = '01890000-0000-7000-8000-000000000001'
const SESSION = '01890000-0000-7000-8000-000000000002'

const BODY = createWalletBodies({
  apiKey: API_KEY,
  playerId: 'ann',
  sessionId: SESSION,
  currency: 'USD',
  gameId: 'lucky-lanterns',
}).bet({ amountMinor: 100n, transaction: `bet-${ROUND}`, roundId: ROUND, timeS: 1_700_000_000 })

const acceptedBet = (projectId: string): WalletCall => ({
  projectId,
  method: 'bet',
  outcome: 'accepted',
  latencyMs: 1,
  currency: 'USD',
  answer: { kind: 'accepted', balanceMinor: 0n },
  body: BODY,
  attempt: 1,
  seen: null,
})

/** A log, its records, and its clock. */
function openLog(samples: { perSecond: number; atOnce: number }, nowMs = () => 0) {
  const records: CallbackRecord[] = []
  const clock = { tickMs: 0 }
  const add = (record: CallbackRecord) => records.push(record)
  const log = createCallLog({ samples, nowMs, tickMs: () => clock.tickMs, add })
  return { log, records, clock }
}

async function setup(t: Test, behaviour: Behaviour, options: Partial<WalletClientOptions> = {}) {
  const { log, records, clock } = openLog({ perSecond: 1_000, atOnce: 1_000 }, Date.now)
  const opened = await openWallet(t, behaviour, { onCall: log, ...options })
  const { client, target } = opened
  const bet = (projectId = 'acme') =>
    client.call({ ...target, projectId }, 'USD', 'bet', BODY, { attempt: 3 })
  return { client, target, records, clock, bet }
}

t.test('a call is stored with its ids, and without the API key', async t => {
  const { bet, records } = await setup(t, says(OK))
  const before = Date.now()
  await bet()
  const [record] = records
  t.match(record, {
    projectId: 'acme',
    method: 'bet',
    code: 'OK',
    detail: null,
    playerId: 'ann',
    sessionId: SESSION,
    roundId: ROUND,
    transactionId: `bet-${ROUND}`,
    currency: 'USD',
    attempt: 3,
    httpStatus: 200,
    answerBody: OK,
    answerBytes: OK.length,
    standsFor: 1,
  })
  t.ok(record!.latencyMs > 0 && record!.atMs >= before - 1)
  const { api_key: key, ...sent } = JSON.parse(record!.requestBody)
  const { api_key: _, ...whole } = JSON.parse(BODY)
  t.equal(key, '***')
  t.strictSame(sent, whole, 'all other fields are there')
})

t.test('every end of a call has its code', async t => {
  const error = (code: string) => says(`{"status":"error","message":"${code}"}`)
  const stops: Behaviour = response => response.writeHead(200).write('{"status":')
  const cases: [string, Behaviour, Partial<CallbackRecord>][] = [
    ['500', says('<h1>oh</h1>', 500), { code: 'CALLBACK_HTTP_ERROR', httpStatus: 500 }],
    ['404', says('', 404), { code: 'CALLBACK_HTTP_ERROR', httpStatus: 404, answerBody: null }],
    ['a redirect', says('', 302, { location: '/x' }), { code: 'CALLBACK_HTTP_ERROR' }],
    ['2xx that is not 200', says(OK, 201), { code: 'INVALID_CALLBACK_RESPONSE', httpStatus: 201 }],
    ['no JSON', says('<html>'), { code: 'INVALID_CALLBACK_RESPONSE', answerBody: '<html>' }],
    ['a foreign status', says('{"status":"fine"}'), { code: 'INVALID_CALLBACK_RESPONSE' }],
    ['another currency', says(OK.replace('USD', 'EUR')), { code: 'INVALID_CALLBACK_RESPONSE' }],
    ['little money', error('INSUFFICIENT_FUNDS'), { code: 'INSUFFICIENT_FUNDS', httpStatus: 200 }],
    ['an error', error('LIMIT'), { code: 'WALLET_ERROR', detail: 'LIMIT' }],
    ['silence', () => {}, { code: 'TIMEOUT', httpStatus: null, answerBody: null }],
    ['a reset', (_, { socket }) => socket.destroy(), { code: 'CONNECTION_FAILED' }],
    ['a body that stops', stops, { code: 'TIMEOUT', httpStatus: 200, answerBody: '{"status":' }],
  ]
  for (const [name, behaviour, expected] of cases) {
    const { bet, records } = await setup(t, behaviour, { deadlineMs: 300 })
    await bet()
    t.match(records, [expected], name)
  }
})

t.test('a refusal for good has its own code, and without the setting that of an error', async t => {
  const blocked = says('{"status":"error","message":"PLAYER_BLOCKED"}')
  const { client, target, records, bet } = await setup(t, blocked)
  await client.call(target, 'USD', 'bet', BODY, { attempt: 1, takesFinalRefusals: true })
  await bet()
  t.match(records, [
    { code: 'PLAYER_BLOCKED', detail: null, httpStatus: 200 },
    { code: 'WALLET_ERROR', detail: 'PLAYER_BLOCKED', httpStatus: 200 },
  ])
})

t.test('a call that was not sent has the reason', async t => {
  const { client, records, target } = await setup(t, says(OK))
  await client.call({ ...target, callbackUrl: 'https://10.0.0.1' }, 'USD', 'win', BODY)
  t.match(records, [{ method: 'win', code: 'ADDRESS_REFUSED', httpStatus: null, attempt: null }])
})

t.test('a wallet that echoes its request reveals no secret', async t => {
  const echo: Behaviour = (response, request, { body }) => {
    const key = encodeURIComponent(API_KEY)
    response.writeHead(500)
    const echoed = `${body} ${API_KEY} ${key} ${request.headers['x-reelhouse-signature']} `
    response.end(echoed.repeat(2))
  }
  const { client, records, target } = await setup(t, echo)
  await client.call({ ...target, signingKeys: ['sign-secret'] }, 'USD', 'bet', BODY)
  const stored = JSON.stringify(records)
  for (const secret of [API_KEY, encodeURIComponent(API_KEY), 'sign-secret']) {
    t.notOk(stored.includes(secret), secret)
  }
  t.notMatch(stored, /v1=[0-9a-f]{8}/, 'the signature is not stored')
  t.match(records[0]!.answerBody, /"api_key":"\*\*\*"/)
})

t.test('a key that the truncation cuts in two is masked too', async t => {
  const before = CALLBACK_LOG_ANSWER_MAX_BYTES - API_KEY.length + 3
  const { bet, records } = await setup(t, says(`${'x'.repeat(before)}${API_KEY}`, 500))
  await bet()
  t.equal(records[0]!.answerBody!.slice(before), '***')
})

t.test("a call's record has the time of its start, and long bodies are cut", async t => {
  let nowMs = 1_000_000
  const { log, records } = openLog({ perSecond: 1, atOnce: 100 }, () => nowMs)
  const body = JSON.stringify({ method: 'bet', pad: 'x'.repeat(10_000) })
  const text = Buffer.from('y'.repeat(10_000))
  const seen = { status: 200, bytes: text.length, body: () => text }
  log({ ...acceptedBet('acme'), latencyMs: 1_900, body, seen })
  nowMs = 2_000_000
  t.match(records, [{ atMs: 1_000_000 - 1_900, latencyMs: 1_900, answerBytes: 10_000 }])
  t.equal(records[0]!.requestBody.length, CALLBACK_LOG_REQUEST_MAX_CHARS)
  t.equal(records[0]!.answerBody!.length, CALLBACK_LOG_ANSWER_MAX_BYTES)
})

t.test('of a long answer the beginning is stored, of one that is not text nothing', async t => {
  const long = await setup(t, says('é'.repeat(6_000), 502))
  await long.bet()
  t.equal(long.records[0]!.answerBody!.length, CALLBACK_LOG_ANSWER_MAX_BYTES / 2 + 512)
  t.match(long.records[0]!.answerBody, /^é+$/)
  const bytes = Buffer.from([0xff, 0xfe, 0x00])
  const binary = await setup(t, response => response.writeHead(500).end(bytes))
  await binary.bet()
  t.match(binary.records, [{ answerBody: null, answerBytes: 3 }])
  const zero = await setup(t, says('a\0b', 500))
  await zero.bet()
  t.equal(zero.records[0]!.answerBody, 'a\ufffdb', 'what Postgres cannot hold is replaced')
})

t.test('clear answers are sampled by project, with the number each represents', async t => {
  const { bet, records, clock } = await setup(t, says(OK))
  const { atOnce, perSecond } = CALLBACK_LOG_PROJECT_SAMPLES
  for (let call = 0; call < atOnce + 10; call++) await bet('busy')
  t.equal(records.length, atOnce)
  await bet('quiet')
  t.equal(records.length, atOnce + 1, 'another project has its own budget')
  clock.tickMs += 1_000
  for (let call = 0; call < 10; call++) await bet('busy')
  const later = records.slice(atOnce + 1)
  t.equal(later.length, perSecond)
  t.equal(later[0]!.standsFor, 11, 'ten were skipped')
  t.equal(later[1]!.standsFor, 1, 'and are counted once')
})

t.test('every call without a clear answer is kept', async t => {
  const { bet, records } = await setup(t, says('', 503))
  for (let time = 0; time < 100; time++) await bet()
  t.equal(records.length, 100)
})

t.test('all projects together have a budget too', async t => {
  const { log, records } = openLog({ perSecond: 1, atOnce: 3 })
  for (let project = 0; project < 10; project++) log(acceptedBet(`p${project}`))
  t.equal(records.length, 3)
})

t.test('a project refused by the shared budget keeps its own; so many are remembered', async t => {
  const { log, records, clock } = openLog({ perSecond: 1_000, atOnce: 1 })
  const { atOnce } = CALLBACK_LOG_PROJECT_SAMPLES
  const call = (projectId: string, times = 1) => {
    for (let time = 0; time < times; time++) log(acceptedBet(projectId))
  }
  call('first')
  call('turned-away', atOnce)
  // A moment refills the shared budget enough, and the project's own not at all.
  clock.tickMs += 1
  call('turned-away')
  t.match(records, [{ projectId: 'first' }, { standsFor: atOnce + 1 }])
  call('turned-away', 5)
  for (let project = 0; project < CALLBACK_LOG_PROJECTS; project++) call(`p${project}`)
  clock.tickMs += 1
  call('turned-away')
  t.equal(records.at(-1)!.standsFor, 1, 'silent while so many others called, it is new again')
})
