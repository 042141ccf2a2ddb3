// An exporter that reports when exports begin to fail and when they work again, once each: what is
// dropped meanwhile is counted, not reported. Prints no text of an error: it may hold the
// collector's address.

import type { SpanExporter } from '@opentelemetry/sdk-trace'

interface Log {
  warn(fields: object, text: string): void
}

/** Code of a successful export; the package that declares its name is not a dependency. */
const EXPORTED = 0

export function reportExports(exporter: SpanExporter, log: Log): SpanExporter {
  let droppedSteps = 0
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        const { code, error } = result
        if (code !== EXPORTED) {
          if (droppedSteps === 0) log.warn({ reason: reasonOf(error) }, EXPORTS_FAIL)
          droppedSteps += spans.length
        } else if (droppedSteps > 0) {
          log.warn({ droppedSteps }, EXPORTS_WORK)
          droppedSteps = 0
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush!() }),
  }
}

const EXPORTS_FAIL = 'traces cannot be exported; their steps are dropped and counted until they can'
const EXPORTS_WORK = 'traces are exported again'

function reasonOf(error: (Error & { code?: unknown }) | undefined): string {
  const code = error?.code
  return typeof code === 'string' || typeof code === 'number'
    ? String(code)
    : (error?.name ?? 'unknown')
}
