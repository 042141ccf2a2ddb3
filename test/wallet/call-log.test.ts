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
import type { WalletClientOptions } from '../../src/wallet/client.ts'
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

const acceptedBet = (projectId: string) =>
  ({
    projectId,
    method: 'bet',
    outcome: 'accepted',
    latencyMs: 1,
    currency: 'USD',
    answer: { kind: 'accepted', balanceMinor: 0n },
    body: BODY,
    attempt: 1,
    seen: null,
  }) as const

async function setup(t: Test, behaviour: Behaviour, options: Partial<WalletClientOptions> = {}) {
  const records: CallbackRecord[] = []
  let nowMs = 0
  const onCall = createCallLog({
    samples: { perSecond: 1_000, atOnce: 1_000 },
    nowMs: Date.now,
    tickMs: () => nowMs,
    add: record => records.push(record),
  })
  const { wallet, client, target } = await openWallet(t, behaviour, { onCall, ...options })
  return {
    wallet,
    client,
    records,
    target,
    pass: (ms: number) => {
      nowMs += ms
    },
    bet: (projectId = 'acme') =>
      client.call({ ...target, projectId }, 'USD', 'bet', BODY, { attempt: 3 }),
  }
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
  const cases: [string, Behaviour, Partial<CallbackRecord>][] = [
    ['500', says('<h1>oh</h1>', 500), { code: 'CALLBACK_HTTP_ERROR', httpStatus: 500 }],
    ['404', says('', 404), { code: 'CALLBACK_HTTP_ERROR', httpStatus: 404, answerBody: null }],
    ['a redirect', says('', 302, { location: '/x' }), { code: 'CALLBACK_HTTP_ERROR' }],
    ['2xx that is not 200', says(OK, 201), { code: 'INVALID_CALLBACK_RESPONSE', httpStatus: 201 }],
    ['no JSON', says('<html>'), { code: 'INVALID_CALLBACK_RESPONSE', answerBody: '<html>' }],
    ['a foreign status', says('{"status":"fine"}'), { code: 'INVALID_CALLBACK_RESPONSE' }],
    ['another currency', says(OK.replace('USD', 'EUR')), { code: 'INVALID_CALLBACK_RESPONSE' }],
    [
      'too little money',
      says('{"status":"error","message":"INSUFFICIENT_FUNDS"}'),
      { code: 'INSUFFICIENT_FUNDS', httpStatus: 200 },
    ],
    [
      'an error',
      says('{"status":"error","message":"LIMIT"}'),
      { code: 'WALLET_ERROR', detail: 'LIMIT' },
    ],
    ['silence', () => {}, { code: 'TIMEOUT', httpStatus: null, answerBody: null }],
    ['a reset', (_, { socket }) => socket.destroy(), { code: 'CONNECTION_FAILED' }],
    [
      'a body that stops',
      response => {
        response.writeHead(200)
        response.write('{"status":')
      },
      { code: 'TIMEOUT', httpStatus: 200, answerBody: '{"status":' },
    ],
  ]
  for (const [name, behaviour, expected] of cases) {
    const { bet, records } = await setup(t, behaviour, { deadlineMs: 300 })
    await bet()
    t.match(records, [expected], name)
  }
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
  const told = JSON.stringify(records)
  for (const secret of [API_KEY, encodeURIComponent(API_KEY), 'sign-secret']) {
    t.notOk(told.includes(secret), secret)
  }
  t.notMatch(told, /v1=[0-9a-f]{8}/, 'the signature is not stored')
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
  const records: CallbackRecord[] = []
  const log = createCallLog({
    samples: { perSecond: 1, atOnce: 100 },
    nowMs: () => nowMs,
    tickMs: () => 0,
    add: record => records.push(record),
  })
  const body = JSON.stringify({ method: 'bet', pad: 'x'.repeat(10_000) })
  const text = Buffer.from('y'.repeat(10_000))
  log({
    projectId: 'acme',
    method: 'bet',
    outcome: 'accepted',
    latencyMs: 1_900,
    currency: 'USD',
    answer: { kind: 'accepted', balanceMinor: 0n },
    body,
    attempt: 1,
    seen: { status: 200, bytes: text.length, body: () => text },
  })
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
  const binary = await setup(t, response =>
    response.writeHead(500).end(Buffer.from([0xff, 0xfe, 0x00])),
  )
  await binary.bet()
  t.match(binary.records, [{ answerBody: null, answerBytes: 3 }])
  const zero = await setup(t, says('a\0b', 500))
  await zero.bet()
  t.equal(zero.records[0]!.answerBody, 'a\ufffdb', 'what Postgres cannot hold is replaced')
})

t.test(
  'clear answers are sampled by project, and each sample has the number it represents',
  async t => {
    const { bet, records, pass } = await setup(t, says(OK))
    const { atOnce, perSecond } = CALLBACK_LOG_PROJECT_SAMPLES
    for (let i = 0; i < atOnce + 10; i++) await bet('busy')
    t.equal(records.length, atOnce)
    await bet('quiet')
    t.equal(records.length, atOnce + 1, 'another project has its own budget')
    pass(1_000)
    for (let i = 0; i < 10; i++) await bet('busy')
    const later = records.slice(atOnce + 1)
    t.equal(later.length, perSecond)
    t.equal(later[0]!.standsFor, 11, 'ten were skipped')
    t.equal(later[1]!.standsFor, 1, 'and are counted once')
  },
)

t.test('every call without a clear answer is kept', async t => {
  const { bet, records } = await setup(t, says('', 503))
  for (let i = 0; i < 100; i++) await bet()
  t.equal(records.length, 100)
})

t.test('all projects together have a budget too', async t => {
  const records: CallbackRecord[] = []
  const log = createCallLog({
    samples: { perSecond: 1, atOnce: 3 },
    nowMs: () => 0,
    tickMs: () => 0,
    add: record => records.push(record),
  })
  for (let i = 0; i < 10; i++) {
    log(acceptedBet(`p${i}`))
  }
  t.equal(records.length, 3)
})

t.test(
  'a project refused by the shared budget keeps its own, and a bounded number is remembered',
  async t => {
    const records: CallbackRecord[] = []
    let tickMs = 0
    const log = createCallLog({
      samples: { perSecond: 1_000, atOnce: 1 },
      nowMs: () => 0,
      tickMs: () => tickMs,
      add: record => records.push(record),
    })
    const call = (projectId: string) => log(acceptedBet(projectId))
    call('first')
    for (let i = 0; i < CALLBACK_LOG_PROJECT_SAMPLES.atOnce; i++) call('turned-away')
    // A moment refills the shared budget enough, and the project's own not at all.
    tickMs += 1
    call('turned-away')
    t.match(records, [
      { projectId: 'first' },
      { standsFor: CALLBACK_LOG_PROJECT_SAMPLES.atOnce + 1 },
    ])
    for (let i = 0; i < 5; i++) call('turned-away')
    for (let i = 0; i < CALLBACK_LOG_PROJECTS; i++) call(`p${i}`)
    tickMs += 1
    call('turned-away')
    t.equal(
      records.at(-1)!.standsFor,
      1,
      'a project that was silent while so many others called is new again',
    )
  },
)
