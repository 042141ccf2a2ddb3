// Bounds of the log of wallet calls, each with its unit and its reason.

import { DAY_MS } from '../core/time.ts'

/** Failures are asked about within days; a wallet that is down for a day leaves some million rows. */
export const CALLBACK_LOG_KEPT_MS = 7 * DAY_MS
/** Calls with a clear answer that all threads of a node log, together and of one project: who tries an integration sees all calls. */
export const CALLBACK_LOG_SAMPLES = { perSecond: 10, atOnce: 50 } as const
export const CALLBACK_LOG_PROJECT_SAMPLES = { perSecond: 2, atOnce: 20 } as const
/** Projects whose samples a thread remembers, some 50 bytes each. */
export const CALLBACK_LOG_PROJECTS = 10_000
/** Calls that wait to be written in one thread, for each database: 5 MB where every body is long. */
export const CALLBACK_LOG_WAITING = 1_000
/** Rows of one statement, and the pause before it: off the path of a spin, and seldom. */
export const CALLBACK_LOG_BATCH_ROWS = 250
export const CALLBACK_LOG_FLUSH_MS = 250
/** Before a batch is written again that the database did not take. */
export const CALLBACK_LOG_RETRY_MS = 2_000
/** Characters kept of a request, and bytes of an answer: what a wallet answers is 60 bytes, an error page some thousand. */
export const CALLBACK_LOG_REQUEST_MAX_CHARS = 2_048
export const CALLBACK_LOG_ANSWER_MAX_BYTES = 2_048
/** Rows that one statement of the retention job deletes. */
export const CALLBACK_LOG_DELETE_ROWS = 1_000
