// How amounts, numbers and times are written for a reader of the panel. Must never make an amount a floating-point
// number.

import { formatAmount } from '../../../src/core/money.ts'
import type { PanelLanguage } from '../texts/bilingual.ts'

/** Minor units as text: "12345", "EUR" is "€123.45" or "123,45 €". */
export function printMoney(minor: string, currency: string, language: PanelLanguage): string {
  const form = new Intl.NumberFormat(language, { style: 'currency', currency })
  // Texts are written exactly, all digits of them.
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

/** Of a reader's own clock, to the second. */
export function printTime(at: string, language: PanelLanguage): string {
  const parts = { dateStyle: 'medium', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat(language, parts).format(new Date(at))
}

/** Milliseconds as "840 µs", "12 ms" or "1.3 s". */
export function printDuration(ms: number, language: PanelLanguage): string {
  if (ms >= 1_000) return `${printNumber(ms / 1_000, language, { maximumFractionDigits: 1 })} s`
  if (ms >= 1) return `${printNumber(ms, language, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`
  return `${printNumber(ms * 1_000, language, { maximumFractionDigits: 0 })} µs`
}
