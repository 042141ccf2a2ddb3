// Bounds of what a fleet does when its ledger is another one than before: a promoted standby, a restored backup.

import { HOUR_MS } from '../core/time.ts'

/**
 * Last rounds of a player that Redis remembers for a ledger that loses them, about 220 bytes each. A player
 * makes one in two seconds or less, so this is a minute of play; a standby that is further behind than
 * that has lost rounds of which only the number is known.
 */
export const RECENT_ROUNDS = 32
/** Longer than any failover takes. Players who are away longer have lost none. */
export const RECENT_ROUNDS_KEPT_MS = HOUR_MS
/** Between two looks at which ledger this is. */
export const LEDGER_LOOK_MS = 1_000
/** The same while it does not answer: its next answer may come from another server. */
export const LEDGER_LOOK_AGAIN_MS = 200
/** Keys of Redis that are looked through at once; the players among them are compared with the ledger together. */
export const RECONCILED_PLAYERS = 500
