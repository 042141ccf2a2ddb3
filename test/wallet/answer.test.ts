// What a wallet's answer means: exact balances, refusals, and everything that is only unknown.

import fc from 'fast-check'
import t from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { minorFromNumber, readWalletAnswer } from '../../src/wallet/answer.ts'
import { createWalletBodies } from '../../src/wallet/bodies.ts'

const request = createWalletBodies({
  apiKey: 'top-secret-key',
  playerId: 'p1',
  sessionId: 'secret-session',
  currency: 'USD',
  gameId: 'g',
}).sessionInfo()
const read = (text: string | Buffer, method: 'bet' | 'win' = 'bet') =>
  readWalletAnswer(Buffer.from(text as string), 'USD', method, request)

t.test('guarantee 12: balances are read from their source text', async t => {
  const accepted: [string, bigint][] = [
    ['{"status":"ok","balance":100.5,"currency":"USD"}', 10_050n],
    ['{"status": "ok", "balance": 100.50, "currency": "USD"}', 10_050n],
    ['{"balance":0,"currency":"USD","status":"ok"}', 0n],
    ['{"status":"ok","balance":9007199254740993.01,"currency":"USD"}', 900_719_925_474_099_301n],
    ['{"status":"ok","balance":90071992547409.93,"currency":"USD"}', 9_007_199_254_740_993n],
    ['{"status":"ok","balance":1e2,"currency":"USD"}', 10_000n],
    ['{"status":"ok","balance":12345E-2,"currency":"USD"}', 12_345n],
    ['{"status":"ok","balance":1.500,"currency":"USD"}', 150n],
    ['{"status":"ok","balance":-0.00,"currency":"USD"}', 0n],
    ['{"status":"ok","balance":92233720368547758.07,"currency":"USD"}', 2n ** 63n - 1n],
    [' {\r\n\t"status":"ok","balance":1,"currency":"USD","extra":{"balance":[9]}}\n', 100n],
    ['{"status":"\\u006fk","bal\\u0061nce":7,"currency":"USD"}', 700n],
    ['{"note":"\\"balance\\":5,","status":"ok","balance":7,"currency":"USD"}', 700n],
  ]
  for (const [text, balanceMinor] of accepted) {
    t.same(read(text), { kind: 'accepted', balanceMinor }, text)
  }
})

t.test('what is not an answer is unknown, never a guess', async t => {
  const invalid = [
    '',
    'ok',
    'null',
    '[]',
    '12',
    '{"status":"ok","balance":1,"currency":"USD"',
    '{"status":"ok","balance":1,"currency":"USD"}{}',
    '{"status":"ok","balance":1,"balance":2,"currency":"USD"}',
    '{"status":"ok","balance":1,"bal\\u0061nce":2,"currency":"USD"}',
    '{"status":"ok","balance":100.005,"currency":"USD"}',
    '{"status":"ok","balance":1e-3,"currency":"USD"}',
    '{"status":"ok","balance":1e99,"currency":"USD"}',
    '{"status":"ok","balance":1e999999999,"currency":"USD"}',
    '{"status":"ok","balance":-1,"currency":"USD"}',
    '{"status":"ok","balance":"100.00","currency":"USD"}',
    '{"status":"ok","balance":null,"currency":"USD"}',
    '{"status":"ok","balance":true,"currency":"USD"}',
    '{"status":"ok","balance":01,"currency":"USD"}',
    '{"status":"ok","balance":.5,"currency":"USD"}',
    '{"status":"ok","balance":+5,"currency":"USD"}',
    '{"status":"ok","balance":NaN,"currency":"USD"}',
    '{"status":"ok","balance":0x10,"currency":"USD"}',
    '{"status":"ok","balance":{"value":"1","isLosslessNumber":true},"currency":"USD"}',
    '{"status":"ok","balance":92233720368547758.08,"currency":"USD"}',
    '{"status":"ok","currency":"USD"}',
    '{"status":"ok","balance":1}',
    '{"status":"ok","balance":1,"currency":"EUR"}',
    '{"status":"ok","balance":1,"currency":"usd"}',
    '{"status":"OK","balance":1,"currency":"USD"}',
    '{"status":true,"balance":1,"currency":"USD"}',
    '{"balance":1,"currency":"USD"}',
    '{"__proto__":{"status":"ok","balance":1,"currency":"USD"}}',
    '{"status":"error","message":"INSUFFICIENT_FUNDS","balance":1,"currency":"EUR"}',
    '['.repeat(16_000),
    '{"a":'.repeat(3_000),
    Buffer.from([0xff, 0xfe]),
    '\ufeff{"status":"ok","balance":1,"currency":"USD"}',
  ]
  for (const text of invalid) {
    t.match(read(text), { kind: 'unknown', reason: 'invalid-answer' }, String(text).slice(0, 90))
  }
})

t.test('only INSUFFICIENT_FUNDS on a bet is a refusal', async t => {
  const error = (message: string) =>
    `{"status":"error","message":"${message}","balance":1,"currency":"USD"}`
  t.same(read(error('INSUFFICIENT_FUNDS')), { kind: 'refused', code: 'INSUFFICIENT_FUNDS' })
  t.match(read(error('INSUFFICIENT_FUNDS'), 'win'), { reason: 'wallet-error' })
  t.match(read(error('TRANSACTION_CANCELLED')), {
    reason: 'wallet-error',
    detail: 'TRANSACTION_CANCELLED',
  })
  t.match(read('{"status":"error"}'), { reason: 'wallet-error', detail: 'no message' })
})

t.test('guarantee 13: an echoed key does not reach the detail', async t => {
  const answer = read(
    `{"status":"error","message":"key top-secret-key\\n of secret-session ${'x'.repeat(500)}"}`,
  )
  t.match(answer, { kind: 'unknown', reason: 'wallet-error' })
  const { detail } = answer as { detail: string }
  t.notMatch(detail, /top-secret|secret-session|\n/)
  t.ok(detail.length <= 100)
})

t.test('guarantee 12: every amount survives printing and reading', async () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(amounts, fc.constantFrom('', ' '), (minor, space) => {
      const text = `{"status":"ok",${space}"balance":${space}${formatAmount(minor)},"currency":"USD"}`
      const answer = read(text)
      return answer.kind === 'accepted' && answer.balanceMinor === minor
    }),
  )
  fc.assert(
    fc.property(amounts, fc.integer({ min: -9, max: 9 }), (minor, exponent) => {
      const value = minorFromNumber(`${minor}e${exponent}`)
      const shift = exponent + 2
      if (shift >= 0) return value === minor * 10n ** BigInt(shift)
      const divisor = 10n ** BigInt(-shift)
      return minor % divisor === 0n ? value === minor / divisor : value === null
    }),
  )
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e12 }), value => {
      const minor = minorFromNumber(JSON.stringify(value))
      return minor === null || Number(formatAmount(minor)) === value
    }),
  )
})
