// What a look at a node's parts finds, and how old it may be.

export interface Ready {
  /** Names of the parts that keep the node from playing; empty: it is ready. */
  readonly obstacles: readonly string[]
  /** Databases and masters of Redis whose players can't play, while others can. */
  readonly away: readonly string[]
  /** Parts whose answer is overdue. */
  readonly busy: readonly string[]
}

/**
 * A part that has not answered for this long is busy. The node stays ready: without it all players
 * would move to the other nodes, which are no less busy.
 */
export const BUSY_AFTER_MS = 2_500
/** After this time without an answer a part counts as failed. */
export const FAILED_AFTER_MS = 10_000
