// How long things that are not kept for ever are kept, and how they are deleted, each with its
// reason.

import { DAY_MS } from '../core/time.ts'

/** How long each kind of record is kept; an environment may set other values (config.ts). */
export const SESSIONS_KEPT_MS = 30 * DAY_MS
/** A round_info is repeated for this long, then dropped. */
export const NOTIFICATIONS_KEPT_MS = DAY_MS
export const GUESTS_KEPT_MS = 30 * DAY_MS
/**
 * Unclear answers of wallets, and pushes of rounds: for questions afterwards about what happened.
 */
export const ATTEMPTS_KEPT_MS = 30 * DAY_MS
/**
 * The row of a finished round waits this long to be reused by the next round of its player and
 * game.
 */
export const FREE_ROWS_KEPT_MS = 10 * 60_000
/** Rows that one statement of the retention job deletes: some milliseconds. */
export const RETENTION_BATCH_ROWS = 200
/** Between two batches while there are more, and between two passes when there are not. */
export const RETENTION_PAUSE_MS = 200
export const RETENTION_EVERY_MS = 60_000
