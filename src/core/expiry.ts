// When a grant, a target outcome or an open decision has expired. Never reads a clock.

/** The instant itself counts as past: what expires at 12:00 allows no spin at 12:00. */
export function isPast(expiresAtMs: number, nowMs: number): boolean {
  return nowMs >= expiresAtMs
}

/**
 * Whether the platform makes an open decision for its player. In SQL: findOverdueDecisions.
 * @param awaitingSinceMs when the decision became open; null if none is open
 * @param deadlineMinutes the project's current setting, which also applies to decisions opened
 * earlier; null if there is no deadline
 */
export function isDecisionOverdue(
  awaitingSinceMs: number | null,
  deadlineMinutes: number | null,
  nowMs: number,
): boolean {
  if (awaitingSinceMs === null || deadlineMinutes === null) return false
  return isPast(awaitingSinceMs + deadlineMinutes * 60_000, nowMs)
}
