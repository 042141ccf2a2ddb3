// Bounds of lanes: how much may wait for one player, one operator and one lane, and how a lane's
// thread is watched.

/** Work of one player that waits or runs; above that the caller gets BUSY. */
export const MAILBOX_COMMANDS = 8
/**
 * How long a cancel waits for its turn behind the player's other rounds: one and a half wallet
 * calls.
 */
export const CANCEL_TURN_MS = 3_000
/** Commands that one lane holds at once, waiting or running; above that the caller gets BUSY. */
export const LANE_COMMANDS = 4_096
/**
 * Of these, spins of one operator's players. More rounds under way at once do not settle more of
 * them: each only takes longer, until wallet calls time out and all their work is done twice.
 * Measured at twice the load that a node can settle: bench overload.
 */
export const LANE_SPINS_PER_OPERATOR = 512 // live
/** Commands of any kind of one operator's players: the others finish rounds that were started. */
export const LANE_COMMANDS_PER_OPERATOR = 1_024 // live
/**
 * Tasks of any kind: the platform's own tasks are never refused because a lane is full of commands.
 */
export const LANE_TASKS = 2 * LANE_COMMANDS
/** How long a lane that is being closed waits for its running tasks. */
export const LANE_CLOSE_MS = 30_000
/**
 * Memory of a lane's heap; above that the thread ends and is replaced. A whole node of one lane
 * takes 260 to 340 MB at full load, so more than this is a leak. Buffers are not included; and V8
 * ends the process, not the thread, for a single allocation that is larger than the rest.
 */
export const LANE_HEAP_MAX_MB = 512
/** How often a lane's thread is asked whether it is alive. */
export const LANE_WATCH_MS = 1_000
/**
 * A thread that does not return to its event loop for this long hangs, and is ended. Work in one
 * piece (a draw, an answer, a batch) takes milliseconds.
 */
export const LANE_HANG_MS = 10_000
/** A thread that has not answered by then does not start: starting takes about a second. */
export const LANE_START_MS = 30_000
/**
 * How long a lane's next thread waits for the record of the round at which its predecessor was
 * lost.
 */
export const LANE_NOTE_MS = 2_000
/** A thread that ends sooner than this delays the next one, twice as long each time. */
export const LANE_LASTING_MS = 60_000
export const LANE_RESTART_FIRST_MS = 100
export const LANE_RESTART_MAX_MS = 10_000
/** How long a reader of /metrics waits for a lane's figures. */
export const LANE_METRICS_MS = 2_000
/**
 * Actors that a lane keeps in memory; the one that has been idle longest makes room. About 1 KB
 * each.
 */
export const LANE_ACTORS = 20_000
/**
 * Actors examined to make room for one more; if none can go, the lane holds a few more than its
 * bound.
 */
export const LANE_IDLE_LOOKS = 64
