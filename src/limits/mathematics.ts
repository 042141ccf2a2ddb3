// Bounds of searches and simulations, each with its unit and its reason.

/**
 * Mathematics threads. Rounds a search for a target outcome plays in each reel set before it gives
 * up: a few seconds of one core.
 */
export const TARGET_SEARCH_ROUNDS = 10_000_000
/** The same for a feature buy, whose rounds take about ten times as long. */
export const TARGET_SEARCH_BUY_ROUNDS = 500_000
/** Searches and simulations under way at once; each keeps a task a thread waiting. */
export const MATHEMATICS_WORKS = 64
/** Mathematics threads of a node. One: what searches must not take the cores from play. */
export const NODE_MATHEMATICS_THREADS = 1
/** Target outcomes one node searches for at once, fewer than MATHEMATICS_WORKS; others stay pending. */
export const OUTCOME_SEARCHES = 16
/** Of these, for one project: hopeless wishes of one must not hold up the others'. */
export const OUTCOME_SEARCHES_PER_PROJECT = 8
/**
 * Searches beyond OUTCOME_SEARCHES, one for each project that has none: whatever others wish for, a project's next
 * search begins at once. With OUTCOME_SEARCHES fewer than MATHEMATICS_WORKS.
 */
export const OUTCOME_FIRST_SEARCHES = 32
/** Target outcomes that one node stores at once as the index has them; others are looked up by the recovery job. */
export const OUTCOME_LOOK_UPS = 64
/**
 * Pending target outcomes of one project in one database that need a search; past it a schedule that needs one is
 * RATE_LIMITED. At some 30 s each, the longest, and alone on one thread, they are done within the hour.
 */
export const PENDING_SEARCHES_PER_PROJECT = 100
/** A claim to search, renewed by every recovery pass: three missed ones, and another node takes over. */
export const OUTCOME_CLAIM_MS = 15_000
