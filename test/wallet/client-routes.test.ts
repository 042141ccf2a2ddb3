// Where the client's calls go and which of them wait: a new callback address counts from the next call on, and
// repeats leave the last room of an operator to rounds that are under way.

import t from 'tap'
import { RETRY_BUDGET, WALLET_CALLS_PER_OPERATOR, WALLET_ORIGINS } from '../../src/limits.ts'
import { createWalletClient } from '../../src/wallet/client.ts'
import { type Behaviour, says, startWalletServer } from '../support/wallet-server.ts'

const OK = '{"status":"ok","balance":12.34,"currency":"USD"}'

async function setup(t: { teardown(work: () => unknown): unknown }, behaviour: Behaviour) {
  const wallets = [await startWalletServer(behaviour), await startWalletServer(behaviour)] as const
  const client = createWalletClient({
    allowLoopbackWallets: true,
    builtInWalletUrl: 'http://127.0.0.1:1',
  })
  t.teardown(async () => {
    await client.close()
    for (const wallet of wallets) await wallet.close()
  })
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
  t.strictSame(
    wallets.map(wallet => wallet.received.map(({ path }) => path)),
    [['/USD'], ['/USD', '/moved/USD']],
  )
})

t.test('two operators with one wallet share no connection', async t => {
  const { wallets, call } = await setup(t, says(OK))
  for (const projectId of ['one', 'two', 'one', 'two']) await call(wallets[0].url, projectId)
  t.equal(wallets[0].connections(), 2)
})

t.test('repeats leave the last room of an operator to rounds under way', async t => {
  const { wallets, client, call } = await setup(t, () => {})
  const underWay: Promise<unknown>[] = []
  while (client.hasRoom('acme')) underWay.push(call(wallets[0].url))
  t.ok(underWay.length < WALLET_CALLS_PER_OPERATOR, 'some room is kept')
  t.equal(client.takeRetry('acme'), false, 'no repeat takes it')
  t.equal(client.takeRetry('other'), true, 'another operator is not held up')
  await client.close()
  await Promise.all(underWay)
  let passed = 0
  while (client.takeRetry('acme')) passed++
  t.ok(passed >= RETRY_BUDGET, 'the repeat that waited has spent nothing')
})

t.test('no wallet with calls under way makes room for another one', async t => {
  const { wallets, client, call } = await setup(t, () => {})
  const underWay = Array.from({ length: WALLET_ORIGINS }, (_, i) =>
    call(wallets[0].url, `busy-${i}`),
  )
  t.match(await call(wallets[1].url, 'one-more'), { reason: 'too-many-calls' })
  t.equal(wallets[1].connections(), 0)
  await client.close()
  await Promise.all(underWay)
})
