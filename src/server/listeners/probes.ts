// Starts the thread of the probes listener and reports to it: whether the node is ready, several
// times a second, and the metrics when a reader wants them.

import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../../environment.ts'
import type { Ready } from '../readiness-bounds.ts'
import type { Config } from '../settings/config.ts'
import type { FromProbes, ProbesOptions, ToProbes } from './probes-thread.ts'

const PROBES_FILE = path.join(PROJECT_ROOT, 'dist', 'threads', 'probes.js')
/** A change is seen by the next probe after this time at the latest. */
const REPORT_EVERY_MS = 250
/** It holds the metrics as text, and little else. */
const HEAP_MAX_MB = 64

export interface ProbesDeps {
  ready(): Ready
  metrics(): Promise<string>
  onFault(error: unknown): void
}

export interface ProbesListener {
  /** Reports at once. */
  report(): void
  close(): Promise<void>
}

/** Rejects with EADDRINUSE as `code` when the port is taken. */
export async function openProbes(config: Config, deps: ProbesDeps): Promise<ProbesListener> {
  const { probesHost, probesPort, metricsToken, trustedProxies } = config
  const workerData: ProbesOptions = { probesHost, probesPort, metricsToken, trustedProxies }
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MAX_MB }
  const worker = new Worker(PROBES_FILE, { name: 'probes', workerData, resourceLimits })
  const send = (message: ToProbes) => worker.postMessage(message)
  const report = () => send({ kind: 'ready', ready: deps.ready() })
  report()
  const timer = setInterval(report, REPORT_EVERY_MS)
  timer.unref()

  async function sendMetrics(): Promise<void> {
    const text = await deps.metrics().catch(error => {
      deps.onFault(error)
      return null
    })
    send({ kind: 'metrics', text })
  }

  const close = async () => {
    clearInterval(timer)
    await worker.terminate()
  }
  try {
    await new Promise<void>((resolve, reject) => {
      // Without the thread nothing answers its probes, so that the node is restarted.
      worker.on('error', error => {
        deps.onFault(error)
        reject(error)
      })
      worker.on('message', (message: FromProbes) => {
        if (message.kind === 'listening') resolve()
        else if (message.kind === 'failed') {
          reject(Object.assign(message.error as Error, { code: message.code }))
        } else if (message.kind === 'metrics') void sendMetrics()
        else deps.onFault(new Error(message.message))
      })
    })
  } catch (error) {
    await close()
    throw error
  }
  worker.unref()
  return { report, close }
}
