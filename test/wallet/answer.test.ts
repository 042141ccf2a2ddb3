// The meaning of a wallet's answer: exact balances, refusals, and everything that is only unknown.

import fc from 'fast-check'
import t from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { FINAL_REFUSALS, type WalletMethod } from '../../src/core/wallet-operation.ts'
import {
  minorFromNumber,
  printable,
  readPlainOk,
  readWalletAnswer,
} from '../../src/wallet/answer.ts'
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

const ok = (balance: string) => `{"status":"ok","balance":${balance},"currency":"USD"}`

t.test('guarantee 12: balances are read from their source text', async t => {
  const accepted: [string, bigint][] = [
    [ok('100.5'), 10_050n],
    ['{"status": "ok", "balance": 100.50, "currency": "USD"}', 10_050n],
    ['{"balance":0,"currency":"USD","status":"ok"}', 0n],
    [ok('9007199254740993.01'), 900_719_925_474_099_301n],
    [ok('90071992547409.93'), 9_007_199_254_740_993n],
    [ok('1e2'), 10_000n],
    [ok('12345E-2'), 12_345n],
    [ok('1.500'), 150n],
    [ok('-0.00'), 0n],
    [ok('92233720368547758.07'), 2n ** 63n - 1n],
    [' {\r\n\t"status":"ok","balance":1,"currency":"USD","extra":{"balance":[9]}}\n', 100n],
    ['{"status":"\\u006fk","bal\\u0061nce":7,"currency":"USD"}', 700n],
    [ok('12'), 1_200n],
    [ok('12.3'), 1_230n],
    ['{"note":"\\"balance\\":5,","status":"ok","balance":7,"currency":"USD"}', 700n],
  ]
  for (const [text, balanceMinor] of accepted) {
    t.same(read(text), { kind: 'accepted', balanceMinor }, text)
  }
})

t.test('an answer in the usual form is read without the full parse', async t => {
  const plain = (text: string) => readPlainOk(Buffer.from(text), 'USD')
  const amounts: [string, bigint][] = [
    ['0', 0n],
    ['7', 700n],
    ['12.3', 1_230n],
    ['12.34', 1_234n],
    ['1234567890123456.78', 123_456_789_012_345_678n],
  ]
  for (const [text, minor] of amounts) t.equal(plain(ok(text)), minor, text)
  t.equal(plain('{ "status": "ok", "balance": 7, "currency": "USD" }'), 700n, 'with spaces')
  const others = ['12345678901234567', '1.234', '01', '-1', '1e2', '"1"'].map(ok)
  others.push(ok('7').replace('USD', 'EUR'), `${ok('7')}\n`, ok('7').replace('{', '{  '))
  for (const text of others) t.equal(plain(text), null, text)
})

t.test('what is not an answer is unknown, never a guess', async t => {
  const notNumbers = ['"100.00"', 'null', 'true', '01', '.5', '+5', 'NaN', '0x10']
  const notAmounts = ['100.005', '1e-3', '1e99', '1e999999999', '-1', '92233720368547758.08']
  const invalid = [
    ...['', 'ok', 'null', '[]', '12'],
    ...[...notNumbers, ...notAmounts].map(ok),
    '{"status":"ok","balance":1,"currency":"USD"',
    '{"status":"ok","balance":1,"currency":"USD"}{}',
    '{"status":"ok","balance":1,"balance":2,"currency":"USD"}',
    '{"status":"ok","balance":1,"bal\\u0061nce":2,"currency":"USD"}',
    ok('{"value":"1","isLosslessNumber":true}'),
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
  const latin = Buffer.from('{"status":"ok","balance":1,"currency":"USD","note":"\xff"}', 'latin1')
  const noObjects = ['null', '[]', '12', 'true', '"ok"', '{', latin]
  const details: [string | Buffer, string][] = [
    ...noObjects.map((text): [string | Buffer, string] => [text, 'not a JSON object']),
    ['{}', 'status is neither ok nor error'],
    ['{"status":"ok","balance":1,"currency":"EUR"}', 'currency differs from the request'],
    ['{"status":"error","currency":"EUR"}', 'currency differs from the request'],
    [ok('"1"'), 'balance is not a number'],
    [ok('0.001'), balance],
    [ok('-1'), balance],
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
  const cancelled = { reason: 'wallet-error', detail: 'TRANSACTION_CANCELLED' }
  t.match(read(error(cancelled.detail)), cancelled)
  for (const code of FINAL_REFUSALS) t.match(read(error(code)), { reason: 'wallet-error' })
  for (const fields of ['', ',"message":""', ',"message":7', ',"message":null']) {
    const answer = { kind: 'unknown', reason: 'wallet-error', detail: 'no message' }
    t.same(read(`{"status":"error"${fields}}`), answer, fields)
  }
})

t.test('a final refusal is one where it is taken, and unknown elsewhere', async t => {
  const readBet = (message: string, takesFinalRefusals: boolean, method: WalletMethod = 'bet') => {
    const body = Buffer.from(`{"status":"error","message":"${message}","currency":"USD"}`)
    return readWalletAnswer(body, 'USD', method, request, takesFinalRefusals)
  }
  for (const code of FINAL_REFUSALS) {
    t.same(readBet(code, true), { kind: 'refused', code })
    const unknown = { kind: 'unknown', reason: 'wallet-error', detail: code }
    t.same(readBet(code, false), unknown)
    t.same(readBet(code, true, 'win'), unknown)
  }
  t.match(readBet('INSUFFICIENT_FUNDS', true), { kind: 'refused' })
  for (const other of ['MAINTENANCE', 'player_blocked', 'PLAYER_BLOCKED ']) {
    t.match(readBet(other, true), { kind: 'unknown' }, other)
  }
  const abroad = Buffer.from('{"status":"error","message":"PLAYER_BLOCKED","currency":"EUR"}')
  t.match(readWalletAnswer(abroad, 'USD', 'bet', request, true), { reason: 'invalid-answer' })
})

t.test('guarantee 13: an echoed key does not reach the detail', async t => {
  const message = `key top-secret-key\\n of secret-session ${'x'.repeat(500)}`
  const answer = read(`{"status":"error","message":"${message}"}`)
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
