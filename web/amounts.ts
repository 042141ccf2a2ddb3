// Owns how amounts and times are printed, with the separators and words of the player's language.
// It must never turn an amount into a floating-point number.

import type { Language } from '../src/core/language.ts'
import { formatAmount, PRECISION, parseMoney } from '../src/core/money.ts'

/** [thousands separator, decimal separator]; a no-break space keeps a number on one line. */
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

/**
 * The platform's amounts are always well formed; anything else is a bug and must not be shown as
 * zero.
 */
export function minorOf(amount: string): bigint {
  const minor = parseMoney(amount)
  if (minor === null) throw new Error(`not an amount: ${amount}`)
  return minor
}

/**
 * Prints 123456n as "€1,234.56", "1.234,56 €" or "1 234,56 €", with the currency as the language
 * places it. A currency that `Intl` does not know is printed by its code. The digits are exact,
 * never rounded.
 */
export function printMoney(amountMinor: bigint, currency: string, language: Language): string {
  const magnitude = amountMinor < 0n ? -amountMinor : amountMinor
  const cents = (magnitude % 100n).toString().padStart(PRECISION, '0')
  const form = moneyForm(language, currency, cents === '00')
  if (form === null) return `${printAmount(amountMinor, language)}\u00a0${currency}`
  const whole = magnitude / 100n
  // A whole part of zero has no sign; any other number provides it.
  const lent = whole === 0n ? 1n : whole
  const parts = form.formatToParts(amountMinor < 0n ? -lent : lent)
  return parts.map(({ type, value }) => ofMoney(type, value, whole, cents, currency)).join('')
}

function ofMoney(
  type: Intl.NumberFormatPartTypes,
  value: string,
  whole: bigint,
  cents: string,
  currency: string,
): string {
  if (type === 'fraction') return cents.padEnd(value.length, '0').slice(0, value.length)
  if (type === 'integer' && whole === 0n) return '0'
  return type === 'currency' && value === '¤' ? currency : value
}

const moneyForms = new Map<string, Intl.NumberFormat | null>()

/**
 * At least as many digits as the currency has, and never fewer than the amount; null for an invalid
 * currency code.
 */
function moneyForm(
  language: Language,
  currency: string,
  isWhole: boolean,
): Intl.NumberFormat | null {
  const key = `${language} ${currency} ${isWhole}`
  const known = moneyForms.get(key)
  if (known !== undefined) return known
  const form = makeMoneyForm(language, currency, isWhole)
  moneyForms.set(key, form)
  return form
}

function makeMoneyForm(
  language: Language,
  currency: string,
  isWhole: boolean,
): Intl.NumberFormat | null {
  const wanted = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  try {
    const form = new Intl.NumberFormat(language, wanted)
    const digits = form.resolvedOptions().maximumFractionDigits ?? PRECISION
    if (isWhole || digits >= PRECISION) return form
    const all = { minimumFractionDigits: PRECISION, maximumFractionDigits: PRECISION }
    return new Intl.NumberFormat(language, { ...wanted, ...all })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Prints 123456n as "1,234.56", "1.234,56" or "1 234,56". */
function printAmount(amountMinor: bigint, language: Language): string {
  const [thousands, decimal] = SEPARATORS[language]
  const [whole = '0', cents = '00'] = formatAmount(amountMinor).split('.')
  return groupDigits(whole, thousands) + decimal + cents
}

/** Prints a whole number with the language's thousands separator. */
export function printCount(count: number | bigint, language: Language): string {
  return groupDigits(count.toString(), SEPARATORS[language][0])
}

/** Prints decimal text ("1.25") with the language's decimal separator. */
export function printDecimal(text: string, language: Language): string {
  const [whole = '0', fraction] = text.split('.')
  const [thousands, decimal] = SEPARATORS[language]
  return groupDigits(whole, thousands) + (fraction === undefined ? '' : decimal + fraction)
}

/**
 * Prints milliseconds since 1970 as a day and a time in the device's time zone, without the year.
 */
export function printMoment(atMs: number, language: Language): string {
  const parts = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, parts).format(atMs)
}

/** With the year and the seconds, which support asks for. */
export function printFullMoment(atMs: number, language: Language): string {
  const parts = { dateStyle: 'medium', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat(language, parts).format(atMs)
}

function groupDigits(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, separator)
}
