// Bounds of what a node counts and follows, and of what a reader of /metrics may ask of the ledger.

/**
 * Projects whose wallet calls have series of their own, the first by name; the others share one. A project
 * has about 130 lines in /metrics: methods times outcomes times buckets.
 */
export const METRICS_PROJECTS = 100
/** A new project is among them after this time. */
export const METRICS_PROJECTS_KEPT_MS = 60_000
/** How often a thread looks whether its event loop comes round late. */
export const EVENT_LOOP_SAMPLE_MS = 20
/** Unfinished rounds are counted up to this many of a kind: each is one row read through an index. */
export const UNFINISHED_ROUNDS_COUNTED = 50_000
/** A count serves every reader of /metrics within this time. */
export const UNFINISHED_ROUNDS_KEPT_MS = 5_000
/** Projects whose kept answers are shown: those that have most, each once or twice. */
export const KEPT_ANSWERS_SHOWN = 20
/** What a reader of /metrics waits for the ledger; then it is told without. */
export const METRICS_LEDGER_MS = 1_000

/** Share of commands that are followed where a collector is set and nothing else is said. */
export const TRACE_SHARE = 0.01
export const TRACE_EXPORT_EVERY_MS = 5_000
/** An export that takes longer has failed; its steps are dropped. */
export const TRACE_EXPORT_DEADLINE_MS = 5_000
/** Steps of a thread that wait for their export, about 1 KB each; past it the newest are dropped. */
export const SPANS_QUEUED = 4_096
export const SPANS_EXPORTED_AT_ONCE = 512
