// When a grant, a target outcome or an open decision is past its time. Never asks a clock.

/** The instant itself is already past: what expires at 12:00 has no spin at 12:00. */
export function isPast(expiresAtMs: number, nowMs: number): boolean {
  return nowMs >= expiresAtMs
}

/**
 * Whether the platform makes an open decision for its player. In SQL: findOverdueDecisions.
 * @param awaitingSinceMs when it became open; null: none is
 * @param deadlineMinutes as the project is set now, also for decisions that were open before; null: none
 */
export function isDecisionOverdue(
  awaitingSinceMs: number | null,
  deadlineMinutes: number | null,
  nowMs: number,
): boolean {
  if (awaitingSinceMs === null || deadlineMinutes === null) return false
  return isPast(awaitingSinceMs + deadlineMinutes * 60_000, nowMs)
}
