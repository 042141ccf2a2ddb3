// The reason that a person gives for an action on a player, a round or a game: one bound for all of
// them.

/** Operator API, "Value bounds". In characters. */
export const REASON_MAX_CHARS = 200

/**
 * Characters are counted as the ledger counts them, without surrounding blanks. Null if the text is
 * empty or too long.
 */
export function readWritten(text: string, maxChars: number): string | null {
  const written = text.trim()
  const chars = [...written].length
  return chars >= 1 && chars <= maxChars ? written : null
}

export const readReason = (text: string) => readWritten(text, REASON_MAX_CHARS)
