// Bounds of kill switches, each with its reason.

/** How often a node reads what is paused, should news be lost, and says that it does. */
export const PAUSES_READ_MS = 1_000
/** The same while it hears no news, or while a lane has not answered: one small statement. */
export const PAUSES_READ_SOON_MS = 200
/**
 * A lane whose pauses were read longer ago starts no round: its node may be cut off from whoever pauses. Ten readings
 * in a row must fail; as long as a node believes a project's settings when its listening connection is silently dead.
 */
export const PAUSES_LEASE_MS = 10_000
/** What whoever pauses waits for nodes: a hundred times what they need, and short enough for a person. */
export const PAUSES_OBEYED_MS = 5_000
/** How often is looked whether they obey. */
export const PAUSES_LOOK_MS = 20
/** A node that is drained tells its lanes to start nothing, for so long at most. */
export const PAUSES_LEAVE_MS = 1_000
