// The reason that a person gives for an action on a player, a round or a game: one bound for all of
// them.

/** Operator API, "Value bounds". In characters. */
export const REASON_MAX_CHARS = 200

/**
 * Characters are counted as the ledger counts them, without surrounding blanks. Null if the text is
 * too short or too long.
 */
export function readReason(text: string): string | null {
  const reason = text.trim()
  const chars = [...reason].length
  return chars >= 1 && chars <= REASON_MAX_CHARS ? reason : null
}
