// Bounds of migrations that run while players play.

/**
 * How long a migration waits for the lock of a table, because every other statement queues behind
 * it.
 */
export const MIGRATION_LOCK_MS = 2_000
/** Delay before it tries again, so that the statements that waited are done. */
export const MIGRATION_PAUSE_MS = 2_000
/** After these tries a person has to look. */
export const MIGRATION_TRIES = 300
/** How often a node checks whether another one has finished migrating. */
export const MIGRATION_TURN_MS = 250
/** Three hours: an index of a large table takes long. */
export const MIGRATION_TURNS = 43_200
