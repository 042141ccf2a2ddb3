// Bounds of a lane's writes of rounds, each with its unit and its reason.

/** Rows of one ledger batch: past 100 rows the gain per row is under 2 %, the latency keeps growing. */
export const LEDGER_BATCH_ROWS = 100
/** A statement of rounds holds up those of other kinds in its lane for so long at most. */
export const LEDGER_TURN_MS = 250
/** Rows waiting for a batch in one lane; past it new spins are refused. */
export const LEDGER_QUEUE_ROWS = 4_096
