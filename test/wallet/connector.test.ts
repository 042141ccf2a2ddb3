// How wallet sockets are opened: rebinding, wrong addresses from the network, TLS.

import { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { createSecureContext, type TLSSocket } from 'node:tls'
import t, { type Test } from 'tap'
import { walletCause } from '../../src/operator/errors.ts'
import { resolveReachable } from '../../src/wallet/address-guard.ts'
import {
  createWalletClient,
  type WalletClientOptions,
  type WalletTarget,
} from '../../src/wallet/client.ts'
import { CERTIFICATE, OTHER_CERTIFICATE, OTHER_KEY, PRIVATE_KEY } from '../support/certificate.ts'

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

function callWith(
  t: Test,
  options: Partial<WalletClientOptions>,
  settings: WalletTarget['settings'] = undefined,
) {
  const client = createWalletClient({
    allowLoopbackWallets: false,
    builtInWalletUrl: 'http://127.0.0.1:1',
    ...options,
  })
  t.teardown(() => client.close())
  return (callbackUrl: string, clientCertificate: WalletTarget['clientCertificate'] = null) => {
    const target = { projectId: 'acme', callbackUrl, internal: false, clientCertificate, settings }
    return client.call(target, 'USD', 'bet', '{}')
  }
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

async function startTlsWallet(t: Test, options: ServerOptions = {}) {
  const reused: boolean[] = []
  const shown: string[] = []
  const given = { cert: CERTIFICATE, key: PRIVATE_KEY, ...options }
  const server = createHttpsServer(given, (request, response) => {
    shown.push((request.socket as TLSSocket).getPeerCertificate().fingerprint256)
    request.resume()
    response.setHeader('connection', 'close')
    response.end(OK)
  })
  server.on('tlsClientError', () => {})
  server.on('secureConnection', (socket: TLSSocket) => reused.push(socket.isSessionReused()))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, reused, shown }
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

t.test('TLS: a handshake that outlasts its call serves the next one', async t => {
  let answer = () => {}
  const asked = new Promise<void>(resolve => {
    answer = resolve
  })
  let handshakes = 0
  const { port } = await startTlsWallet(t, {
    SNICallback: (_, use) => {
      handshakes++
      void asked.then(() => use(null, createSecureContext({ cert: CERTIFICATE, key: PRIVATE_KEY })))
    },
  })
  const options = { allowLoopbackWallets: true, certificateAuthority: CERTIFICATE }
  const call = callWith(t, { ...options, deadlineMs: 1_000 }, { walletConnections: 1 })
  const late = await call(`https://wallet.localhost:${port}/w`)
  t.match(late, { reason: 'timeout', detail: /nothing was sent/ })
  answer()
  t.match(await call(`https://wallet.localhost:${port}/w`), { kind: 'accepted' })
  t.equal(handshakes, 1)
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
  const answers = [await stranger(`https://wallet.localhost:${port}/w`)]
  t.match(answers[0], selfSigned)
  const wrongName = callWith(t, { allowLoopbackWallets: true, certificateAuthority: CERTIFICATE })
  const otherName = { reason: 'network', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' }
  answers.push(await wrongName(`https://other.localhost:${port}/w`))
  t.match(answers[1], otherName)
  for (const answer of answers) {
    t.equal(answer.kind === 'unknown' && walletCause(answer.reason, answer.detail), 'tls')
  }
  t.equal(reused.length <= 2, true)
})

/** The network of a VPN: leads to the port, and the socket shows the address that was meant. */
const dialVpn =
  (port: number, remoteAddress: string) =>
  (_: NetConnectOpts): Socket => {
    const socket = connect({ host: '127.0.0.1', port })
    return Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  }

const ofVpn = { cert: OTHER_CERTIFICATE, key: OTHER_KEY }
const NETWORKS = {
  networks: ['10.20.0.0/16', 'fd00::/16'],
  authority: OTHER_CERTIFICATE,
  storeHosts: ['10.20.0.5', 'localhost'],
}
const WALLET = 'https://wallet.vpn.example/w'
const ACCEPTED = { kind: 'accepted', balanceMinor: 100n }

function callVpn(
  t: Test,
  port: number,
  address: string,
  options: Partial<WalletClientOptions> = {},
) {
  const resolve = async () => [address]
  const dial = dialVpn(port, address)
  return callWith(t, { walletNetworks: NETWORKS, resolve, dial, ...options })
}

t.test('a wallet in a named network is called, and its authority verifies it', async t => {
  const { port } = await startTlsWallet(t, ofVpn)
  t.same(await callVpn(t, port, '10.20.3.4')(WALLET), ACCEPTED)
  t.same(await callVpn(t, port, '10.20.3.4')('https://10.20.3.4/w'), ACCEPTED, 'by its address')
  const selfSigned = { reason: 'network', detail: /SELF_SIGNED/ }
  const unknown = callVpn(t, port, '10.20.3.4', {
    walletNetworks: { ...NETWORKS, authority: null },
  })
  t.match(await unknown(WALLET), selfSigned, 'public authorities, if no other is named')
  const outside = callVpn(t, port, PUBLIC)
  t.match(await outside(WALLET), selfSigned, 'the authority of the networks, but outside of them')
})

t.test('guarantee 15: named networks open nothing else', async t => {
  const trap = await startTrap(t)
  const refused = { kind: 'unknown', reason: 'address-refused' }
  const closed = callVpn(t, trap.port, '10.20.3.4', { walletNetworks: undefined })
  t.match(await closed(WALLET), refused, 'off by default')
  const others = ['10.21.0.1', '192.168.0.1', '127.0.0.1', '169.254.169.254', 'fd00:ec2::254']
  for (const address of [...others, '::ffff:10.20.3.4', '64:ff9b::a14:304', 'fe80::1']) {
    t.match(await callVpn(t, trap.port, address)(WALLET), refused, address)
  }
  const answers = [['10.20.3.4'], ['192.168.0.1']]
  const rebound = callVpn(t, trap.port, '192.168.0.1', { resolve: async () => answers.shift()! })
  answers.shift()
  t.match(await rebound(WALLET), refused, 'a name that is rebound to another private network')
  const lying = callVpn(t, trap.port, '10.20.3.4', { dial: dialVpn(trap.port, '10.21.0.1') })
  t.match(await lying(WALLET), refused, 'a connection that leads elsewhere than DNS said')
  const http = callVpn(t, trap.port, '10.20.3.4')
  t.match(await http('http://wallet.vpn.example/w'), refused, 'only https')
  t.match(await http('https://wallet.vpn.example:8443/w'), refused, 'only port 443')
  t.equal(trap.bytes(), 0)
})

t.test('guarantee 15: a store in a named network is never called', async t => {
  const trap = await startTrap(t)
  const refused = { reason: 'address-refused', detail: 'callback address is a store' }
  t.match(await callVpn(t, trap.port, '10.20.0.5')(WALLET), refused)
  t.match(await callVpn(t, trap.port, '10.20.0.5')('https://10.20.0.5/w'), refused)
  t.equal(trap.bytes(), 0)
})

t.test('a wallet that asks for a certificate is shown the one of the project', async t => {
  const asks = { requestCert: true, rejectUnauthorized: true, ca: OTHER_CERTIFICATE }
  const { port, shown } = await startTlsWallet(t, asks)
  const call = callWith(t, { allowLoopbackWallets: true, certificateAuthority: CERTIFICATE })
  const url = `https://wallet.localhost:${port}/w`
  t.match(await call(url), { kind: 'unknown', reason: 'network' }, 'none')
  const own = { certificate: OTHER_CERTIFICATE, key: OTHER_KEY, sha256: 'one' }
  t.same(await call(url, own), ACCEPTED)
  const wrong = { certificate: CERTIFICATE, key: PRIVATE_KEY, sha256: 'other' }
  t.match(await call(url, wrong), { kind: 'unknown', reason: 'network' }, 'another authority')
  t.same(await call(url, own), ACCEPTED, 'after a rotation it is the one of the project again')
  const { fingerprint256 } = new X509Certificate(OTHER_CERTIFICATE)
  t.strictSame(shown, [fingerprint256, fingerprint256])
})
