// Bounds of lanes: what one player, one operator and a lane may have waiting, and how a lane's thread is watched.

/** Work one player may have waiting or running; past it the caller gets BUSY. */
export const MAILBOX_COMMANDS = 8
/** A cancel waits this long for its turn behind the player's other rounds: a wallet call and a half. */
export const CANCEL_TURN_MS = 3_000
/** Commands one lane holds at once, waiting or running; past it the caller gets BUSY. */
export const LANE_COMMANDS = 4_096
/**
 * Of these, spins of one operator's players. More rounds under way at once settle no more of them: each
 * only takes longer, until wallet calls run out of time and all their work is done twice. Measured at
 * twice the load a node can settle: bench overload.
 */
export const LANE_SPINS_PER_OPERATOR = 512 // live
/** And commands of any kind: the others finish rounds that were started. */
export const LANE_COMMANDS_PER_OPERATOR = 1_024 // live
/** Tasks of any kind: the platform's own questions are never refused because a lane is full of commands. */
export const LANE_TASKS = 2 * LANE_COMMANDS
/** What a lane that is closed waits for its running tasks. */
export const LANE_CLOSE_MS = 30_000
/**
 * Memory of a lane's heap; past it the thread ends and is replaced. A whole node of one lane takes 260 to
 * 340 MB at full load, so this is a leak. Buffers are not in it; and V8 ends the process, not the thread,
 * for a single allocation that is larger than what is left.
 */
export const LANE_HEAP_MAX_MB = 512
/** How often a lane's thread is asked whether it lives. */
export const LANE_WATCH_MS = 1_000
/**
 * A thread that does not come back to its event loop for this long hangs, and is ended. Work in
 * one piece (a draw, an answer, a batch) takes milliseconds.
 */
export const LANE_HANG_MS = 10_000
/** A thread has answered by then, or does not start: it takes about a second. */
export const LANE_START_MS = 30_000
/** What the next thread of a lane waits for the note of the round its predecessor was lost at. */
export const LANE_NOTE_MS = 2_000
/** A thread that ends before it has lasted this long makes the next one wait, doubled each time. */
export const LANE_LASTING_MS = 60_000
export const LANE_RESTART_FIRST_MS = 100
export const LANE_RESTART_MAX_MS = 10_000
/** What a reader of /metrics waits for a lane's own figures. */
export const LANE_METRICS_MS = 2_000
/** Actors a lane keeps warm; the longest idle one makes room. About 1 KB each. */
export const LANE_ACTORS = 20_000
/** Actors looked at to make room for one more; past it the lane holds a few more than its bound. */
export const LANE_IDLE_LOOKS = 64
