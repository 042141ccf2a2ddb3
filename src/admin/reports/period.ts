// The period of a query, as the panel's reports and lists receive it. Reads no clock.

import { type Period, parsePeriod } from '../../ledger/reports/report-period.ts'
import { type AdminRefused, refuse } from '../errors.ts'

const FAULTS = {
  from: ['from is no date and no time.', 'from'],
  to: ['to is no date and no time.', 'to'],
  empty: ['The period ends before it begins.', 'to'],
} as const

export function readPeriod(query: { from?: string; to?: string }): Period | AdminRefused {
  const period = parsePeriod(query)
  if (typeof period !== 'string') return period
  const [reason, field] = FAULTS[period]
  return refuse('INVALID_REQUEST', reason, field)
}

export function refusePart(archived: readonly string[], whole: 'days' | 'months'): AdminRefused {
  const reason = `Of archived months (${archived.join(', ')}) ask whole ${whole}.`
  return refuse('INVALID_REQUEST', reason, 'from')
}
