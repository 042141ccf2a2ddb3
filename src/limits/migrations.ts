// Bounds of migrations that run beside play.

/** What a migration waits for the lock of a table: everybody else waits behind it. */
export const MIGRATION_LOCK_MS = 2_000
/** Before it tries again: those who waited are through by then. */
export const MIGRATION_PAUSE_MS = 2_000
/** Then a person is asked to look. */
export const MIGRATION_TRIES = 300
/** How often a node looks whether another one has migrated. */
export const MIGRATION_TURN_MS = 250
/** Three hours: an index of a large table takes its time. */
export const MIGRATION_TURNS = 43_200
