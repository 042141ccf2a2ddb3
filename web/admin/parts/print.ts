// How the panel prints amounts, numbers and times. Must never turn an amount into a floating-point
// number.

import { formatAmount } from '../../../src/core/money.ts'
import type { PanelLanguage } from '../texts/bilingual.ts'
import { chosenZone } from '../time-zone.ts'

/** Minor units as text: "12345", "EUR" is "€123.45" or "123,45 €". */
export function printMoney(minor: string, currency: string, language: PanelLanguage): string {
  const form = new Intl.NumberFormat(language, { style: 'currency', currency })
  // Formatting a string is exact to the last digit.
  return form.format(formatAmount(BigInt(minor)) as `${number}`)
}

export function printNumber(
  value: number,
  language: PanelLanguage,
  options: Intl.NumberFormatOptions = {},
): string {
  return new Intl.NumberFormat(language, options).format(value)
}

const SECOND_MS = 1_000
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** "3 minutes ago". */
export function printAgo(at: string, nowMs: number, language: PanelLanguage): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(at)) / SECOND_MS))
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1]
  const form = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return form.format(-Math.floor(seconds / length), unit)
}

/**
 * In the account's time zone, which it names; to the second, or to the millisecond when events are
 * close together.
 */
export function printTime(at: string, language: PanelLanguage, isExact = false): string {
  const form = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(isExact ? { fractionalSecondDigits: 3 } : {}),
    timeZone: chosenZone(),
    timeZoneName: 'short',
  })
  return form.format(new Date(at))
}

/** The duration in milliseconds below which a unit is used, the unit, and its length. */
const LENGTHS = [
  [1, 'microsecond', 0.001],
  [1_000, 'millisecond', 1],
  [90_000, 'second', 1_000],
  [90 * 60_000, 'minute', 60_000],
  [48 * 3_600_000, 'hour', 3_600_000],
  [Number.POSITIVE_INFINITY, 'day', 86_400_000],
] as const

/** Milliseconds as "840 μs", "12 ms", "1.3 sec" or "5 hr", in the user's language. */
export function printDuration(ms: number, language: PanelLanguage): string {
  const [, unit, length] = LENGTHS.find(([below]) => ms < below)!
  const value = ms / length
  const digits = value < 10 && unit !== 'microsecond' ? 1 : 0
  const form = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const
  return printNumber(value, language, form)
}

/** A level of RTP; null: no level. */
export const printLevel = (level: string | null) => (level === null ? '—' : `${level} %`)
