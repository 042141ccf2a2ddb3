// A monotonic clock that all threads of a node share. Each thread's performance.now() starts with
// the thread; the operating system's monotonic clock is the same for all, but reading it makes a
// bigint.

/** Milliseconds; as cheap to read as performance.now(). */
export function openNodeClock(): () => number {
  const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now()
  return () => performance.now() + offsetMs
}
