// The thread of the probes listener: answers monitors from what the node's main thread reported
// last, however busy that thread is. Knows no part of the node; must never open a store.

import type { MessagePort } from 'node:worker_threads'
import { createNodeServer } from '../../edge/node-server.ts'
import { createProbes } from '../../edge/probes.ts'
import { PROBE_CONNECTIONS, PROBE_CONNECTIONS_PER_ADDRESS } from '../../limits.ts'
import { BUSY_AFTER_MS, FAILED_AFTER_MS, type Ready } from '../readiness-bounds.ts'
import type { Config } from '../settings/config.ts'
import { countConnection } from './counted-connection.ts'
import { listenOnServer } from './listen.ts'

export type ProbesOptions = Pick<
  Config,
  'probesHost' | 'probesPort' | 'metricsToken' | 'trustedProxies'
>

export type ToProbes =
  | { kind: 'ready'; ready: Ready }
  /** Null: they could not be read; the main thread has logged why. */
  | { kind: 'metrics'; text: string | null }

export type FromProbes =
  | { kind: 'listening' }
  | { kind: 'failed'; error: unknown; code: unknown }
  | { kind: 'metrics' }
  | { kind: 'fault'; message: string }

/** The part that is late when the main thread does not report. */
const FRONT = 'front end'

export async function serveProbes(port: MessagePort, options: ProbesOptions): Promise<void> {
  const send = (message: FromProbes) => port.postMessage(message)
  const reported = followReports(performance.now.bind(performance))
  const metrics = createMetricsReader(() => send({ kind: 'metrics' }))
  port.on('message', (message: ToProbes) => {
    if (message.kind === 'ready') reported.take(message.ready)
    else metrics.take(message.text)
  })
  const answer = createProbes({
    metricsToken: options.metricsToken,
    metrics: metrics.read,
    isLive: reported.isLive,
    readiness: reported.now,
    onFault: error => send({ kind: 'fault', message: String((error as Error).stack) }),
  })
  const server = createNodeServer(
    {
      connections: { inAll: PROBE_CONNECTIONS, byCaller: PROBE_CONNECTIONS_PER_ADDRESS },
      countAddress: address => countConnection(options, address),
    },
    answer,
  )
  try {
    await listenOnServer(server, options.probesHost, options.probesPort)
    send({ kind: 'listening' })
  } catch (error) {
    send({ kind: 'failed', error, code: (error as { code?: unknown }).code })
  }
}

/** The last report of the main thread, with its age. */
export function followReports(nowMs: () => number) {
  let last: { ready: Ready; atMs: number } = {
    ready: { obstacles: [FRONT], away: [], busy: [] },
    atMs: nowMs(),
  }
  const ageMs = () => nowMs() - last.atMs
  return {
    take(ready: Ready): void {
      last = { ready, atMs: nowMs() }
    },
    isLive: () => ageMs() <= FAILED_AFTER_MS,
    now(): Ready {
      const { ready } = last
      if (ageMs() > FAILED_AFTER_MS) return { ...ready, obstacles: [FRONT, ...ready.obstacles] }
      return ageMs() > BUSY_AFTER_MS ? { ...ready, busy: [FRONT, ...ready.busy] } : ready
    },
  }
}

/** One reading at a time, for all who ask meanwhile. */
function createMetricsReader(ask: () => void) {
  let waiting: { text: Promise<string>; take(text: string | null): void } | null = null
  return {
    read(): Promise<string> {
      if (waiting !== null) return waiting.text
      let take: (text: string | null) => void = () => {}
      const text = new Promise<string>((resolve, reject) => {
        take = read => (read === null ? reject(new Error('no metrics')) : resolve(read))
      })
      waiting = { text, take }
      ask()
      return text
    },
    take(text: string | null): void {
      waiting?.take(text)
      waiting = null
    },
  }
}
