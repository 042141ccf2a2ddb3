// Times in SQL: whether something has expired, the rule of isPast in core/expiry, and how times are
// sent and read. The current time is handed in; a test compares SQL, Lua and core.

/** @param at the time, as SQL */
export const isPast = (at: string, expiresAt = 'expires_at') => `${expiresAt} <= ${at}`

/** Not expired yet. */
export const isAhead = (at: string, expiresAt = 'expires_at') => `NOT ${isPast(at, expiresAt)}`

/** A time in milliseconds since 1970, as `timestamptz`. */
export const instant = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`

/** A column's time in milliseconds since 1970, rounded down. */
export const toMs = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`

/** A column's time as ISO 8601 in UTC, with milliseconds. */
export const toIso = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
