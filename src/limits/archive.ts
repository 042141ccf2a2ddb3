// Bounds of months that are archived and dropped, each with its reason.

import { DAY_MS } from '../core/time.ts'

/**
 * A month is archived this long after its end at the earliest: repeats of requests, the sums of the reports and the
 * counts of target outcomes, which live 90 days, look back so far.
 */
export const ARCHIVE_AFTER_MS = 100 * DAY_MS
/** Rounds read from the ledger at a time. */
export const ARCHIVE_ROWS = 2_000
/** What dropping waits for the lock of the rounds: everybody else waits behind it. */
export const DETACH_LOCK_MS = 500
export const DETACH_PAUSE_MS = 1_000
/** Then a person is asked to look. */
export const DETACH_TRIES = 60
/** One line of an archive: a round with its choices. */
export const ARCHIVE_LINE_BYTES = 64 * 1024
