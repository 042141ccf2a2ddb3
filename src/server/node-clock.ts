// A clock that all threads of a node share and nothing sets back. Each thread's performance.now() begins when the thread
// does; the operating system's monotonic clock is one for all, but reading it makes a bigint.

/** Milliseconds; read as cheaply as performance.now(). */
export function openNodeClock(): () => number {
  const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now()
  return () => performance.now() + offsetMs
}
