// A calendar month in UTC, as text like `2026-01`. Pure.

import { uuidTimeMs } from './identifiers.ts'

const MONTH = /^(20[0-9]{2})-(0[1-9]|1[0-2])$/

export function isMonth(text: string): boolean {
  return MONTH.test(text)
}

export function monthOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 7)
}

/**
 * The month of a round's start, with which its id begins; an id without a valid time has no month.
 */
export function monthOfRound(roundId: string): string {
  return monthOf(uuidTimeMs(roundId))
}

/**
 * The first moment of the month, milliseconds since 1970.
 * @param offset months later
 */
export function startOfMonth(month: string, offset = 0): number {
  const found = MONTH.exec(month)
  if (found === null) throw new RangeError(`not a month: ${month}`)
  return Date.UTC(Number(found[1]), Number(found[2]) - 1 + offset)
}
