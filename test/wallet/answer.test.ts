// The meaning of a wallet's answer: exact balances, refusals, and everything that is only unknown.

import fc from 'fast-check'
import t from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import type { WalletMethod } from '../../src/core/wallet-operation.ts'
import { minorFromNumber, printable, readWalletAnswer } from '../../src/wallet/answer.ts'
import { createWalletBodies } from '../../src/wallet/bodies.ts'

const request = createWalletBodies({
  apiKey: 'top-secret-key',
  playerId: 'p1',
  sessionId: 'secret-session',
  currency: 'USD',
  gameId: 'g',
}).sessionInfo()
const read = (text: string | Buffer, method: WalletMethod = 'bet') =>
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
    ['{"status":"ok","balance":12,"currency":"USD"}', 1_200n],
    ['{"status":"ok","balance":12.3,"currency":"USD"}', 1_230n],
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

t.test('an answer with one extra character, anywhere, is not an answer', async t => {
  for (const plain of [
    '{"status":"ok","balance":12.34,"currency":"USD"}',
    '{"status": "ok", "balance": 7, "currency": "USD" }',
  ]) {
    t.match(read(plain), { kind: 'accepted' })
    for (let at = 0; at <= plain.length; at++) {
      const text = `${plain.slice(0, at)}x${plain.slice(at)}`
      t.match(read(text), { kind: 'unknown', reason: 'invalid-answer' }, text)
    }
  }
})

t.test('the detail names the fault of an answer', async t => {
  const balance = 'balance is not an amount with at most two decimals'
  const details: [string | Buffer, string][] = [
    ['null', 'not a JSON object'],
    ['[]', 'not a JSON object'],
    ['12', 'not a JSON object'],
    ['true', 'not a JSON object'],
    ['"ok"', 'not a JSON object'],
    ['{', 'not a JSON object'],
    [
      Buffer.from('{"status":"ok","balance":1,"currency":"USD","note":"\xff"}', 'latin1'),
      'not a JSON object',
    ],
    ['{}', 'status is neither ok nor error'],
    ['{"status":"ok","balance":1,"currency":"EUR"}', 'currency differs from the request'],
    ['{"status":"error","currency":"EUR"}', 'currency differs from the request'],
    ['{"status":"ok","balance":"1","currency":"USD"}', 'balance is not a number'],
    ['{"status":"ok","balance":0.001,"currency":"USD"}', balance],
    ['{"status":"ok","balance":-1,"currency":"USD"}', balance],
  ]
  for (const [text, detail] of details) {
    t.same(read(text), { kind: 'unknown', reason: 'invalid-answer', detail }, String(text))
  }
})

t.test('a summary needs no balance; any other answer does', async t => {
  t.same(read('{"status":"ok"}', 'freespins_finished'), { kind: 'accepted', balanceMinor: 0n })
  t.match(read('{"status":"ok"}', 'win'), { kind: 'unknown' })
  t.match(read('{"status":"error"}', 'freespins_finished'), { reason: 'wallet-error' })
  t.match(read('{}', 'freespins_finished'), { reason: 'invalid-answer' })
})

t.test('numbers are read completely or not at all', async t => {
  t.equal(minorFromNumber('1e10'), 10n ** 12n)
  t.equal(minorFromNumber('150e-02'), 150n)
  for (const text of ['1.5x', '1.5 ', 'x1', '1e100', '01', '1.', '']) {
    t.equal(minorFromNumber(text), null, text)
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
  for (const fields of ['', ',"message":""', ',"message":7', ',"message":null']) {
    const answer = { kind: 'unknown', reason: 'wallet-error', detail: 'no message' }
    t.same(read(`{"status":"error"${fields}}`), answer, fields)
  }
})

t.test('guarantee 13: an echoed key does not reach the detail', async t => {
  const answer = read(
    `{"status":"error","message":"key top-secret-key\\n of secret-session ${'x'.repeat(500)}"}`,
  )
  t.match(answer, { kind: 'unknown', reason: 'wallet-error' })
  const { detail } = answer as { detail: string }
  t.notMatch(detail, /top-secret|secret-session|\n/)
  t.ok(detail.length <= 100)
  t.equal(printable('key top-secret-key\n', request), 'key ***?')
  const secrets = ['top-secret-key', 'secret-session']
  const twice = printable([...secrets, ...secrets].join(' '), request)
  t.equal(twice, '*** *** *** ***', 'each of them, in every position')
})

t.test('a request without secrets masks nothing', async t => {
  for (const sent of ['{}', '{"api_key":"","session_id":7}', 'not JSON']) {
    t.equal(printable('undefined 7', sent), 'undefined 7', sent)
  }
})

t.test('guarantee 12: every amount survives printing and reading', async () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(amounts, fc.constantFrom('', ' '), (minor, space) => {
      const balance = `"balance":${space}${formatAmount(minor)}`
      const text = `{"status":"ok",${space}${balance},"currency":"USD"}`
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
