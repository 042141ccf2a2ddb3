// The maximum length of the reason that a person gives for an action on a player, a round or a
// game. One bound for all of them.

/** Operator API, "Value bounds". In characters. */
export const REASON_MAX_CHARS = 200
