// Bounds of changing the number of lanes and nodes while they run, each with its reason.

/** Lanes of a node: far more than a front end can feed. */
export const LANES_MAX = 256
/** While lanes are added or removed: players of each lane that move at once. */
export const LANE_MOVES_AT_ONCE = 32
/** How often it is checked whether a thread is up, or gone. */
export const LANE_LOOK_MS = 10
/**
 * How often a node reads its desired settings, in case a notice was lost, and reports which ones it
 * applies.
 */
export const NODE_SEEN_EVERY_MS = 5_000
/**
 * A node without a report for this long has ended without notice, or is just adding or removing
 * lanes.
 */
export const NODE_GONE_MS = 20_000
/**
 * How long a command waits for nodes to apply a change: a lane starts in a second, and players of
 * slow wallets move late.
 */
export const NODE_CHANGE_MS = 60_000
