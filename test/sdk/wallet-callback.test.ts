// An operator reads exactly what the platform prints, to the last unit; all else is refused.

import fc from 'fast-check'
import t from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { WALLET_METHODS } from '../../src/core/wallet-operation.ts'
import {
  readWalletCallback,
  SUMMARY_ANSWER,
  walletAnswer,
  walletRefusal,
} from '../../src/sdk/wallet-callback.ts'
import { readWalletAnswer } from '../../src/wallet/answer.ts'
import { createWalletBodies, summaryBody } from '../../src/wallet/bodies.ts'

const KEY = 'rk_key-of-the-project'
const URL = '/wallet/EUR'
const CONTEXT = {
  apiKey: KEY,
  playerId: 'ann "the n1" 12.5 \\',
  sessionId: 's-1',
  currency: 'EUR',
  gameId: 'lucky-lanterns',
} as const
const bodies = createWalletBodies(CONTEXT)
const MONEY = { amountMinor: 250n, transaction: 'bet-1', roundId: 'r-1', timeS: 1767225600 }
const COMMON = { playerId: CONTEXT.playerId, currency: 'EUR' }
const ROUND = { ...COMMON, sessionId: 's-1', game: 'lucky-lanterns', roundId: 'r-1' }
const PAID = { ...ROUND, timestamp: 1767225600, transaction: 'bet-1', amountMinor: 250n }
const SPIN = { grantId: 'g-1', externalId: null, nominalBetMinor: 20n, remaining: 9 }
const SUMMARY = {
  grantId: 'g-1',
  externalId: 'welcome',
  status: 'used',
  total: 10,
  played: 10,
  betMinor: 20n,
  totalWinMinor: 2n ** 63n - 1n,
  finishedAtMs: 1767225600000,
}

const read = (body: string | Buffer, url = URL, key: string | string[] = KEY) =>
  readWalletCallback(body, url, key)
const INVALID = { ok: false, status: 400, code: 'INVALID_REQUEST' }
const UNAUTHORIZED = { ok: false, status: 401, code: 'UNAUTHORIZED' }

t.test('each of the six calls is read as the platform prints it', async t => {
  const roundInfo = { event: 'finish', roundId: 'r-1', timeS: 1767225600 } as const
  const named = { ...SPIN, externalId: 'welcome' }
  const free = { amountMinor: 0n, freeSpin: SPIN }
  const originalTransaction = 'bet-0'
  const { finishedAtMs: _, ...summary } = SUMMARY
  const calls: [string, object][] = [
    [bodies.sessionInfo(), { method: 'session_info', ...COMMON, sessionId: 's-1' }],
    [bodies.bet(MONEY), { method: 'bet', ...PAID, freeSpin: null }],
    [bodies.win(MONEY), { method: 'win', ...PAID, freeSpin: null }],
    [bodies.bet({ ...MONEY, ...free }), { method: 'bet', ...PAID, ...free }],
    [bodies.win({ ...MONEY, freeSpin: named }), { method: 'win', ...PAID, freeSpin: named }],
    [
      bodies.refund({ ...MONEY, originalTransaction }),
      { method: 'refund', ...PAID, originalTransaction },
    ],
    ...[false, true].map((forced): [string, object] => [
      bodies.roundInfo({ ...roundInfo, forced }),
      { method: 'round_info', ...ROUND, timestamp: 1767225600, event: 'finish', forced },
    ]),
    [
      summaryBody(CONTEXT, SUMMARY),
      {
        method: 'freespins_finished',
        ...COMMON,
        ...summary,
        game: 'lucky-lanterns',
        finishedAt: '2026-01-01T00:00:00.000Z',
      },
    ],
  ]
  const methods = new Set(calls.map(([body]) => JSON.parse(body).method))
  t.strictSame([...methods].sort(), [...WALLET_METHODS].sort())
  for (const [body, callback] of calls) {
    t.strictSame(read(body), { ok: true, callback })
    t.strictSame(read(Buffer.from(body)), { ok: true, callback })
  }
})

t.test('every amount is read to the unit, and every balance as it was printed', async t => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(amounts, amountMinor => {
      const found = read(bodies.win({ ...MONEY, amountMinor }))
      const balance = Buffer.from(walletAnswer(amountMinor, 'EUR'))
      const answered = readWalletAnswer(balance, 'EUR', 'win', bodies.win(MONEY))
      t.match(found, { ok: true, callback: { amountMinor } })
      t.strictSame(answered, { kind: 'accepted', balanceMinor: amountMinor })
    }),
    { numRuns: 200 },
  )
  t.equal(walletAnswer(2n ** 63n - 1n, 'EUR').includes('92233720368547758.07'), true)
  t.throws(() => walletAnswer(-1n, 'EUR'), RangeError)
})

t.test("the other answers are in the platform's list", async t => {
  const refusal = (code: string) =>
    readWalletAnswer(Buffer.from(walletRefusal(code)), 'EUR', 'bet', bodies.bet(MONEY))
  const [poor, cancelled] = ['INSUFFICIENT_FUNDS', 'TRANSACTION_CANCELLED'] as const
  t.strictSame(refusal(poor), { kind: 'refused', code: poor })
  t.match(refusal(cancelled), { kind: 'unknown', detail: cancelled })
  const noted = Buffer.from(SUMMARY_ANSWER)
  t.match(readWalletAnswer(noted, 'EUR', 'freespins_finished', ''), { kind: 'accepted' })
})

t.test('a wrong, missing or foreign key is unauthorized, with any body', async t => {
  const body = bodies.bet(MONEY)
  t.strictSame(read(body, URL, 'rk_another'), UNAUTHORIZED)
  t.strictSame(read(body, URL, [`${KEY}x`, KEY.slice(1)]), UNAUTHORIZED)
  t.strictSame(read(body, URL, []), UNAUTHORIZED)
  t.strictSame(read('{}', URL, ''), UNAUTHORIZED)
  t.strictSame(read('{"api_key":""}', URL, ''), UNAUTHORIZED)
  t.strictSame(read('{"api_key":7,"method":"bet"}', URL, '7'), UNAUTHORIZED)
  t.strictSame(read('{"method":"bet"}'), UNAUTHORIZED)
})

t.test('two keys are valid while one replaces the other', async t => {
  t.match(read(bodies.bet(MONEY), URL, ['rk_new', KEY]), { ok: true })
  t.match(read(bodies.bet(MONEY), URL, [KEY, 'rk_new']), { ok: true })
})

t.test('the currency is that of the address', async t => {
  const session = bodies.sessionInfo()
  t.match(read(session, 'https://casino.example/wallet/UAH'), { callback: { currency: 'UAH' } })
  t.match(read(session, '/wallet/USD?x=/EUR'), { callback: { currency: 'USD' } })
  t.strictSame(read(bodies.bet(MONEY), '/wallet/USD'), INVALID)
  t.strictSame(read(session, '/wallet/GBP'), INVALID)
  t.strictSame(read(session, ''), INVALID)
})

t.test('a field that is missing or of another form is refused, never guessed', async t => {
  const spin = bodies.bet({ ...MONEY, amountMinor: 0n, freeSpin: SPIN })
  const texts = [bodies.refund({ ...MONEY, originalTransaction: 'bet-0' }), spin]
  const optional = ['"timestamp"', '"time"']
  for (const text of texts) {
    const names = [...text.matchAll(/"[a-z_]+"(?=:)/g)].map(([name]) => name)
    t.ok(names.length > 8)
    for (const name of names.filter(one => !optional.includes(one))) {
      if (['"api_key"', '"currency"', '"is_freespins"'].includes(name)) continue
      t.strictSame(read(text.replace(`${name}:`, '"other":')), INVALID, `${name} is missing`)
    }
  }
  const bet = bodies.bet(MONEY)
  const amounts = ['"2.50"', '-2.50', '2.505', '2.5e0', '02.50', '[2.50]', 'null', `${10n ** 17n}`]
  for (const amount of amounts) {
    const changed = bet.replace('"amount":2.50', `"amount":${amount}`)
    t.not(changed, bet)
    t.strictSame(read(changed), INVALID, amount)
  }
  t.strictSame(read(bet.replace('"bet"', '"toString"')), INVALID)
  t.match(read(bet.replace('2.50', '2.5')), { callback: { amountMinor: 250n } })
})

t.test('an invalid body is refused and nothing is thrown', async t => {
  for (const body of ['', '{', '[]', 'null', '7', '"text"', `{"a":"${'x'.repeat(70_000)}"}`]) {
    t.strictSame(read(body), INVALID, body.slice(0, 20))
  }
  const formatted = JSON.stringify(JSON.parse(bodies.sessionInfo()), null, 2)
  t.match(read(formatted), { ok: true })
  const own = bodies.sessionInfo().replace('{', '{"__proto__":{"api_key":"x"},')
  t.match(read(own), { ok: true })
  fc.assert(fc.property(fc.json(), body => read(body).ok === false))
})

t.test('an amount in an answer is the one in the account', async t => {
  t.equal(walletAnswer(12050n, 'EUR'), `{"status":"ok","balance":120.50,"currency":"EUR"}`)
  t.equal(walletAnswer(5n, 'USD'), `{"status":"ok","balance":${formatAmount(5n)},"currency":"USD"}`)
})
