// The time zone in which times are shown and typed: the account's. Must never use the browser's.

const MINUTE_MS = 60_000

/** The signed-in user's; a change redraws the panel. */
let zone = 'UTC'

export function chooseZone(timeZone: string): void {
  zone = isKnown(timeZone) ? timeZone : 'UTC'
}

/** An IANA name; a zone that another browser saved may be unknown to this one. */
export const chosenZone = () => zone

export function listZones(): readonly string[] {
  return [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])]
}

/** The value of a datetime field (`2026-01-31T13:05`) for a moment; empty: no value. */
export function fieldOf(at: string): string {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? '' : new Date(ms + offsetMs(ms)).toISOString().slice(0, 16)
}

/** The moment of such a field value, ISO 8601 in UTC; empty: no value. */
export function momentOf(field: string): string {
  const asUtcMs = Date.parse(`${field}Z`)
  if (Number.isNaN(asUtcMs)) return ''
  // Twice: the first offset may be from the other side of a clock change.
  const nearMs = asUtcMs - offsetMs(asUtcMs)
  return new Date(asUtcMs - offsetMs(nearMs)).toISOString()
}

/** The zone's offset ahead of UTC. */
function offsetMs(ms: number): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const part = Object.fromEntries(
    clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>
  const shown = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!)
  return shown - Math.floor(ms / MINUTE_MS) * MINUTE_MS
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== null
  } catch {
    return false
  }
}
