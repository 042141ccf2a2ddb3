// Bounds of archiving and dropping months, each with its reason.

import { DAY_MS } from '../core/time.ts'

/**
 * A month is archived no earlier than this long after its end: repeats of requests, the sums of the
 * reports and the counts of target outcomes, which live 90 days, need rounds that far back.
 */
export const ARCHIVE_AFTER_MS = 100 * DAY_MS
/** Rounds read from the ledger at a time. */
export const ARCHIVE_ROWS = 2_000
/**
 * How long dropping waits for the lock of the rounds, because every other statement queues behind
 * it.
 */
export const DETACH_LOCK_MS = 500
export const DETACH_PAUSE_MS = 1_000
/** After these tries a person has to look. */
export const DETACH_TRIES = 60
/** One line of an archive: a round with its choices. */
export const ARCHIVE_LINE_BYTES = 64 * 1024
