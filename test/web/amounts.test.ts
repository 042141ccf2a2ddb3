// Amounts as players read them: in every language the currency's sign is in its place, and every
// digit is exact.

import t from 'tap'
import { LANGUAGES } from '../../src/core/language.ts'
import { CURRENCIES, MAX_MONEY_MINOR } from '../../src/core/money.ts'
import { printCount, printDecimal, printMoney, readersForm } from '../../web/amounts.ts'

/** No-break spaces read as spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

t.test('an amount in euros, language by language', async t => {
  const expected = {
    en: '€1,234,567.80',
    ru: '1 234 567,80 €',
    uk: '1 234 567,80 €',
    'pt-BR': '€ 1.234.567,80',
    'es-419': '€1,234,567.80',
    'zh-Hans': '€1,234,567.80',
    de: '1.234.567,80 €',
    tr: '€1.234.567,80',
  }
  for (const language of LANGUAGES) {
    const printed = plain(printMoney(123_456_780n, 'EUR', language))
    // Some versions of the locale data put characters between sign and figure.
    t.equal(printed.replace(/^EUR ?/, '€'), expected[language], language)
  }
})

t.test('every currency of the platform has its sign, in every language', async t => {
  const signs = { UAH: '₴', USD: '$', EUR: '€', RUB: '₽' }
  for (const language of LANGUAGES) {
    for (const currency of CURRENCIES) {
      t.ok(printMoney(5n, currency, language).includes(signs[currency]), `${language} ${currency}`)
    }
  }
})

t.test('no digit is lost or rounded', async t => {
  const digits = (text: string) => text.replaceAll(/\D/g, '')
  for (const language of LANGUAGES) {
    for (const minor of [0n, 1n, 10n, 99n, 100n, 101n, 99_999n, MAX_MONEY_MINOR]) {
      const printed = digits(printMoney(minor, 'EUR', language))
      t.equal(printed, minor.toString().padStart(3, '0'), `${minor} in ${language}`)
    }
  }
})

t.test('a loss keeps its sign, below one as well', async t => {
  t.equal(printMoney(-5n, 'EUR', 'en'), '-€0.05')
  t.equal(printMoney(-12_345n, 'EUR', 'en'), '-€123.45')
})

t.test('a currency has its own number of digits, and never hides a remainder', async t => {
  t.equal(printMoney(12_300n, 'JPY', 'en'), '¥123')
  t.equal(printMoney(12_345n, 'JPY', 'en'), '¥123.45')
  t.equal(printMoney(12_345n, 'KWD', 'de').replaceAll('\u00a0', ' '), '123,450 KWD')
})

t.test('an unknown currency is shown by its code', async t => {
  t.equal(plain(printMoney(150n, 'FUN', 'en')), 'FUN 1.50')
  t.equal(plain(printMoney(150n, 'XXX', 'de')), '1,50 XXX')
  t.equal(plain(printMoney(150n, 'GOLDCOIN', 'de')), '1,50 GOLDCOIN')
})

t.test('numbers are grouped and keep all their digits, in every language', async t => {
  t.equal(plain(printCount(117_649, 'uk')), '117 649')
  t.equal(printCount(1_000, 'es-419'), '1,000')
  t.equal(printDecimal('96.10', 'de'), '96,10')
  t.equal(printDecimal('0.05', 'en'), '0.05')
  t.equal(printDecimal('-1234.5', 'pt-BR'), '-1.234,5')
  const digits = (text: string) => text.replaceAll(/\D/g, '')
  for (const language of LANGUAGES) {
    const long = '12345678901234567890.123456789'
    t.equal(digits(printDecimal(long, language)), digits(long), language)
  }
})

t.test("dates have the reader's form if it is of the page's language", async t => {
  t.equal(readersForm('en', ['de-CH', 'en-GB', 'en-US']), 'en-GB')
  t.equal(readersForm('de', ['en-GB']), 'de')
  t.equal(readersForm('es-419', ['es-MX']), 'es-MX')
  t.equal(readersForm('zh-Hans', ['zh-TW', 'zh-CN']), 'zh-CN', 'the script counts')
  t.equal(readersForm('en', ['C', 'en-GB']), 'en-GB', 'WebKit names a Linux without a language')
  t.equal(readersForm('tr', []), 'tr')
})
