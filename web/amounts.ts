// Owns how amounts and times are printed, with the separators and words of the player's language.
// It must never turn an amount into a floating-point number.

import type { Language } from '../src/core/language.ts'
import { formatAmount, PRECISION, parseMoney } from '../src/core/money.ts'

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
  return printDecimal(formatAmount(amountMinor), language)
}

/** Prints a whole number as the language does. */
export function printCount(count: number | bigint, language: Language): string {
  return numberForm(language, 0).format(count)
}

/** Prints decimal text ("1.25") as the language does, with all its digits. */
export function printDecimal(text: string, language: Language): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const form = numberForm(language, fraction.length)
  // Only the sign, the separators and the grouping are those of a number: the digits are exact.
  return form
    .formatToParts(text.startsWith('-') ? -lentOf(whole) : lentOf(whole))
    .map(({ type, value }) =>
      type === 'fraction' ? fraction : type === 'integer' && BigInt(whole) === 0n ? '0' : value,
    )
    .join('')
}

/** A whole part of zero has no sign; any other number provides it. */
function lentOf(whole: string): bigint {
  const magnitude = BigInt(whole.replace('-', ''))
  return magnitude === 0n ? 1n : magnitude
}

const numberForms = new Map<string, Intl.NumberFormat>()

function numberForm(language: Language, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`
  const known = numberForms.get(key)
  if (known !== undefined) return known
  const form = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Groups of three from four digits on, as amounts have.
    useGrouping: true,
  })
  numberForms.set(key, form)
  return form
}

/**
 * Prints milliseconds since 1970 as a day and a time in the device's time zone, without the year.
 */
export function printMoment(atMs: number, language: Language): string {
  const parts = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, parts).format(atMs)
}

/** With the year and the seconds, which support asks for, in the reader's form. */
export function printFullMoment(atMs: number, language: Language): string {
  const parts = { dateStyle: 'medium', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat(readersForm(language), parts).format(atMs)
}

/** Date and time in a few digits, in the reader's form. */
export function printShortMoment(atMs: number, language: Language): string {
  const parts = { dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(readersForm(language), parts).format(atMs)
}

/**
 * The reader's own variant of the page's language: the order of day and month and the hours of the
 * day differ between countries of one language.
 * @param wanted the languages that the reader has set in the browser
 */
export function readersForm(
  language: Language,
  wanted: readonly string[] = readersLanguages(),
): string {
  const page = new Intl.Locale(language).maximize()
  const isSame = (tag: string) => {
    const reader = localeOf(tag)?.maximize()
    return reader?.language === page.language && reader.script === page.script
  }
  return wanted.find(isSame) ?? language
}

/** Null: it is no language tag, as "C" of WebKit on a Linux without a language. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}

/** None outside a browser. */
function readersLanguages(): readonly string[] {
  const { navigator } = globalThis as { navigator?: { languages: readonly string[] } }
  return navigator?.languages ?? []
}
