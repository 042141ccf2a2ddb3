// The one time zone that times are shown and typed in: that of the account. Must never read the browser's.

const MINUTE_MS = 60_000

/** Of whoever is signed in; the panel is drawn anew with another. */
let zone = 'UTC'

export function chooseZone(timeZone: string): void {
  zone = isKnown(timeZone) ? timeZone : 'UTC'
}

/** As the IANA names it; this browser may not know one that another did. */
export const chosenZone = () => zone

export function listZones(): readonly string[] {
  return [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])]
}

/** What a field of the browser holds (`2026-01-31T13:05`) for a moment; empty for none. */
export function fieldOf(at: string): string {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? '' : new Date(ms + offsetMs(ms)).toISOString().slice(0, 16)
}

/** The moment that such a field means, ISO 8601 in UTC; empty for none. */
export function momentOf(field: string): string {
  const asUtcMs = Date.parse(`${field}Z`)
  if (Number.isNaN(asUtcMs)) return ''
  // Twice: the first may be of the other side of a change of the clocks.
  const nearMs = asUtcMs - offsetMs(asUtcMs)
  return new Date(asUtcMs - offsetMs(nearMs)).toISOString()
}

/** How far the zone's clocks are before UTC. */
function offsetMs(ms: number): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric' },
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
