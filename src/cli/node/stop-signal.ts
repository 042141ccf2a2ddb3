// Turns Ctrl-C, SIGTERM and a closed terminal into one orderly end; a second one ends at once. Must
// never end the process on the first signal: started rounds are finished first.

export type StopSignal = ReturnType<typeof watchStopSignals>

/**
 * `npm start` passes a terminal's Ctrl-C on to us although we have received it ourselves: a signal
 * this soon after the first is its echo, not a second request.
 */
const ECHO_MS = 500
const EXIT_INTERRUPTED = 130

export function watchStopSignals(onFirst: () => void) {
  let firstAt: number | null = null
  const { promise, resolve } = withResolver()
  const onSignal = () => {
    if (firstAt === null) {
      firstAt = performance.now()
      onFirst()
      resolve()
    } else if (performance.now() - firstAt > ECHO_MS) {
      // Children get their stop signal from the exit handler in embedded/child.ts.
      process.exit(EXIT_INTERRUPTED)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // After the terminal is closed no one reads the output; writing it must not fail.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { requested: promise, isRequested: () => firstAt !== null }
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}
