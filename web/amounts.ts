// Owns how amounts and moments are written for a reader, in the reader's own separators and words.
// It must never turn an amount into a floating-point number.

import type { Language } from '../src/core/language.ts'
import { formatAmount, parseMoney } from '../src/core/money.ts'

/** [between thousands, before the decimals]; a no-break space keeps a number on one line. */
const SEPARATORS: Readonly<Record<Language, readonly [string, string]>> = {
  en: [',', '.'],
  ru: ['\u00a0', ','],
  uk: ['\u00a0', ','],
  'pt-BR': ['.', ','],
  'es-419': [',', '.'],
  'zh-Hans': [',', '.'],
  de: ['.', ','],
  tr: ['.', ','],
}

/** The platform's amounts are always well formed; anything else is a broken page, not a zero. */
export function minorOf(amount: string): bigint {
  const minor = parseMoney(amount)
  if (minor === null) throw new Error(`not an amount: ${amount}`)
  return minor
}

/** Prints 123456n as "1,234.56", "1.234,56" or "1 234,56". */
export function printAmount(amountMinor: bigint, language: Language): string {
  const [thousands, decimal] = SEPARATORS[language]
  const [whole = '0', cents = '00'] = formatAmount(amountMinor).split('.')
  return groupDigits(whole, thousands) + decimal + cents
}

/** Prints a whole number with the reader's thousands separator. */
export function printCount(count: number | bigint, language: Language): string {
  return groupDigits(count.toString(), SEPARATORS[language][0])
}

/** Prints decimal text ("1.25") with the reader's decimal separator. */
export function printDecimal(text: string, language: Language): string {
  const [whole = '0', fraction] = text.split('.')
  const [thousands, decimal] = SEPARATORS[language]
  return groupDigits(whole, thousands) + (fraction === undefined ? '' : decimal + fraction)
}

/** Prints milliseconds since 1970 as a day and a time of the reader's own clock, without the year. */
export function printMoment(atMs: number, language: Language): string {
  const parts = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, parts).format(atMs)
}

/** With the year and the seconds: what a support asks for. */
export function printFullMoment(atMs: number, language: Language): string {
  const parts = { dateStyle: 'medium', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat(language, parts).format(atMs)
}

function groupDigits(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, separator)
}
