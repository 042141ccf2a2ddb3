// Bounds of work that is done in two databases, one after the other.

/**
 * A call that claimed an external id and has stored nothing after this long never will, because all
 * its statements would have ended. Milliseconds.
 */
export const EXTERNAL_ID_CLAIM_MS = 300_000
