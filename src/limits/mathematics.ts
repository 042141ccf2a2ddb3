// Bounds of searches and simulations, each with its unit and its reason.

/**
 * Mathematics threads. Rounds that a search for a target outcome plays on each reel set before it
 * gives up: a few seconds of one core.
 */
export const TARGET_SEARCH_ROUNDS = 10_000_000
/** The same for a feature buy, whose rounds take about ten times as long. */
export const TARGET_SEARCH_BUY_ROUNDS = 500_000
/** Searches and simulations under way at once; each keeps one task a thread waiting. */
export const MATHEMATICS_WORKS = 64
/** Mathematics threads of a node. One, so that searches do not take the cores from play. */
export const NODE_MATHEMATICS_THREADS = 1
/**
 * Target outcomes that one node searches at once, fewer than MATHEMATICS_WORKS; others stay
 * pending.
 */
export const OUTCOME_SEARCHES = 16
/** Of these, for one project: hopeless targets of one project must not delay those of others. */
export const OUTCOME_SEARCHES_PER_PROJECT = 8
/**
 * Searches beyond OUTCOME_SEARCHES, one for each project that has none running: whatever other
 * projects search, a project's next search begins at once. With OUTCOME_SEARCHES fewer than
 * MATHEMATICS_WORKS.
 */
export const OUTCOME_FIRST_SEARCHES = 32
/**
 * Target outcomes that one node takes from the index and stores at once; the recovery job looks up
 * the others.
 */
export const OUTCOME_LOOK_UPS = 64
/**
 * Pending target outcomes of one project in one database that need a search; above that a schedule
 * that needs one is RATE_LIMITED. The longest take some 30 s each, and alone on one thread they are
 * done within the hour.
 */
export const PENDING_SEARCHES_PER_PROJECT = 100
/**
 * A claim to search, renewed by every recovery pass: after three missed renewals another node takes
 * over.
 */
export const OUTCOME_CLAIM_MS = 15_000
