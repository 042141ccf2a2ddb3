// The caller's address over real HTTP: sockets, trusted and untrusted proxies on loopback, headers
// in every form. A route made for the test, behind the allowlist of a project.

import { createHash } from 'node:crypto'
import t, { type Test } from 'tap'
import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import { registerOperatorApi } from '../../src/edge/operator.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import { createCounts } from '../../src/limits/counts.ts'
import { answerCall, type OperatorMethod, type OperatorRoute } from '../../src/operator/call.ts'
import { chooseRequestId, countCaller, findCaller } from '../../src/operator/caller-address.ts'
import { createFailedKeys } from '../../src/operator/failed-keys.ts'
import { startEdge } from '../support/edge-server.ts'
import { openRawSocket } from '../support/raw-socket.ts'

const API_KEY = 'rk_of_the_test'
const apiKeySha256 = createHash('sha256').update(API_KEY).digest()
const project: Project = {
  projectId: 'casino',
  internal: false,
  callbackUrl: 'https://wallet.example.com',
  isCallbackConfirmed: true,
  apiKey: API_KEY,
  apiKeySha256,
  signingKeys: [],
  shownCertificate: null,
  clientCertificate: null,
  allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
  defaultLanguage: 'en',
  settings: DEFAULT_SETTINGS,
  revision: 1,
}

const method: OperatorMethod<object, object> = {
  name: 'test',
  read: body => ({ ok: true, value: body }),
  execute: async () => ({ ok: true }),
}
const route: OperatorRoute = {
  needsAllowlist: true,
  rateClass: () => 'actions',
  findMethod: () => ({ ok: true, value: method }),
}

/** A server with these trusted proxies. */
function serve(t: Test, trustedProxies: string[]): Promise<string> {
  const onFault = (error: unknown) => t.fail(String(error))
  const calls = {
    runOnce: async <Result>(_: unknown, work: () => Promise<Result>) =>
      ({ kind: 'answer', result: await work() }) as const,
    findCredentials: async () => ({ apiKeySha256, revision: 1 }),
    findKnownCredentials: () => null,
    callsPerProject: () => 256,
    callsUnderWay: createCounts(),
    failedKeys: createFailedKeys(() => 0),
    onFailedKey: () => {},
    findProject: async () => project,
    admit: async () => ({ isAllowed: true, headers: { 'x-ratelimit-remaining': '7' } }),
    onFault,
  }
  const routes = { '/test.do': request => answerCall(calls, request, route) } satisfies Routes
  return startEdge(t, app =>
    registerOperatorApi(app, routes, {
      isDraining: () => false,
      chooseRequestId: (socket, given) => chooseRequestId(socket, given, trustedProxies),
      findCaller: ({ socket, forwarded }) => findCaller(socket, forwarded, trustedProxies),
      countedCaller: ({ socket, forwarded }) => countCaller(socket, forwarded, trustedProxies),
      onAnswer: () => {},
      clockMs: () => 0,
      onFault,
    }),
  )
}
type Routes = Parameters<typeof registerOperatorApi>[1]

/** A request with exactly these header lines, after these bytes. */
async function post(url: string, headers: readonly string[], before = ''): Promise<string> {
  const body = JSON.stringify({ partner: 'casino', api_key: API_KEY })
  const head = [
    'POST /test.do HTTP/1.1',
    'host: test',
    'content-type: application/json',
    `content-length: ${body.length}`,
    ...headers,
  ]
  const socket = openRawSocket(t, url)
  socket.send(`${before}${head.join('\r\n')}\r\n\r\n${body}`)
  const answer = await Promise.race([socket.seen(/\r\n\r\n\{.*\}$/s), socket.closed])
  socket.destroy()
  return answer
}

const IN = /^HTTP\/1\.1 200 .*\r\nx-ratelimit-remaining: 7\r\n.*\{"status":"ok"\}$/s
const OUT = /^HTTP\/1\.1 403 .*\{"status":"error","message":"IP_NOT_ALLOWED","address":[^}]*\}$/s

const THROUGH_A_PROXY: [name: string, headers: string[], answer: RegExp][] = [
  ['the proxy itself', [], OUT],
  ['an allowed caller', ['X-Forwarded-For: 203.0.113.7'], IN],
  ['an allowed caller over IPv6', ['x-forwarded-for: 2001:db8::7'], IN],
  ['an allowed caller, mapped', ['x-forwarded-for: ::ffff:203.0.113.7'], IN],
  ['a stranger', ['x-forwarded-for: 198.51.100.1'], OUT],
  ['a stranger who claims to be allowed', ['x-forwarded-for: 203.0.113.7, 198.51.100.1'], OUT],
  [
    'a stranger with a second header that claims so',
    ['X-Forwarded-For: 203.0.113.7', 'x-forwarded-for: 198.51.100.1'],
    OUT,
  ],
  [
    'an allowed caller behind a claim',
    ['x-forwarded-for: 198.51.100.1', 'X-FORWARDED-FOR: 203.0.113.7,127.0.0.2'],
    IN,
  ],
  ['unreadable', ['x-forwarded-for: unknown'], OUT],
  ['empty', ['x-forwarded-for:'], OUT],
  ['the last header is empty', ['x-forwarded-for: 203.0.113.7', 'x-forwarded-for:'], OUT],
  ['hundreds of proxies', [`x-forwarded-for: 203.0.113.7${',127.0.0.1'.repeat(300)}`], OUT],
  ['other headers', ['forwarded: for=203.0.113.7', 'x-real-ip: 203.0.113.7'], OUT],
]

t.test('behind a trusted proxy on loopback its header counts', async t => {
  const url = await serve(t, ['127.0.0.0/8'])
  for (const [name, headers, answer] of THROUGH_A_PROXY) {
    t.match(await post(url, headers), answer, name)
  }
})

const OWN_ID = /\r\nx-request-id: [0-9a-f-]{36}\r\n/
const TAKEN = (id: string) => new RegExp(`\\r\\nx-request-id: ${id}\\r\\n`)

t.test('every answer has a request id: a trusted proxy’s valid one, or a new one', async t => {
  const [trusting, wary] = [await serve(t, ['127.0.0.0/8']), await serve(t, [])]
  const id = 'x-request-id: edge-0123:4.5_6'
  t.match(await post(trusting, [id]), TAKEN('edge-0123:4.5_6'))
  t.match(await post(wary, [id]), OWN_ID, 'of an untrusted caller')
  const broken = ['short', 'with space in', 'a'.repeat(129), 'quote"quote', 'semi;colon', '']
  for (const given of broken)
    t.match(await post(trusting, [`x-request-id: ${given}`]), OWN_ID, given)
  t.match(await post(trusting, [id, id]), OWN_ID, 'sent twice')
  t.not(OWN_ID.exec(await post(wary, []))![0], OWN_ID.exec(await post(wary, []))![0])
})

/** As bytes of the wire, one character a byte. */
const KEYS: [name: string, key: string, isRefused: boolean][] = [
  ['printable', 'a-1~', false],
  ['a space inside', 'a b', true],
  ['a high byte inside', 'a\xe9b', true],
  ['UTF-8 inside', 'a\xc3\xa9b', true],
  // The native parser trims them like blanks, before our code sees them (docs/operator-api.md).
  ['a high byte at the end', 'a\xe9', false],
  ['a high byte before', '\xe9a', false],
  ['nothing but high bytes', '\xe9\xff', true],
]

t.test('an Idempotency-Key is refused for every byte that reaches our code', async t => {
  const url = await serve(t, ['127.0.0.0/8'])
  const refused = /^HTTP\/1\.1 400 .*"INVALID_IDEMPOTENCY_KEY"\}$/s
  for (const [name, key, isRefused] of KEYS) {
    const headers = ['x-forwarded-for: 203.0.113.7', `idempotency-key: ${key}`]
    t.match(await post(url, headers), isRefused ? refused : IN, name)
  }
})

t.test('the headers of an untrusted proxy are ignored', async t => {
  for (const trusted of [[], ['10.0.0.0/8', 'fd00::/8']]) {
    const url = await serve(t, trusted)
    for (const [name, headers] of THROUGH_A_PROXY) t.match(await post(url, headers), OUT, name)
  }
})

/** PROXY protocol, version 2: TCP over IPv4 from this address. */
function proxyPreamble(source: number[]): string {
  const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
  const rest = [0x21, 0x11, 0, 12, ...source, 127, 0, 0, 1, 0x12, 0x67, 0x1f, 0x90]
  return Buffer.concat([signature, Buffer.from(rest)]).toString('latin1')
}

t.test('the PROXY protocol names the last hop, and counts like the header', async t => {
  const trusting = await serve(t, ['127.0.0.0/8', '10.0.0.0/8'])
  const [caller, proxy] = [proxyPreamble([203, 0, 113, 7]), proxyPreamble([10, 0, 0, 1])]
  t.match(await post(trusting, [], caller), IN)
  t.match(await post(trusting, ['x-forwarded-for: 203.0.113.7'], proxy), IN)
  t.match(await post(trusting, ['x-forwarded-for: 198.51.100.1'], proxy), OUT)
  const stranger = proxyPreamble([198, 51, 100, 1])
  t.match(await post(trusting, ['x-forwarded-for: 203.0.113.7'], stranger), OUT)
  t.match(await post(await serve(t, []), [], caller), OUT, 'not from an untrusted address')
})
