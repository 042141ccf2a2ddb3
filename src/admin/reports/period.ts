// The period of a query, as the panel's reports and lists receive it. Reads no clock.

import { parsePeriodEnd } from '../../core/iso-time.ts'
import { type AdminRefused, refuse } from '../errors.ts'

export interface Period {
  /** From inclusive, to exclusive, epoch milliseconds; null is open. */
  fromMs: number | null
  toMs: number | null
}

/** ISO dates, read as midnight in UTC, or date-times. */
export function readPeriod({ from, to }: { from?: string; to?: string }): Period | AdminRefused {
  const fromMs = from === undefined ? null : parsePeriodEnd(from)
  if (from !== undefined && fromMs === null) {
    return refuse('INVALID_REQUEST', 'from is no date and no time.', 'from')
  }
  const toMs = to === undefined ? null : parsePeriodEnd(to)
  if (to !== undefined && toMs === null) {
    return refuse('INVALID_REQUEST', 'to is no date and no time.', 'to')
  }
  if (fromMs !== null && toMs !== null && fromMs >= toMs) {
    return refuse('INVALID_REQUEST', 'The period ends before it begins.', 'to')
  }
  return { fromMs, toMs }
}
