// Bounds of connections on a real listener: one too many is closed as it arrives, and one address
// never takes what others need.

import t, { type Test } from 'tap'
import { type ConnectionLimits, createConnectionBounds } from '../../src/edge/connections.ts'
import { sendJson } from '../../src/edge/http.ts'
import { createListener } from '../../src/edge/listener.ts'
import { countConnections } from '../../src/server/listeners/public-listener.ts'
import { startApp } from '../support/edge-server.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'

/** In place of a /64: loopback has IPv4 networks only. */
const network = (address: string) => address.replace(/[.][0-9]+$/, '')

function regroup(counts: ReadonlyMap<string, number> | null, counted: (address: string) => string) {
  const regrouped = new Map<string, number>()
  for (const [address, count] of counts ?? []) {
    const caller = counted(address)
    regrouped.set(caller, (regrouped.get(caller) ?? 0) + count)
  }
  return regrouped
}

async function listen(
  t: Test,
  limits: ConnectionLimits,
  trusted: readonly string[] = [],
  counted = (address: string) => address,
) {
  const refused: string[] = []
  let url = ''
  let nowMs = 0
  const bounds = createConnectionBounds({
    limits,
    isTrustedProxy: address => trusted.includes(address),
    counted,
    countByAddress: () => regroup(countConnections(Number(new URL(url).port)), counted),
    // Long after the last count of the kernel, at any time.
    nowMs: () => (nowMs += 1_000_000),
    onRefused: cause => refused.push(cause),
  })
  const { app, routes } = createListener({
    headers: {},
    connections: bounds,
    isProxyProtocolAllowed: () => false,
    onRefused: () => {},
    onFault: error => t.fail(String(error)),
  })
  routes.get('/x', res => sendJson(res, 200, '{}'))
  url = await startApp(t, app)
  /** A connection that was answered, and stays open. */
  async function hold(from: string) {
    const socket = openRawSocket(t, url, from)
    socket.send('GET /x HTTP/1.1\r\nHost: a\r\n\r\n')
    await socket.seen(/200 OK/)
    return socket
  }
  return { url, refused, bounds, hold }
}

t.test('an address has its own bound, and another address is still accepted', async t => {
  const { url, refused, hold } = await listen(t, { inAll: 100, byAddress: 3 })
  for (let n = 0; n < 3; n++) await hold('127.0.0.2')
  t.equal(await openRawSocket(t, url, '127.0.0.2').closed, '')
  t.strictSame(refused, ['address'])
  await hold('127.0.0.3')
})

t.test('addresses that count as one share one bound', async t => {
  const { url, refused, hold } = await listen(t, { inAll: 100, byAddress: 3 }, [], network)
  for (const last of [2, 3, 4]) await hold(`127.0.0.${last}`)
  t.equal(await openRawSocket(t, url, '127.0.0.5').closed, '')
  t.strictSame(refused, ['address'])
  await hold('127.0.1.2')
})

t.test('an address that closes its connections is accepted again', async t => {
  const { hold, bounds } = await listen(t, { inAll: 100, byAddress: 3 })
  for (let n = 0; n < 12; n++) {
    const socket = await hold('127.0.0.2')
    socket.destroy()
    await socket.closed
    await until('all are closed', () => bounds.count() === 0)
  }
  t.pass('twelve, one after another')
})

t.test('all together have a bound, and for a trusted proxy only that one applies', async t => {
  const { url, refused, hold } = await listen(t, { inAll: 5, byAddress: 2 }, ['127.0.0.9'])
  for (let n = 0; n < 5; n++) await hold('127.0.0.9')
  t.equal(await openRawSocket(t, url, '127.0.0.3').closed, '')
  t.strictSame(refused, ['all'])
})
