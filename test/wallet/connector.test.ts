// How wallet sockets are opened: rebinding, wrong addresses from the network, TLS.

import { lookup } from 'node:dns/promises'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import t, { type Test } from 'tap'
import { resolveReachable } from '../../src/wallet/address-guard.ts'
import { createWalletClient, type WalletClientOptions } from '../../src/wallet/client.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../support/certificate.ts'

const OK = '{"status":"ok","balance":1,"currency":"USD"}'
const PUBLIC = '93.184.216.34'

/** A TCP listener that counts connections: there must be none. */
async function startTrap(t: Test) {
  let connections = 0
  let bytes = 0
  const server = createServer(socket => {
    connections += 1
    socket.on('data', chunk => {
      bytes += chunk.length
    })
    socket.on('error', () => {})
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    bytes: () => bytes,
  }
}

function callWith(t: Test, options: Partial<WalletClientOptions>) {
  const client = createWalletClient({
    allowLoopbackWallets: false,
    builtInWalletUrl: 'http://127.0.0.1:1',
    ...options,
  })
  t.teardown(() => client.close())
  return (callbackUrl: string) =>
    client.call({ projectId: 'acme', callbackUrl, internal: false }, 'USD', 'bet', '{}')
}

/** Connects to the test's address, through the guarded lookup or around it. */
const dialTo =
  (port: number, keepLookup: boolean) =>
  (options: NetConnectOpts): Socket =>
    connect(
      keepLookup
        ? { ...(options as { host: string }), port }
        : { host: '127.0.0.1', port, noDelay: true },
    )

t.test('guarantee 15: a name that resolves to a private address is never connected to', async t => {
  const trap = await startTrap(t)
  for (const addresses of [['127.0.0.1'], [PUBLIC, '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1']]) {
    const call = callWith(t, { resolve: async () => addresses, dial: dialTo(trap.port, true) })
    const answer = await call('https://wallet.example.com/w')
    t.match(answer, { kind: 'unknown', reason: 'address-refused' }, addresses.join())
  }
  t.equal(trap.connections(), 0)
})

t.test('guarantee 15: a rebound name is refused, as every connect checks again', async t => {
  const trap = await startTrap(t)
  const answers = [[PUBLIC], ['127.0.0.1']]
  const resolve = async () => answers.shift()!
  const found = await resolveReachable('wallet.example.com', { allowLoopback: false }, resolve)
  t.same(found, [PUBLIC], 'public when the operator registered it')
  const call = callWith(t, { resolve, dial: dialTo(trap.port, true) })
  t.match(await call('https://wallet.example.com/w'), { reason: 'address-refused' })
  t.equal(trap.connections(), 0)
})

t.test('guarantee 15: the connected address is checked, not only the resolved one', async t => {
  const trap = await startTrap(t)
  const call = callWith(t, {
    resolve: async () => [PUBLIC],
    // The network connects to loopback although DNS said otherwise.
    dial: dialTo(trap.port, false),
  })
  const refused = { kind: 'unknown', reason: 'address-refused' }
  t.match(await call('https://wallet.example.com/w'), refused)
  t.equal(trap.bytes(), 0, 'not even a TLS hello was sent')
})

t.test('a name without addresses is a network failure', async t => {
  const call = callWith(t, {
    resolve: () => lookup('does-not-exist.invalid').then(found => [found.address]),
  })
  t.match(await call('https://does-not-exist.invalid/w'), { kind: 'unknown', reason: 'network' })
})

async function startTlsWallet(t: Test) {
  const reused: boolean[] = []
  const server = createHttpsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (request, response) => {
    request.resume()
    response.setHeader('connection', 'close')
    response.end(OK)
  })
  server.on('secureConnection', (socket: TLSSocket) => reused.push(socket.isSessionReused()))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, reused }
}

t.test('TLS: certificates are verified and sessions resumed', async t => {
  const { port, reused } = await startTlsWallet(t)
  const call = callWith(t, { allowLoopbackWallets: true, certificateAuthority: CERTIFICATE })
  const accepted = { kind: 'accepted', balanceMinor: 100n }
  t.same(await call(`https://wallet.localhost:${port}/w`), accepted)
  t.same(await call(`https://wallet.localhost:${port}/w`), accepted)
  t.same(await call(`https://127.0.0.1:${port}/w`), accepted, 'an address has a certificate too')
  t.same(reused, [false, true, false])
})

t.test('TLS: an unverified certificate is refused, whatever the environment says', async t => {
  const { port, reused } = await startTlsWallet(t)
  const previous = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.teardown(() => {
    if (previous === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = previous
  })
  const stranger = callWith(t, { allowLoopbackWallets: true })
  const selfSigned = { reason: 'network', detail: /SELF_SIGNED/ }
  t.match(await stranger(`https://wallet.localhost:${port}/w`), selfSigned)
  const wrongName = callWith(t, { allowLoopbackWallets: true, certificateAuthority: CERTIFICATE })
  const otherName = { reason: 'network', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' }
  t.match(await wrongName(`https://other.localhost:${port}/w`), otherName)
  t.equal(reused.length <= 2, true)
})
