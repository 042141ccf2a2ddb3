// What a level is: a return to player of 60-100 % in whole basis points, and how a percentage is
// read and printed exactly. Never a floating-point percentage. Source: operator API, "Limits".

import { formatAmount } from './money.ts'

export const MIN_LEVEL_BPS = 6_000
export const MAX_LEVEL_BPS = 10_000

const PERCENT = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?$/

export type ParsedLevel =
  | { ok: true; levelBps: number }
  | { ok: false; code: 'RTP_LEVEL_INVALID' | 'RTP_LEVEL_OUT_OF_RANGE' }

export function isLevel(bps: number): boolean {
  return Number.isInteger(bps) && bps >= MIN_LEVEL_BPS && bps <= MAX_LEVEL_BPS
}

/**
 * Reads a percentage, as a decimal text or a JSON number, into basis points: "94.5" and 94.5 are
 * 9450. A number is read from its shortest decimal form, so nothing is rounded. A negative or very
 * large number is still a number, but out of range. Source: operator API, "playerRtp.do", `rtp`.
 */
export function parseLevel(rtp: unknown): ParsedLevel {
  const match = PERCENT.exec(decimalText(rtp))
  if (match === null) return { ok: false, code: 'RTP_LEVEL_INVALID' }
  const [, sign, whole = '', decimals = ''] = match
  const bps = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  if (sign === '-' || !isLevel(bps)) return { ok: false, code: 'RTP_LEVEL_OUT_OF_RANGE' }
  return { ok: true, levelBps: bps }
}

/** Prints basis points as a percentage: 9450n is "94.50 %". */
export function formatPercent(bps: bigint): string {
  return `${formatAmount(bps)} %`
}

function decimalText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  // Written out in full: from 1e21 on, String() would use an exponent.
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}
