// The wallet client against a real HTTP wallet that misbehaves, and its bounds.

import { createServer, type Socket } from 'node:net'
import type { Test } from 'tap'
import t from 'tap'
import { WALLET_CONNECTIONS } from '../../src/core/settings-schema.ts'
import { WALLET_CALLS_PER_OPERATOR } from '../../src/limits.ts'
import {
  createWalletClient,
  type WalletCall,
  type WalletClientOptions,
} from '../../src/wallet/client.ts'
import { holdPort } from '../support/held-port.ts'
import { until } from '../support/until.ts'
import { type Behaviour, openWallet, says, startWalletServer } from '../support/wallet-server.ts'

const OK = '{"status":"ok","balance":12.34,"currency":"USD"}'
const ACCEPTED = { kind: 'accepted', balanceMinor: 1_234n }
/** Long enough for a call that is answered, on a busy machine too. */
const SHORT_MS = 1_000
const BODY = '{"method":"bet","api_key":"secret-key"}'

async function setup(t: Test, behaviour: Behaviour, options: Partial<WalletClientOptions> = {}) {
  const calls: WalletCall[] = []
  const onCall = (call: WalletCall) => void calls.push(call)
  const { wallet, client, target: root } = await openWallet(t, behaviour, { onCall, ...options })
  const target = { ...root, callbackUrl: `${wallet.url}/callback` }
  const bet = (projectId = 'acme') => client.call({ ...target, projectId }, 'USD', 'bet', BODY)
  return { wallet, client, calls, target, bet }
}

t.test('a call posts the exact body to <callback>/<currency>', async t => {
  const { wallet, calls, client, target, bet } = await setup(t, says(OK))
  t.same(await bet(), ACCEPTED)
  t.same(wallet.received, [{ path: '/callback/USD', contentType: 'application/json', body: BODY }])
  t.match(calls, [{ projectId: 'acme', method: 'bet', outcome: 'accepted' }])
  t.ok(calls[0]!.latencyMs > 0)
  const atRoot = { ...target, callbackUrl: wallet.url }
  t.same(await client.call(atRoot, 'USD', 'win', BODY), ACCEPTED)
  t.equal(wallet.received[1]!.path, '/USD')
})

t.test('connections are kept and used again', async t => {
  const { wallet, bet } = await setup(t, says(OK))
  for (let time = 0; time < 20; time++) t.same(await bet(), ACCEPTED)
  t.equal(wallet.connections(), 1)
})

const TOO_LONG = { reason: 'invalid-answer', detail: /larger than/ }
const BROKEN = { reason: 'network' }

/** Sends the text again and again, until its reader closes the connection. */
const endless =
  (text: string): Behaviour =>
  (_, { socket }) => {
    const many = text.repeat(1_000)
    const more = () => socket.destroyed || socket.write(many, more)
    more()
  }

t.test('a misbehaving wallet is unknown, whatever it does', async t => {
  const huge = `{"status":"ok","balance":1,"currency":"USD","pad":"${'x'.repeat(20_000)}"}`
  const endlessBody: Behaviour = response => {
    response.writeHead(200)
    const more = () => response.destroyed || response.write('x'.repeat(65_536), more)
    more()
  }
  const resetInBody: Behaviour = (response, { socket }) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"status":"ok","balance":1', () => socket.resetAndDestroy())
  }
  const ends =
    (text: string): Behaviour =>
    (_, { socket }) =>
      socket.end(text)
  const cases: [string, Behaviour, { reason: string; detail?: RegExp | string }][] = [
    ['500', says(OK, 500), { reason: 'http-status', detail: 'HTTP 500' }],
    ['201 is not 200', says(OK, 201), { reason: 'http-status', detail: 'HTTP 201' }],
    ['204', says('', 204), { reason: 'http-status' }],
    ['redirect', says(OK, 302, { location: '/elsewhere' }), { reason: 'http-status' }],
    ['permanent redirect', says(OK, 308, { location: '/elsewhere' }), { reason: 'http-status' }],
    ['invalid JSON', says('<html>'), { reason: 'invalid-answer' }],
    ['empty', says(''), { reason: 'invalid-answer' }],
    ['wrong currency', says(OK.replace('USD', 'EUR')), { reason: 'invalid-answer' }],
    ['three decimals', says(OK.replace('12.34', '12.345')), { reason: 'invalid-answer' }],
    ['text balance', says(OK.replace('12.34', '"12.34"')), { reason: 'invalid-answer' }],
    ['huge', says(huge), TOO_LONG],
    ['huge error page', says(huge, 502), { reason: 'http-status', detail: 'HTTP 502' }],
    ['huge headers', says(OK, 200, { x: 'y'.repeat(20_000) }), { reason: 'network' }],
    ['endless body', endlessBody, TOO_LONG],
    ['endless 102s', endless('HTTP/1.1 102 Processing\r\n\r\n'), TOO_LONG],
    ['endless bare 102s', endless('HTTP/1.1 102\r\n\r\n'), TOO_LONG],
    ['twenty 102s', (_, { socket }) => socket.write('HTTP/1.1 102\r\n\r\n'.repeat(20)), TOO_LONG],
    ['endless hints', endless('HTTP/1.1 103 Early\r\nlink: </x>\r\n\r\n'), TOO_LONG],
    ['reset', (_, { socket }) => socket.resetAndDestroy(), BROKEN],
    ['reset in the middle of the body', resetInBody, BROKEN],
    ['short body', ends(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${OK}`), BROKEN],
    ['not HTTP', ends('SSH-2.0-OpenSSH\r\n'), BROKEN],
    ['an unrequested upgrade', ends('HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n'), BROKEN],
  ]
  const { wallet, bet, calls } = await setup(t, says(OK))
  for (const [name, behaviour, expected] of cases) {
    wallet.behave(behaviour)
    const before = wallet.received.length
    t.match(await bet(), { kind: 'unknown', ...expected }, name)
    t.equal(calls.at(-1)!.outcome, expected.reason, `${name}: reported`)
    t.equal(wallet.received.length, before + 1, `${name}: sent once, no redirect followed`)
    wallet.behave(says(OK))
    t.same(await bet(), ACCEPTED, `${name}: the next call works`)
  }
})

t.test('early hints are not an answer', async t => {
  const { bet } = await setup(t, response => {
    response.writeEarlyHints({ link: '</x>; rel=preload' })
    says(OK)(response, undefined as never, undefined as never)
  })
  t.same(await bet(), ACCEPTED)
})

t.test('one deadline covers headers, a dripping body and the wait for a connection', async t => {
  const { wallet, bet, client } = await setup(t, () => {}, { deadlineMs: SHORT_MS })
  t.match(await bet(), { kind: 'unknown', reason: 'timeout' }, 'no answer at all')

  wallet.behave(response => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  t.match(await bet(), { kind: 'unknown', reason: 'timeout' }, 'a byte every 20 ms')

  wallet.behave(response => {
    response.writeHead(503)
    response.write('x')
  })
  t.match(await bet(), { reason: 'http-status', detail: 'HTTP 503' }, 'an endless error page')

  wallet.behave(() => {})
  const sentBefore = wallet.received.length
  const many = WALLET_CONNECTIONS + 10
  const answers = await Promise.all(Array.from({ length: many }, () => bet()))
  const unsent = answers.filter(
    answer => answer.kind === 'unknown' && answer.detail.includes('nothing was sent'),
  )
  t.ok(answers.every(answer => answer.kind === 'unknown' && answer.reason === 'timeout'))
  const sent = wallet.received.length - sentBefore
  t.ok(sent > 0 && sent <= many - unsent.length, 'a call reported as not sent was never sent')
  t.ok(client.hasRoom('acme'))
  wallet.behave(says(OK))
  t.same(await bet(), ACCEPTED, 'calls work again')
})

t.test('a late answer is not taken for the next one', async t => {
  let late: (() => void) | undefined
  const { wallet, bet } = await setup(t, () => {}, { deadlineMs: SHORT_MS })
  wallet.behave(response => {
    late = () => response.end(OK.replace('12.34', '666.66'))
  })
  t.match(await bet(), { reason: 'timeout' })
  wallet.behave(says(OK))
  const next = bet()
  late!()
  t.same(await next, ACCEPTED)
})

t.test('the deadline covers a connection that is never made', async t => {
  const unresolved = () => new Promise<never>(() => {})
  const { client } = await setup(t, says(OK), { deadlineMs: 100, resolve: unresolved })
  const target = { projectId: 'slow', callbackUrl: 'https://slow.example/w', internal: false }
  const answer = await client.call(target, 'USD', 'bet', BODY)
  t.match(answer, { reason: 'timeout', detail: /nothing was sent/ })
})

t.test('the deadline covers a TLS handshake that never ends', async t => {
  const sockets = new Set<Socket>()
  const silent = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
  })
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const { client } = await setup(t, says(OK), { deadlineMs: 100 })
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const target = { projectId: 'a', callbackUrl: `https://127.0.0.1:${port}/w`, internal: false }
  t.match(await client.call(target, 'USD', 'bet', BODY), { reason: 'timeout' })
})

t.test('without a listener the result is unknown at once', async t => {
  const { wallet, bet } = await setup(t, says(OK))
  await wallet.close()
  t.match(await bet(), { reason: 'network', detail: 'ECONNREFUSED' })
  t.match(await bet(), { reason: 'network', detail: 'ECONNREFUSED' })
})

t.test('guarantee 18: calls past the bound of an operator are refused, nothing sent', async t => {
  const { wallet, client, bet } = await setup(t, () => {}, { deadlineMs: 300 })
  t.ok(client.hasRoom('acme'))
  const calls = Array.from({ length: WALLET_CALLS_PER_OPERATOR }, () => bet())
  t.notOk(client.hasRoom('acme'))
  t.ok(client.hasRoom('other'))
  t.match(await bet(), { reason: 'too-many-calls', detail: /nothing was sent/ })
  const answers = await Promise.all(calls)
  t.ok(answers.every(answer => answer.kind === 'unknown' && answer.reason === 'timeout'))
  t.ok(client.hasRoom('acme'))
  t.ok(wallet.received.length <= WALLET_CALLS_PER_OPERATOR)
})

t.test('guarantee 16: calls that wait for a connection end when none can be opened', async t => {
  const { client, target } = await setup(t, says(OK))
  const closed = { ...target, callbackUrl: `http://127.0.0.1:${await holdPort()}` }
  const call = () => client.call(closed, 'USD', 'bet', BODY)
  const calls = Array.from({ length: WALLET_CONNECTIONS + 50 }, call)
  const expected = { kind: 'unknown', reason: 'network', detail: 'ECONNREFUSED' }
  for (const answer of await Promise.all(calls)) t.match(answer, expected)
})

t.test('a project has its configured number of connections, from its next call on', async t => {
  const { wallet, client, target } = await setup(t, says(OK))
  const callWith = async (walletConnections: number) => {
    const project = { ...target, settings: { walletConnections } }
    const call = () => client.call(project, 'USD', 'bet', BODY)
    const answers = await Promise.all(Array.from({ length: 20 }, call))
    for (const answer of answers) t.same(answer, ACCEPTED)
  }
  await callWith(3)
  t.equal(wallet.connections(), 3)
  await callWith(8)
  t.equal(wallet.connections(), 8, 'more at once')
  await callWith(2)
  await until('fewer', async () => wallet.open() === 2)
  t.equal(wallet.connections(), 8, 'no new one')
})

t.test('a call that waited for half of its time is not sent any more', async t => {
  let free = () => {}
  const holding: Behaviour = response => {
    free = () => response.end(OK)
  }
  const { wallet, client, target } = await setup(t, holding, { deadlineMs: SHORT_MS })
  const project = { ...target, settings: { walletConnections: 1 } }
  const call = (body: string) => client.call(project, 'USD', 'bet', body)
  const startedMs = performance.now()
  const first = call(BODY)
  const waited = call('{"waited":true}')
  await until('half has passed', () => performance.now() - startedMs > SHORT_MS / 2)
  wallet.behave(says(OK))
  free()
  t.same(await first, ACCEPTED)
  t.match(await waited, { reason: 'timeout', detail: /nothing was sent/ })
  t.same(await call(BODY), ACCEPTED, 'a later one is')
  t.strictSame(
    wallet.received.map(({ body }) => body),
    [BODY, BODY],
  )
})

t.test('guarantee 16: a hanging wallet does not slow another operator of its host', async t => {
  const hanging: Behaviour = (response, _, { path }) => {
    if (!path.startsWith('/callback')) response.end(OK)
  }
  const { wallet, client, bet } = await setup(t, hanging)
  let ended = 0
  const hung = Array.from({ length: WALLET_CONNECTIONS + 50 }, async () => {
    const answer = await bet()
    ended += 1
    return answer
  })
  const other = { projectId: 'other', callbackUrl: `${wallet.url}/fine`, internal: false }
  t.same(await client.call(other, 'USD', 'bet', BODY), ACCEPTED)
  t.equal(ended, 0, 'while all others wait')
  await client.close()
  t.ok((await Promise.all(hung)).every(answer => answer.kind === 'unknown'))
})

t.test('guarantee 15: without the switch no call reaches loopback, nor a redirect', async t => {
  const closed = { allowLoopbackWallets: false }
  const { wallet, calls, client, target } = await setup(t, says(OK), closed)
  for (const callbackUrl of [
    wallet.url,
    `http://localhost:${wallet.port}`,
    'https://127.0.0.1/w',
    'https://[::ffff:127.0.0.1]/w',
    'https://169.254.169.254/latest',
    'not an address',
  ]) {
    const answer = await client.call({ ...target, callbackUrl }, 'USD', 'bet', BODY)
    t.match(answer, { kind: 'unknown', reason: 'address-refused' }, callbackUrl)
  }
  t.ok(calls.every(call => call.outcome === 'address-refused'))
  t.equal(wallet.connections(), 0)
})

t.test('an internal project calls the built-in wallet and nothing else', async t => {
  const wallet = await startWalletServer(says(OK))
  const elsewhere = await startWalletServer(says(OK))
  const client = createWalletClient({ allowLoopbackWallets: false, builtInWalletUrl: wallet.url })
  t.teardown(() => Promise.all([client.close(), wallet.close(), elsewhere.close()]))
  const call = (callbackUrl: string, internal: boolean) =>
    client.call({ projectId: 'demo', callbackUrl, internal }, 'USD', 'bet', BODY)
  const builtIn = `${wallet.url}/wallet/demo`
  t.same(await call(builtIn, true), ACCEPTED)
  t.equal(wallet.received[0]!.path, '/wallet/demo/USD')
  t.same(await call(`${elsewhere.url}/wallet/demo`, true), ACCEPTED, 'at any stored address')
  t.equal(elsewhere.connections(), 0)
  const refused = { reason: 'address-refused' }
  t.match(await call(builtIn, false), refused, 'and no other project calls it')
})

t.test('closing answers calls in flight and refuses later ones', async t => {
  const { client, bet } = await setup(t, () => {})
  const open = Array.from({ length: WALLET_CONNECTIONS + 5 }, () => bet())
  await client.close()
  t.ok(
    (await Promise.all(open)).every(
      answer => answer.kind === 'unknown' && answer.reason === 'network',
    ),
  )
  t.match(await bet(), { kind: 'unknown', reason: 'network' })
})
