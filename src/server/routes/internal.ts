// What this node's own network may ask it, on a listener of its own.

import { registerInternal } from '../../edge/internal.ts'
import type { Routes } from '../../edge/listener.ts'
import type { Lanes } from '../../lanes/routing.ts'
import type { Parts } from '../parts.ts'
import { openBuiltInWallet } from './demo-operator.ts'

export function registerInternalRoutes(app: Routes, parts: Parts, lanes: Lanes): void {
  const { config, metrics, threadMetrics } = parts
  registerInternal(app, {
    metrics: async () => {
      const threads = [await threadMetrics.read(), ...(await lanes.metrics())]
      return metrics.text(threads, lanes.load())
    },
    builtInWallet: config.demo ? openBuiltInWallet(parts) : null,
    onFault: parts.onFault,
  })
}
