// Bounds of the log of wallet calls, each with its unit and its reason.

import { DAY_MS } from '../core/time.ts'

/**
 * Questions about failures come within days; a wallet that is down for a day leaves some million
 * rows.
 */
export const CALLBACK_LOG_KEPT_MS = 7 * DAY_MS
/**
 * Calls with a clear answer that all threads of a node log, in total and for one project: an
 * operator who tests an integration sees all calls.
 */
export const CALLBACK_LOG_SAMPLES = { perSecond: 10, atOnce: 50 } as const
export const CALLBACK_LOG_PROJECT_SAMPLES = { perSecond: 2, atOnce: 20 } as const
/** Projects whose samples a thread remembers, some 50 bytes each. */
export const CALLBACK_LOG_PROJECTS = 10_000
/** Calls that wait in one thread to be written, for each database: 5 MB if every body is long. */
export const CALLBACK_LOG_WAITING = 1_000
/** Rows of one statement, and the pause before it: rare, and off the path of a spin. */
export const CALLBACK_LOG_BATCH_ROWS = 250
export const CALLBACK_LOG_FLUSH_MS = 250
/** Delay before a batch that the database refused is written again. */
export const CALLBACK_LOG_RETRY_MS = 2_000
/**
 * Characters kept of a request, and bytes kept of an answer: a wallet's answer has 60 bytes, an
 * error page some thousand.
 */
export const CALLBACK_LOG_REQUEST_MAX_CHARS = 2_048
export const CALLBACK_LOG_ANSWER_MAX_BYTES = 2_048
/** Rows that one statement of the retention job deletes. */
export const CALLBACK_LOG_DELETE_ROWS = 1_000
