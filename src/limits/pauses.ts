// Bounds of kill switches, each with its reason.

/** How often a node reads what is paused, in case a notice was lost, and reports that it did. */
export const PAUSES_READ_MS = 1_000
/**
 * The same while its listening connection is down, or while a lane has not answered: one small
 * statement.
 */
export const PAUSES_READ_SOON_MS = 200
/**
 * A lane whose pauses were read longer ago starts no round, because its node may be cut off from
 * the people who pause. Ten readings in a row must fail; the same time for which a node uses a
 * project's settings while its listening connection is silently dead.
 */
export const PAUSES_LEASE_MS = 10_000
/**
 * How long a person who pauses waits for the nodes: a hundred times what they need, and still short
 * for a person.
 */
export const PAUSES_OBEYED_MS = 5_000
/** How often it is checked whether the nodes apply the pause. */
export const PAUSES_LOOK_MS = 20
/** A node that is drained stops new rounds in its lanes, and waits at most this long for them. */
export const PAUSES_LEAVE_MS = 1_000
