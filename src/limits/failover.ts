// Bounds of what a fleet does when its ledger is replaced by another one: a promoted standby, a
// restored backup.

import { HOUR_MS } from '../core/time.ts'

/**
 * A player's last rounds that Redis remembers in case the ledger loses them, about 220 bytes each.
 * A player plays at most one in two seconds, so this is a minute of play; a standby that is further
 * behind has lost rounds of which only the number is known.
 */
export const RECENT_ROUNDS = 32
/** Longer than any failover takes. Players who are away longer have lost no rounds. */
export const RECENT_ROUNDS_KEPT_MS = HOUR_MS
/** Between two checks of which ledger this is. */
export const LEDGER_LOOK_MS = 1_000
/** The same while the ledger does not answer: its next answer may come from another server. */
export const LEDGER_LOOK_AGAIN_MS = 200
/** Keys of Redis scanned at once; the players among them are compared with the ledger together. */
export const RECONCILED_PLAYERS = 500
