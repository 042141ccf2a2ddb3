// For how long things are kept that are not kept for ever, and how they are deleted, each with its reason.

import { DAY_MS } from '../core/time.ts'

/** For how long things are kept that are not kept for ever; an environment may set its own (config.ts). */
export const SESSIONS_KEPT_MS = 30 * DAY_MS
/** A round_info is sent again this long, then dropped. */
export const NOTIFICATIONS_KEPT_MS = DAY_MS
export const GUESTS_KEPT_MS = 30 * DAY_MS
/** Unclear answers of wallets, and pushes of rounds: for whoever asks afterwards what happened. */
export const ATTEMPTS_KEPT_MS = 30 * DAY_MS
/** The row of a finished round waits so long for the next round of its player and game. */
export const FREE_ROWS_KEPT_MS = 10 * 60_000
/** Rows one statement of the retention job deletes: some milliseconds. */
export const RETENTION_BATCH_ROWS = 200
/** Between two batches while there are more, and between two passes when there are not. */
export const RETENTION_PAUSE_MS = 200
export const RETENTION_EVERY_MS = 60_000
