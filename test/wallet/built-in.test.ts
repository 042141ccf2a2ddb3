// The built-in wallet end to end: real client, real server, real Redis.

import { createHash } from 'node:crypto'
import t from 'tap'
import { registerBuiltInWallet } from '../../src/edge/built-in-wallet.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { createWalletBodies } from '../../src/wallet/bodies.ts'
import { createBuiltInWallet } from '../../src/wallet/built-in.ts'
import { createWalletClient } from '../../src/wallet/client.ts'
import { startEdge } from '../support/edge-server.ts'
import { openRedis } from '../support/redis.ts'

const API_KEY = 'demo-key'
const sha256 = (text: string) => createHash('sha256').update(text).digest()

t.test('the built-in wallet answers the real client', async t => {
  const redis = await openRedis(t)
  const accounts = createBuiltInWalletAccounts(redis)
  const wallet = createBuiltInWallet({
    accounts,
    apiKeySha256: projectId => (projectId === 'demo' ? sha256(API_KEY) : null),
  })
  const url = await startEdge(t, app => {
    registerBuiltInWallet(app, {
      answer: wallet.answer,
      onFault: error => t.fail(String(error)),
    })
  })
  const bodies = createWalletBodies({
    apiKey: API_KEY,
    playerId: 'p1',
    sessionId: 's1',
    currency: 'USD',
    gameId: 'amber-falls',
  })
  const post = async (body: string, path = 'demo/USD') => {
    const response = await fetch(`${url}/wallet/${path}`, { method: 'POST', body })
    return [response.status, await response.text()]
  }
  const round = { roundId: 'r1', timeS: 1_700_000_000 }
  const fields = (kind: string, amountMinor: bigint) => ({
    amountMinor,
    transaction: `${kind}-r1`,
    ...round,
  })

  t.test('characters of a player id are counted as a launch counts them', async t => {
    const ask = (player_id: string) =>
      post(JSON.stringify({ method: 'session_info', player_id, api_key: API_KEY }))
    t.equal((await ask('\u{1f3b0}'.repeat(128)))[0], 200)
    for (const other of ['\u{1f3b0}'.repeat(129), '', 'a\0']) t.equal((await ask(other))[0], 400)
  })

  t.test('a whole round through the real client', async t => {
    const client = createWalletClient({ allowLoopbackWallets: false, builtInWalletUrl: url })
    t.teardown(() => client.close())
    const target = { projectId: 'demo', callbackUrl: `${url}/wallet/demo`, internal: true }
    const info = { ...round, forced: false }
    const refund = { ...fields('refund', 250n), originalTransaction: 'bet-r1' }
    const steps = [
      ['session_info', bodies.sessionInfo(), 1_000_000n],
      ['bet', bodies.bet(fields('bet', 250n)), 999_750n],
      ['round_info', bodies.roundInfo({ ...info, event: 'start' }), 999_750n],
      ['win', bodies.win(fields('win', 1_000n)), 1_000_750n],
      ['win', bodies.win(fields('win', 1_000n)), 1_000_750n],
      ['round_info', bodies.roundInfo({ ...info, event: 'finish' }), 1_000_750n],
      ['refund', bodies.refund(refund), 1_001_000n],
    ] as const
    for (const [method, body, balanceMinor] of steps) {
      t.same(await client.call(target, 'USD', method, body), { kind: 'accepted', balanceMinor })
    }
    const tooMuch = bodies.bet({ ...fields('bet', 10n ** 12n), transaction: 'bet-r2' })
    const refused = { kind: 'refused', code: 'INSUFFICIENT_FUNDS' }
    t.same(await client.call(target, 'USD', 'bet', tooMuch), refused)
  })

  t.test('answers are those of the specification', async t => {
    const balance = '"balance":10010.00,"currency":"USD"'
    const cancelled = `{"status":"error","message":"TRANSACTION_CANCELLED",${balance}}`
    const summary = `{"method":"freespins_finished","api_key":"${API_KEY}"}`
    t.same(await post(bodies.sessionInfo()), [200, `{"status":"ok",${balance}}`])
    t.same(await post(bodies.bet(fields('bet', 250n))), [200, cancelled])
    t.same(await post(summary), [200, '{"status":"ok"}'])
  })

  t.test('guarantee 14: unknown project and wrong key are the same answer', async t => {
    const unauthorized = [401, '{"status":"error","message":"UNAUTHORIZED"}']
    const calls: [body: string, path?: string][] = [
      [bodies.sessionInfo().replace(API_KEY, 'wrong-key')],
      [bodies.sessionInfo(), 'unknown/USD'],
      ['{"method":"session_info","player_id":"p1"}'],
      ['{"method":"session_info","player_id":"p1","api_key":7}'],
      ['{}', 'unknown/USD'],
      ['{"method":"freespins_finished","api_key":"wrong-key"}'],
    ]
    for (const [body, path] of calls) t.same(await post(body, path), unauthorized, body)
  })

  t.test('the bet of a free spin and its refund have amount zero and are accepted', async t => {
    const freeSpin = { grantId: 'g1', externalId: null, nominalBetMinor: 20n, remaining: 4 }
    const ok = [200, '{"status":"ok","balance":10010.00,"currency":"USD"}']
    const free = { ...round, amountMinor: 0n }
    const bet = bodies.bet({ ...free, transaction: 'bet-f1', freeSpin })
    const refund = (id: string) => {
      const transaction = `refund-${id}`
      return bodies.refund({ ...free, transaction, originalTransaction: `bet-${id}` })
    }
    t.same(await post(bet), ok)
    t.same(await post(refund('f1')), ok)
    t.same(await post(refund('f2')), ok, 'of a bet that never came')
    t.match((await post(bet))[1], /TRANSACTION_CANCELLED/)
  })

  t.test('a body that is not a callback is an invalid request', async t => {
    const invalid = [400, '{"status":"error","message":"INVALID_REQUEST"}']
    const bet = bodies.bet({ ...fields('bet', 250n), transaction: 'bet-r9' })
    const broken: [string, string?][] = [
      [''],
      ['[]'],
      ['null'],
      ['{"method":'],
      [bet, 'demo/EUR'],
      [bet, 'demo/GBP'],
      [bet.replace('"bet"', '"steal"')],
      [bet.replace('"bet"', '"constructor"')],
      [bet.replace('2.50', '"2.50"')],
      [bet.replace('2.50', '-2.50')],
      [bet.replace('2.50', '0')],
      [bet.replace('2.50', '2.505')],
      [bet.replace('2.50', '2.5000000000000000000001')],
      [bet.replace('2.50', '100000000000000000')],
      [bet.replace('"amount":2.50', '"amount":2.50,"amount":3')],
      [bet.replace('"amount":2.50', '"amount":2.50,"\\u0061mount":3')],
      [bet.replace('"p1"', '""')],
      [bet.replace('"p1"', `"${'x'.repeat(129)}"`)],
      [bet.replace('"bet-r9"', 'null')],
      [bet.replace('"bet-r9"', '""')],
      [bet.replace('"bet-r9"', `"${'x'.repeat(129)}"`)],
      [bet.replace('"bet"', '"refund"')],
      [bet.replace('"bet"', '"refund"').replace('"meta":{', '"meta":{"original_transaction":7,')],
      [bet.replace(/"meta":.*\}\}/, '"meta":null}')],
      ['x'.repeat(20_000)],
    ]
    for (const [body, path] of broken) t.same(await post(body, path), invalid, body.slice(0, 60))
    t.equal((await accounts.balances('demo', 'p1')).USD, 1_001_000n, 'nothing happened')
  })

  t.test('guarantee 12: amounts are read from their source text', async t => {
    const balanceAfter = async (body: string) =>
      /"balance":([0-9.]+)/.exec((await post(body))[1] as string)?.[1]
    const amounts = [
      ['"amount":0.01', '10009.99'],
      ['"amount":1e0', '10008.99'],
      ['"amount":0.100', '10008.89'],
      ['"x":{"amount":5},"amount":1', '10007.89'],
      ['"x":"\\"amount\\":5,","amount":1', '10006.89'],
      ['"k\\"amount":5,"amount":1', '10005.89'],
      ['"\\u0061mount":1', '10004.89'],
    ] as const
    for (const [place, [amount, balance]] of amounts.entries()) {
      const bet = bodies.bet({ ...fields('bet', 111n), transaction: `amount-${place}` })
      t.equal(await balanceAfter(bet.replace('"amount":1.11', amount)), balance, amount)
    }
    const free = bodies.bet({ ...fields('bet', 0n), transaction: 'amount-free' })
    const marked = free.replace('"meta":{', '"meta":{"is_freespins":true,')
    t.equal(await balanceAfter(marked), '10004.89')
  })

  t.test('while the accounts cannot be reached no answer is invented', async t => {
    const failing = createBuiltInWallet({
      accounts: { apply: () => Promise.reject(new Error('redis is away')) },
      apiKeySha256: async () => sha256(API_KEY),
    })
    const failures: unknown[] = []
    const there = await startEdge(t, app => {
      registerBuiltInWallet(app, {
        answer: failing.answer,
        onFault: error => failures.push(error),
      })
    })
    const client = createWalletClient({ allowLoopbackWallets: false, builtInWalletUrl: there })
    t.teardown(() => client.close())
    const target = { projectId: 'demo', callbackUrl: `${there}/wallet/demo`, internal: true }
    const answer = await client.call(target, 'USD', 'session_info', bodies.sessionInfo())
    t.match(answer, { kind: 'unknown', reason: 'http-status' })
    t.match(failures, [{ message: 'redis is away' }])
  })
})
