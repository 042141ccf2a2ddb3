// Exact money as text: valid and invalid amounts, and that printing and parsing are inverse.

import fc from 'fast-check'
import t from 'tap'
import {
  formatAmount,
  isCurrency,
  MAX_MONEY_MINOR,
  parseAmount,
  parseMoney,
  unitsToMinor,
} from '../../src/core/money.ts'

const LARGEST = 10n ** 15n - 1n

t.test('an amount has at most two decimals and 13 digits before the point', async t => {
  const amounts: [string, bigint][] = [
    ['0', 0n],
    ['0.0', 0n],
    ['0.01', 1n],
    ['12', 1_200n],
    ['12.3', 1_230n],
    ['12.34', 1_234n],
    ['9999999999999.99', LARGEST],
  ]
  for (const [text, minor] of amounts) t.equal(parseAmount(text), minor, text)
})

t.test('a win or a balance has up to 17 digits before the point', async t => {
  t.equal(parseMoney('9999999999999.99'), LARGEST)
  t.equal(parseMoney('10000000000000.00'), LARGEST + 1n)
  t.equal(parseMoney('92233720368547758.07'), MAX_MONEY_MINOR)
  for (const text of ['92233720368547758.08', '100000000000000000', '01', '-1', '1e3', '']) {
    t.equal(parseMoney(text), null, text)
  }
})

t.test('an invalid amount is refused', async t => {
  const texts = ['', '.', '.5', '5.', '01', '00', '-1', '+1', '1e3', '1.234', '12345678901234']
  texts.push(' 1', '1 ', '1\n', '1,5', '0x1', 'NaN', 'Infinity', '１')
  for (const text of texts) t.equal(parseAmount(text), null, JSON.stringify(text))
})

t.test('printing always shows two decimals, of negative amounts too', async t => {
  const prints: [bigint, string][] = [
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [1_234n, '12.34'],
    [-123_456n, '-1234.56'],
    [2n ** 53n + 1n, '90071992547409.93'],
    [2n ** 63n - 1n, '92233720368547758.07'],
  ]
  for (const [minor, text] of prints) t.equal(formatAmount(minor), text)
})

t.test('property: parsing what was printed gives the amount back, to the last unit', async t => {
  const amount = fc.bigInt({ min: 0n, max: LARGEST })
  fc.assert(fc.property(amount, minor => parseAmount(formatAmount(minor)) === minor))
  const money = fc.bigInt({ min: 0n, max: MAX_MONEY_MINOR })
  fc.assert(fc.property(money, minor => parseMoney(formatAmount(minor)) === minor))
  t.pass()
})

t.test('property: two different texts of one amount are the same amount', async t => {
  const whole = fc.bigInt({ min: 0n, max: 10n ** 13n - 1n })
  fc.assert(
    fc.property(whole, fc.integer({ min: 0, max: 9 }), (units, tenths) => {
      const short = parseAmount(`${units}.${tenths}`)
      return (
        short === parseAmount(`${units}.${tenths}0`) &&
        short === units * 100n + BigInt(tenths) * 10n
      )
    }),
  )
  t.pass()
})

t.test('property: a win in units is exact at any stake, or throws', async t => {
  const units = fc.integer({ min: 0, max: 2 ** 40 })
  const perUnit = fc.bigInt({ min: 1n, max: 10n ** 13n })
  fc.assert(
    fc.property(units, perUnit, fc.integer({ min: 1, max: 100 }), (win, unitMinor, unitsPerBet) => {
      const stake = unitMinor * BigInt(unitsPerBet)
      return unitsToMinor(win, stake, unitsPerBet) === BigInt(win) * unitMinor
    }),
  )
  t.throws(() => unitsToMinor(1, 101n, 20), RangeError)
})

t.test('the four currencies are exactly these', async t => {
  for (const code of ['UAH', 'USD', 'EUR', 'RUB']) t.ok(isCurrency(code))
  for (const other of ['GBP', 'usd', '', null, 1, 'constructor']) t.notOk(isCurrency(other))
})
