// Bounds of what a node reports to monitoring, and of how it ends.

/** A readiness probe is answered by then, with yes or no. */
export const HEALTH_DEADLINE_MS = 3_000
/** One readiness check answers all probes within this time. */
export const READINESS_KEPT_MS = 1_000
/** How long the key of a write check stays in Redis. */
export const WRITE_CHECK_KEPT_MS = 60_000
/**
 * Monitors and scrapers connected to the listener of the probes, and those of one address: one more
 * ends the oldest connection without a request. A node has a few.
 */
export const PROBE_CONNECTIONS = 128
export const PROBE_CONNECTIONS_PER_ADDRESS = 64
/**
 * A request to it or to the panel must be complete by then, and a connection without a request
 * ends.
 */
export const INTERNAL_REQUEST_MS = 5_000
/**
 * How often that is checked, so a deadline is missed by at most this much. Node's own check runs
 * every 30 s.
 */
export const INTERNAL_LOOK_MS = 500
/**
 * The sockets of a node that ends are closed in at most this many slices, each after this pause.
 */
export const CLOSE_SLICES = 50
export const CLOSE_SLICE_MS = 100
/** A slice closes at least this many sockets, so that a small node is empty at once. */
export const CLOSE_SLICE_SOCKETS = 50
/**
 * How long a node that was asked to end keeps serving, so that the load balancer sees that it is
 * not ready.
 */
export const DRAIN_GRACE_MS = 5_000
/** How long a drain waits for started rounds before the process ends anyway (they resume later). */
export const DRAIN_DEADLINE_MS = 20_000
/** How long a lane's thread may take to end once nothing runs in it. */
export const LANE_CLOSE_DEADLINE_MS = 5_000
/** How long searches for target outcomes may take to end; their claims lapse anyway. */
export const SEARCH_CLOSE_DEADLINE_MS = 5_000
