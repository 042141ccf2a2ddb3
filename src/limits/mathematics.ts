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
/** A claim to search, renewed by every recovery pass: three missed ones, and another node takes over. */
export const OUTCOME_CLAIM_MS = 15_000
