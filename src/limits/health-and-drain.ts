// Bounds of what a node tells its monitors, and of how it ends.

/** A monitor that asks whether the node is ready has its answer by then, good or bad. */
export const HEALTH_DEADLINE_MS = 3_000
/** An answer to it serves everybody who asks within this time. */
export const READINESS_KEPT_MS = 1_000
/** How long the key of a write check stays in Redis. */
export const WRITE_CHECK_KEPT_MS = 60_000
/**
 * Monitors and scrapers connected to the listener of the probes, and those of one address: one more ends the oldest
 * that asks nothing. A node has a few.
 */
export const PROBE_CONNECTIONS = 128
export const PROBE_CONNECTIONS_PER_ADDRESS = 64
/** A request to it or to the panel is whole by then, and a connection that asks nothing ends. */
export const INTERNAL_REQUEST_MS = 5_000
/** How often that is looked at: so much later a deadline is kept at most. Node looks every 30 s. */
export const INTERNAL_LOOK_MS = 500
/** Sockets of a node that ends are closed in so many slices at most, each after this pause. */
export const CLOSE_SLICES = 50
export const CLOSE_SLICE_MS = 100
/** A slice closes at least as many: a small node is empty at once. */
export const CLOSE_SLICE_SOCKETS = 50
/** How long a node that was asked to end serves on, so that whoever routes to it sees that it is not ready. */
export const DRAIN_GRACE_MS = 5_000
/** How long a drain waits for started rounds before the process ends anyway (they resume later). */
export const DRAIN_DEADLINE_MS = 20_000
/** How long a lane's thread may take to end once nothing runs in it. */
export const LANE_CLOSE_DEADLINE_MS = 5_000
/** How long searches for target outcomes may take to end; their claims lapse anyway. */
export const SEARCH_CLOSE_DEADLINE_MS = 5_000
