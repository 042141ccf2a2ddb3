// ISO 8601 times as text, to and from epoch milliseconds. Never reads a clock, and never accepts a
// time that is not in the calendar: no 30 February, no hour 24, no leap second (epoch time has
// none).

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d:\d\d)?$/

const MINUTE_MS = 60_000
/** Years 0000 to 9999 in UTC: the range that four digits can print. */
const FIRST_MS = -62_167_219_200_000
const END_MS = 253_402_300_800_000

/**
 * The epoch milliseconds of a date-time with a zone (`Z` or `±hh:mm`): "2026-05-01T12:00:00Z",
 * "2026-05-01T12:00+02:00". Digits past the millisecond are dropped. Null for anything else.
 */
export function parseInstant(text: string): number | null {
  return parseDateTime(text, null)
}

/**
 * Reads the start or end of a report's period. A date means its midnight; a date-time without a
 * zone is taken as UTC, because reports count in UTC. Null for anything else.
 */
export function parsePeriodEnd(text: string): number | null {
  const date = DATE.exec(text)
  return date === null ? parseDateTime(text, 'Z') : midnightMs(date)
}

/** "2026-05-01T12:00:00.000Z" */
export function printInstant(atMs: number): string {
  return new Date(atMs).toISOString()
}

/** "2026-05-01T12:00:00Z": the second that contains the instant. */
export function printSecond(atMs: number): string {
  return printInstant(atMs).replace(/\.\d{3}Z$/, 'Z')
}

function parseDateTime(text: string, missingZone: 'Z' | null): number | null {
  const match = DATE_TIME.exec(text)
  if (match === null) return null
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)]
  const dayMs = midnightMs(match)
  const eastMs = offsetMs(match[8] ?? missingZone)
  if (dayMs === null || eastMs === null || hour > 23 || minute > 59 || second > 59) return null
  const thousandths = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const atMs = dayMs + (hour * 60 + minute) * MINUTE_MS + second * 1_000 + thousandths - eastMs
  return atMs >= FIRST_MS && atMs < END_MS ? atMs : null
}

/** Midnight in UTC of the day in the first three groups; null when the calendar has no such day. */
function midnightMs([, years, months, days]: RegExpExecArray): number | null {
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  // Not Date.UTC, which reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  // A day that the month does not have ends up in another month.
  return date.getUTCMonth() === month - 1 ? date.getTime() : null
}

/** How far the zone is east of UTC. */
function offsetMs(zone: string | null): number | null {
  if (zone === null) return null
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))]
  if (hours > 23 || minutes > 59) return null
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS
}
