// Records steps as OpenTelemetry spans and exports them by OTLP over HTTP. What can't be exported
// is dropped and counted: a collector that is slow or away never delays play. Its packages are
// loaded only here.

import type { Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { noteTrace, type Step } from '../../wire/trace.ts'
import { readReleaseId } from '../build.ts'
import type { Logger } from '../logger.ts'
import type { TraceSettings } from '../settings/tracing.ts'

export interface Tracer {
  /** Does a command's work; the step is null when this command is not traced. */
  follow<Answer>(
    name: string,
    labels: Readonly<Record<string, string>>,
    work: (step: Step | null) => Promise<Answer>,
  ): Promise<Answer>
  /** Continues a command that another thread traces. */
  goOn<Answer>(
    traceparent: string,
    name: string,
    work: (step: Step | null) => Promise<Answer>,
  ): Promise<Answer>
  /** Exports what is left, within the deadline of an export. */
  close(): Promise<void>
}

/** An export that takes longer counts as failed; its steps are dropped. */
const TRACE_EXPORT_DEADLINE_MS = 5_000
/**
 * Steps of a thread that wait for their export, about 1 KB each; above that the newest are dropped.
 */
const SPANS_QUEUED = 4_096
const SPANS_EXPORTED_AT_ONCE = 512

export async function openOpenTelemetry(
  settings: TraceSettings,
  node: string,
  log: Logger,
): Promise<Tracer> {
  // Not by import statements: the bundler of the threads would load the packages in every lane.
  const { trace, ROOT_CONTEXT, SpanStatusCode } = await import('@opentelemetry/api')
  const provider = await openProvider(settings, node, log)
  const tracer = provider.getTracer('reelhouse')

  async function record<Answer>(
    span: Span,
    work: (step: Step) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await work(stepOf(span))
    } catch (error) {
      // Only the fact that it failed: an error's text may hold what a collector must not have.
      span.setStatus({ code: SpanStatusCode.ERROR })
      noteTrace(error, span.spanContext().traceId)
      throw error
    } finally {
      span.end()
    }
  }

  function stepOf(span: Span): Step {
    const { traceId, spanId } = span.spanContext()
    const below = trace.setSpan(ROOT_CONTEXT, span)
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      label: (name, value) => void span.setAttribute(name, value),
      run: (name, work) => record(tracer.startSpan(name, {}, below), work),
    }
  }

  return {
    follow(name, labels, work) {
      if (Math.random() >= settings.share) return work(null)
      return record(tracer.startSpan(name, { attributes: labels }, ROOT_CONTEXT), work)
    },
    goOn(traceparent, name, work) {
      const [, traceId, spanId] = traceparent.split('-')
      const remote = { traceId: traceId!, spanId: spanId!, traceFlags: 1, isRemote: true }
      const parent = trace.setSpanContext(ROOT_CONTEXT, remote)
      return record(tracer.startSpan(name, {}, parent), work)
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}

async function openProvider(settings: TraceSettings, node: string, log: Logger) {
  const [{ AlwaysOnSampler, BatchSpanProcessor, TracerProvider }, exporters, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new exporters.OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: TRACE_EXPORT_DEADLINE_MS,
    concurrencyLimit: 1,
  })
  const processor = new BatchSpanProcessor({
    exporter: reportExports(exporter, log),
    maxQueueSize: SPANS_QUEUED,
    maxExportBatchSize: SPANS_EXPORTED_AT_ONCE,
    scheduledDelayMillis: settings.exportEveryMs,
    exportTimeoutMillis: TRACE_EXPORT_DEADLINE_MS,
  })
  const resource = resources.resourceFromAttributes({
    'service.name': settings.serviceName,
    'service.version': readReleaseId(),
    'service.instance.id': node,
  })
  return new TracerProvider({
    resource,
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
    forceFlushTimeoutMillis: TRACE_EXPORT_DEADLINE_MS,
  })
}

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
