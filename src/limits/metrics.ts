// Bounds of what a node counts and traces, and of what a reader of /metrics may cause in the
// ledger.

/**
 * Projects whose wallet calls have separate series, the first by name; the others share one. A
 * project has about 130 lines in /metrics: methods times outcomes times buckets.
 */
export const METRICS_PROJECTS = 100
/** A new project gets its series after this time. */
export const METRICS_PROJECTS_KEPT_MS = 60_000
/** How often a thread measures the delay of its event loop. */
export const EVENT_LOOP_SAMPLE_MS = 20
/**
 * Unfinished rounds are counted up to this many of a kind: each is one row read through an index.
 */
export const UNFINISHED_ROUNDS_COUNTED = 50_000
/** One count answers all readers of /metrics within this time. */
export const UNFINISHED_ROUNDS_KEPT_MS = 5_000
/** Projects whose kept answers are shown: those that have most, each once or twice. */
export const KEPT_ANSWERS_SHOWN = 20
/**
 * How long a reader of /metrics waits for the ledger; after that the answer comes without its
 * figures.
 */
export const METRICS_LEDGER_MS = 1_000

/** Share of commands that are traced if a collector is set and the share is not. */
export const TRACE_SHARE = 0.01
export const TRACE_EXPORT_EVERY_MS = 5_000
/** An export that takes longer counts as failed; its steps are dropped. */
export const TRACE_EXPORT_DEADLINE_MS = 5_000
/**
 * Steps of a thread that wait for their export, about 1 KB each; above that the newest are dropped.
 */
export const SPANS_QUEUED = 4_096
export const SPANS_EXPORTED_AT_ONCE = 512
