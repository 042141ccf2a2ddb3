// Bounds of a lane's writes of rounds, each with its unit and reason.

/**
 * Rows of one ledger batch: above 100 rows the gain per row is under 2 %, while the latency keeps
 * growing.
 */
export const LEDGER_BATCH_ROWS = 100
/** A statement of rounds delays those of other kinds in its lane by at most this much. */
export const LEDGER_TURN_MS = 250
/** Rows waiting for a batch in one lane; above that new spins are refused. */
export const LEDGER_QUEUE_ROWS = 4_096
