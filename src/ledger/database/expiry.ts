// Whether something has expired, in SQL: the rule of isPast in core/expiry. The time is handed in;
// a test compares SQL, Lua and core.

/** @param at the time, as SQL */
export const isPast = (at: string, expiresAt = 'expires_at') => `${expiresAt} <= ${at}`

/** Not expired yet. */
export const isAhead = (at: string, expiresAt = 'expires_at') => `NOT ${isPast(at, expiresAt)}`

/** A time in milliseconds since 1970, as `timestamptz`. */
export const instant = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`
