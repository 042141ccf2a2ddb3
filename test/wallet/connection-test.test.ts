// The connection test against a real HTTP wallet: its report to a person, and that no answer
// returns the key.

import t, { type Test } from 'tap'
import { testConnection } from '../../src/wallet/connection-test.ts'
import { type Behaviour, openWallet, says } from '../support/wallet-server.ts'

const KEY = 'rk_the-secret-key-of-acme'
const OK = '{"status":"ok","balance":12.34,"currency":"EUR"}'
const PLAYER = {
  playerId: 'tester',
  sessionId: '0198-session',
  currency: 'EUR',
  gameId: 'lucky-lanterns',
} as const

async function run(t: Test, behaviour: Behaviour, allowLoopback = true) {
  const { wallet, client } = await openWallet(t, behaviour, {
    allowLoopbackWallets: allowLoopback,
    deadlineMs: 300,
    // As if the owner of the name had pointed it at a private address since it was set.
    resolve: async () => ['10.0.0.7'],
  })
  const callbackUrl = allowLoopback ? `${wallet.url}/callback` : 'https://wallet.acme.example'
  const project = { projectId: 'acme', callbackUrl, internal: false, apiKey: KEY }
  return { test: await testConnection(client, project, PLAYER), received: wallet.received }
}

t.test('a wallet that answers shows its balance, and got no other call', async t => {
  const { test, received } = await run(t, says(OK))
  t.match(test, { httpStatus: 200, result: { kind: 'accepted', balanceMinor: 1_234n } })
  t.ok(test.latencyMs > 0)
  t.equal(received.length, 1)
  t.equal(received[0]!.path, '/callback/EUR')
  t.strictSame(JSON.parse(received[0]!.body), {
    method: 'session_info',
    player_id: 'tester',
    session_id: '0198-session',
    api_key: KEY,
  })
})

const error = (message: string) => JSON.stringify({ status: 'error', message })
const PROBLEMS: [name: string, behaviour: Behaviour, httpStatus: number | null, code: string][] = [
  ['an HTTP error', says('down', 502), 502, 'CALLBACK_HTTP_ERROR'],
  ['a redirect', says('', 302, { location: 'https://a.example' }), 302, 'CALLBACK_HTTP_ERROR'],
  ['no JSON', says('<html>'), 200, 'INVALID_CALLBACK_RESPONSE'],
  ['another currency', says(OK.replace('EUR', 'USD')), 200, 'INVALID_CALLBACK_RESPONSE'],
  ['an unknown status', says('{"status":"fine"}'), 200, 'INVALID_CALLBACK_RESPONSE'],
  ['an error of the wallet', says(error('PLAYER_NOT_FOUND')), 200, 'WALLET_ERROR'],
  ['no answer in time', () => {}, null, 'TIMEOUT'],
  ['a connection cut', (_, { socket }) => socket.destroy(), null, 'NETWORK_ERROR'],
]

for (const [name, behaviour, httpStatus, code] of PROBLEMS) {
  t.test(`${name} is reported as ${code}`, async t => {
    const { test } = await run(t, behaviour)
    t.match(test, { httpStatus, result: { kind: 'failed', code } })
  })
}

t.test('an address that has become private is not called', async t => {
  const { test, received } = await run(t, says(OK), false)
  t.match(test, { httpStatus: null, result: { kind: 'failed', code: 'ADDRESS_REFUSED' } })
  t.strictSame(received, [])
})

t.test('a wallet that echoes everything does not return the key', async t => {
  const echo: Behaviour = (response, request, received) =>
    says(error(received.body))(response, request, received)
  const { test } = await run(t, echo)
  t.match(test, { result: { code: 'WALLET_ERROR' } })
  t.notMatch(JSON.stringify(test.result.kind === 'failed' && test.result.detail), KEY)
})
