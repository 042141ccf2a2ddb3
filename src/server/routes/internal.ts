// What this node's own network may ask it, on a listener of its own.

import type { Server } from 'node:http'
import { createInternalServer } from '../../edge/internal.ts'
import type { Lanes } from '../../lanes/routing.ts'
import type { Parts } from '../parts.ts'
import type { Readiness } from '../readiness.ts'

export function openInternalServer(parts: Parts, lanes: Lanes, readiness: Readiness): Server {
  const { metrics, threadMetrics, onFault } = parts
  return createInternalServer({
    metrics: async () => {
      const threads = [await threadMetrics.read(), ...(await lanes.metrics())]
      return metrics.text(threads, lanes.load())
    },
    obstacles: readiness,
    onFault,
  })
}
