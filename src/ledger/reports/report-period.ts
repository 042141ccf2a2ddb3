// The periods of reports: how they are given, how long revenue may span, and which parts of
// archived months can be reported. Reads no clock.

import { parsePeriodEnd } from '../../core/iso-time.ts'
import { startOfMonth } from '../../core/month.ts'
import { DAY_MS } from '../../core/time.ts'
import { REPORT_PERIOD_DAYS_DEFAULT, REPORT_PERIOD_DAYS_MAX } from '../../limits/reports.ts'

/** From inclusive, to exclusive, epoch milliseconds; null is open. */
export interface Period {
  fromMs: number | null
  toMs: number | null
}

/** A report, or the archived months of which only a part was asked for. */
export type Reported<Row> = { ok: true; rows: Row[] } | { ok: false; archived: string[] }

/** ISO dates, read as midnight in UTC, or date-times. Otherwise what is wrong. */
export function parsePeriod({
  from,
  to,
}: {
  from?: string
  to?: string
}): Period | 'from' | 'to' | 'empty' {
  const fromMs = from === undefined ? null : parsePeriodEnd(from)
  if (from !== undefined && fromMs === null) return 'from'
  const toMs = to === undefined ? null : parsePeriodEnd(to)
  if (to !== undefined && toMs === null) return 'to'
  return fromMs !== null && toMs !== null && fromMs >= toMs ? 'empty' : { fromMs, toMs }
}

/**
 * Of a report of revenue: a period without an end ends now, one without a beginning has the default
 * length. Null: too long, or it ends before it begins.
 */
export function boundPeriod(
  period: Period,
  nowMs: number,
): { fromMs: number; toMs: number } | null {
  const toMs = period.toMs ?? nowMs
  const fromMs = period.fromMs ?? toMs - REPORT_PERIOD_DAYS_DEFAULT * DAY_MS
  const isInBounds = fromMs < toMs && toMs - fromMs <= REPORT_PERIOD_DAYS_MAX * DAY_MS
  return isInBounds ? { fromMs, toMs } : null
}

/**
 * True when the period begins or ends inside the month at a time that is not on a step. An archived
 * month has only sums: by day for revenue, by month for the totals of players.
 * @param stepMs null: the month is one step
 */
export function splits(month: string, { fromMs, toMs }: Period, stepMs: number | null): boolean {
  const [startMs, endMs] = [startOfMonth(month), startOfMonth(month, 1)]
  return [fromMs, toMs].some(
    ms => ms !== null && ms > startMs && ms < endMs && (stepMs === null || ms % stepMs !== 0),
  )
}
