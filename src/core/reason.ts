// How long a reason may be that somebody gives for what they do to a player, a round or a game. One bound for all.

/** Operator API, "Value bounds". In characters. */
export const REASON_MAX_CHARS = 200
