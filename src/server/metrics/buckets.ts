// Upper bounds of histogram buckets, in seconds unless stated otherwise. Changing a bound starts
// its series again.

/**
 * Play messages and operators' calls: from a cached answer to one that waited for several wallet
 * calls.
 */
export const ANSWER_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]
/** Wallet answers: from a millisecond on loopback to the 2 s deadline. */
export const WALLET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]
/** Stores: from a fraction of a millisecond to their deadlines. */
export const STORE_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 10,
]
/** A round without trouble, one that waits for a player, one whose wallet was away. */
export const SETTLE_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600,
]
export const GC_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5]
export const BATCH_ROWS = [1, 2, 5, 10, 20, 50, 100]
