// Bounds of what is done in two databases, one after the other.

/**
 * A call that took an external id and has stored nothing after this long never will: every statement of it would
 * have ended. Milliseconds.
 */
export const EXTERNAL_ID_CLAIM_MS = 300_000
