// The routes of the client's calls and which of them wait: a new callback address applies from the
// next call on, and repeats leave the last room of an operator to rounds in flight.

import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import t from 'tap'
import { WALLET_CALLS_PER_OPERATOR } from '../../src/limits.ts'
import {
  createWalletClient,
  type WalletCall,
  type WalletClientOptions,
} from '../../src/wallet/client.ts'
import { RETRY_BUDGET } from '../../src/wallet/retry-budget.ts'
import { WALLET_ORIGINS } from '../../src/wallet/routes.ts'
import { pluck } from '../support/results.ts'
import { until } from '../support/until.ts'
import { type Behaviour, openWallet, says, startWalletServer } from '../support/wallet-server.ts'

const OK = '{"status":"ok","balance":12.34,"currency":"USD"}'

async function setup(
  t: { teardown(work: () => unknown): unknown },
  behaviour: Behaviour,
  options: Partial<WalletClientOptions> = {},
) {
  const { wallet, client } = await openWallet(t, behaviour, options)
  const wallets = [wallet, await startWalletServer(behaviour)] as const
  t.teardown(wallets[1].close)
  const call = (callbackUrl: string, projectId = 'acme') =>
    client.call({ projectId, callbackUrl, internal: false }, 'USD', 'bet', '{}')
  return { wallets, client, call }
}

t.test('a new callback address is called from the next call on', async t => {
  const { wallets, call } = await setup(t, says(OK))
  const [before, after] = wallets
  await call(before.url)
  await call(after.url)
  await call(`${after.url}/moved`)
  t.strictSame(pluck(before.received, 'path'), ['/USD'])
  t.strictSame(pluck(after.received, 'path'), ['/USD', '/moved/USD'])
})

t.test('two operators with one wallet share no connection', async t => {
  const { wallets, call } = await setup(t, says(OK))
  for (const projectId of ['one', 'two', 'one', 'two']) await call(wallets[0].url, projectId)
  t.equal(wallets[0].connections(), 2)
})

t.test('repeats leave the last room of an operator to rounds in flight', async t => {
  const { wallets, client, call } = await setup(t, () => {})
  const underWay: Promise<unknown>[] = []
  while (client.hasRoom('acme')) underWay.push(call(wallets[0].url))
  t.ok(underWay.length < WALLET_CALLS_PER_OPERATOR, 'some room is kept')
  t.equal(client.takeRetry('acme'), false, 'no repeat takes it')
  t.equal(client.takeRetry('other'), true, 'another operator is not delayed')
  await client.close()
  await Promise.all(underWay)
  let passed = 0
  while (client.takeRetry('acme')) passed++
  t.ok(passed >= RETRY_BUDGET, 'the repeat that waited has used no budget')
})

t.test('guarantee 18: no wallet with calls in flight makes room for another one', async t => {
  const { wallets, client, call } = await setup(t, () => {})
  const underWay = Array.from({ length: WALLET_ORIGINS }, (_, number) =>
    call(wallets[0].url, `busy-${number}`),
  )
  t.match(await call(wallets[1].url, 'one-more'), { reason: 'too-many-calls' })
  t.equal(wallets[1].connections(), 0)
  await client.close()
  await Promise.all(underWay)
})

t.test('guarantee 18: the wallet called longest ago makes room; its connection ends', async t => {
  // None ends because it was idle.
  const { wallets, call } = await setup(t, says(OK), { keepAliveMs: 3_600_000 })
  const [wallet] = wallets
  await call(wallet.url, 'project-0')
  await call(wallet.url, 'project-1')
  const others = Array.from({ length: WALLET_ORIGINS - 2 }, (_, n) => `project-${n + 2}`)
  await Promise.all(others.map(project => call(wallet.url, project)))
  await call(wallet.url, 'project-0')
  await call(wallet.url, 'one-more')
  await until('one has ended', () => wallet.open() === WALLET_ORIGINS)
  t.equal(wallet.connections(), WALLET_ORIGINS + 1)
  await call(wallet.url, 'project-0')
  t.equal(wallet.connections(), WALLET_ORIGINS + 1, 'the first, which was called again, was kept')
})

t.test('closing ends the connections of every address that a project has had', async t => {
  const sockets: Socket[] = []
  const dial = (to: NetConnectOpts) => {
    const socket = connect(to)
    sockets.push(socket)
    return socket
  }
  const { wallets, client, call } = await setup(t, says(OK), { dial })
  for (const { url } of wallets) await call(url)
  await client.close()
  t.strictSame(pluck(sockets, 'destroyed'), [true, true])
})

t.test('the received bytes of a call are released once its observer has had them', async t => {
  const seen: WalletCall['seen'][] = []
  const looked: string[] = []
  const { client, target } = await openWallet(t, says(OK), {
    onCall(call) {
      seen.push(call.seen)
      looked.push(`${call.seen?.body()}`)
    },
  })
  await client.call(target, 'USD', 'bet', '{}')
  t.strictSame(looked, [OK])
  t.equal(seen[0]!.body().length, 0)
})

t.test('the connection that was used last is used next, so that the others go idle', async t => {
  const ports: (number | undefined)[] = []
  const { wallets, call } = await setup(t, (response, { socket }) => {
    ports.push(socket.remotePort)
    response.end(OK)
  })
  await Promise.all([1, 2, 3].map(() => call(wallets[0].url)))
  for (let time = 0; time < 5; time++) await call(wallets[0].url)
  t.equal(new Set(ports.slice(0, 3)).size, 3)
  t.equal(new Set(ports.slice(3)).size, 1)
})

t.test('closing gives up a connection that is still being opened', async t => {
  const silent = createServer().listen(0, '127.0.0.1')
  const accepted = once(silent, 'connection')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const client = createWalletClient({
    allowLoopbackWallets: true,
    builtInWalletUrl: null,
    deadlineMs: 600_000,
  })
  const { port } = silent.address() as { port: number }
  const callbackUrl = `https://127.0.0.1:${port}/w`
  const target = { projectId: 'acme', callbackUrl, internal: false }
  const answer = client.call(target, 'USD', 'bet', '{}')
  const [socket] = (await accepted) as [Socket]
  const ended = once(socket.on('error', () => {}).resume(), 'close')
  await client.close()
  t.match(await answer, { kind: 'unknown', reason: 'network' })
  await ended
})
