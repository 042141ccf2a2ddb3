// Bounds of what a player may ask besides play: the rules, the last rounds, a replay of one.

/** The last rounds that a player may look at, and those on one page. */
export const HISTORY_ROUNDS = 100
export const HISTORY_PAGE_ROUNDS = 25
/** Questions of one session: a person opens a list and turns its pages. */
export const QUESTIONS_PER_SESSION = { perSecond: 2, atOnce: 20 } as const
/**
 * Questions that one node answers at once; above that it answers BUSY, and the client asks again.
 * They share the connections of launches and hellos, and must leave most of them free.
 */
export const QUESTIONS_AT_ONCE = 3
