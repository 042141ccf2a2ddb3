// Bounds of lanes and nodes whose number changes while they run, each with its reason.

/** Lanes of a node: far more than a front end can feed. */
export const LANES_MAX = 256
/** While lanes are added or removed: players of each lane that move at once. */
export const LANE_MOVES_AT_ONCE = 32
/** How often is looked whether a thread is up, or gone. */
export const LANE_LOOK_MS = 10
/** How often a node reads what its owner wants, should news be lost, and says what it acts on. */
export const NODE_SEEN_EVERY_MS = 5_000
/** A node that said nothing for so long has ended without a word, or is just adding or removing lanes. */
export const NODE_GONE_MS = 20_000
/** What a command waits for nodes to act on a change: a lane starts in a second, and players of slow wallets move late. */
export const NODE_CHANGE_MS = 60_000
