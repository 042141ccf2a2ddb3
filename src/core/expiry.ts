// When a grant or a target outcome has expired. Never asks a clock.

/** The instant itself is already past: what expires at 12:00 has no spin at 12:00. */
export function isPast(expiresAtMs: number, nowMs: number): boolean {
  return nowMs >= expiresAtMs
}
