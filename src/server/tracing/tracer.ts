// Which commands are traced, and by what. Without settings no command is traced and no package of
// OpenTelemetry is loaded; a command that is not traced costs one random number.

import type { Logger } from '../logger.ts'
import type { TraceSettings } from '../settings/tracing.ts'
import type { Tracer } from './open-telemetry.ts'

const FOLLOWS_NOTHING: Tracer = {
  follow: (_name, _labels, work) => work(null),
  goOn: (_traceparent, _name, work) => work(null),
  close: async () => {},
}

/** @param node this node's name among all nodes */
export async function openTracer(
  settings: TraceSettings | null,
  node: string,
  log: Logger,
): Promise<Tracer> {
  if (settings === null) return FOLLOWS_NOTHING
  const { openOpenTelemetry } = await import('./open-telemetry.ts')
  return openOpenTelemetry(settings, node, log)
}
