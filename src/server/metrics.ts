// Prometheus metrics: what each thread counts, and how the front end adds the threads up. Labels are
// project ids, game ids and fixed names; never a player, a session or a key.

import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LaneLoad } from '../lanes/routing.ts'
import type { Round } from '../round/round.ts'

/** Wallet answers: a millisecond on loopback up to the 2 s deadline. */
const WALLET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]
const BATCH_ROWS = [1, 2, 5, 10, 20, 50, 100]

export interface WalletCallSeen {
  projectId: string
  method: string
  outcome: string
  latencyMs: number
}

/** What any thread that drives rounds or calls wallets counts: the lanes, and the front end. */
export function createThreadMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const rounds = new Counter({
    name: 'reelhouse_rounds_total',
    help: 'Rounds that ended, by game, mode and end state.',
    labelNames: ['game', 'mode', 'state'],
    registers,
  })
  const retries = new Counter({
    name: 'reelhouse_wallet_retries_total',
    help: 'Wallet operations scheduled again because their outcome is unknown.',
    labelNames: ['state'],
    registers,
  })
  const setAside = new Counter({
    name: 'reelhouse_rounds_set_aside_total',
    help: 'Rounds set aside as reconciliation_required, by cause: a failure, or a lost lane thread.',
    labelNames: ['cause'],
    registers,
  })
  const walletSeconds = new Histogram({
    name: 'reelhouse_wallet_call_seconds',
    help: 'Wallet calls by project, method and outcome.',
    labelNames: ['project', 'method', 'outcome'],
    buckets: WALLET_SECONDS,
    registers,
  })
  const batchRows = new Histogram({
    name: 'reelhouse_ledger_batch_rows',
    help: 'Rows a group commit wrote.',
    labelNames: ['kind'],
    buckets: BATCH_ROWS,
    registers,
  })
  return {
    roundEnded({ intent, progress }: Round): void {
      rounds.inc({ game: intent.gameId, mode: intent.gameMode, state: progress.state })
    },
    retry({ progress }: Round): void {
      retries.inc({ state: progress.state })
    },
    roundSetAside(cause: 'failure' | 'lost-thread'): void {
      setAside.inc({ cause })
    },
    walletCall({ projectId, method, outcome, latencyMs }: WalletCallSeen): void {
      walletSeconds.observe({ project: projectId, method, outcome }, latencyMs / 1000)
    },
    ledgerBatch(kind: 'open' | 'save', rows: number): void {
      batchRows.observe({ kind }, rows)
    },
    /** A lane's queues, read when asked for. */
    watch(read: { ledgerDepth: () => number; actors: () => number }): void {
      gauge(registry, 'reelhouse_ledger_queue_rows', 'Rows waiting for a batch.', read.ledgerDepth)
      gauge(registry, 'reelhouse_actors', 'Actors in memory.', read.actors)
    },
    read: async () => JSON.stringify(await registry.getMetricsAsJSON()),
  }
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

/** What the front end counts, and the text of all threads together. */
export function createNodeMetrics() {
  const registry = new Registry()
  const lanes = createLaneGauges(registry)
  const count = createNodeCounters(registry)
  return {
    connectionRefused: (cause: string) => count.connectionsRefused.inc({ cause }),
    requestRefused: (cause: string) => count.requestsRefused.inc({ cause }),
    watchConnections: (read: () => number) =>
      gauge(registry, 'reelhouse_connections', 'Open connections of the public listener.', read),
    laneLost: (reason: string) => count.lanesLost.inc({ reason }),
    playMessage: (type: string) => count.messages.inc({ type }),
    httpAnswer: (path: string, status: number, code: string) =>
      count.requests.inc({ path, status: String(status), code }),
    uncountedCall: (rateClass: string) => count.uncounted.inc({ class: rateClass }),
    rowsDeleted: (what: string, rows: number) => count.deleted.inc({ what }, rows),
    failedKey: (told: string) => count.failedKeys.inc({ told }),
    watchSockets: (read: () => number) =>
      gauge(registry, 'reelhouse_play_sockets', 'Open play sockets.', read),
    /** @param threads JSON metrics of every thread that has its own */
    async text(threads: readonly string[], load: readonly LaneLoad[]) {
      lanes.set(load)
      const all = [await registry.getMetricsAsJSON(), ...threads.map(text => JSON.parse(text))]
      return AggregatorRegistry.aggregate(all).metrics()
    },
  }
}

function createNodeCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  return {
    messages: counter('reelhouse_play_messages_total', 'Play messages received, by type.', 'type'),
    requests: counter(
      'reelhouse_http_requests_total',
      'Operator API answers, by path, status and code.',
      'path',
      'status',
      'code',
    ),
    uncounted: counter(
      'reelhouse_rate_limit_uncounted_total',
      'Operator API calls let through while their quota could not be read, by class.',
      'class',
    ),
    failedKeys: counter(
      'reelhouse_failed_keys_total',
      'Operator API calls with an unknown partner or a wrong key, by what they were told.',
      'told',
    ),
    deleted: counter(
      'reelhouse_rows_deleted_total',
      'Rows past the time for which they are kept, by what they were.',
      'what',
    ),
    lanesLost: counter(
      'reelhouse_lane_threads_lost_total',
      'Lane threads that ended and were replaced, by reason.',
      'reason',
    ),
    connectionsRefused: counter(
      'reelhouse_connections_refused_total',
      'Connections closed as they came, past the bound of all or of their address.',
      'cause',
    ),
    requestsRefused: counter(
      'reelhouse_requests_refused_total',
      'Requests refused before any route: framing that may be read in two ways, or an unwelcome PROXY header.',
      'cause',
    ),
  }
}

/** Set when somebody reads them. */
function createLaneGauges(registry: Registry) {
  const perLane = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['lane'], registers: [registry] })
  const depths = perLane('reelhouse_lane_queue_depth', 'Tasks waiting or running, by lane.')
  const uses = perLane(
    'reelhouse_lane_event_loop_utilization',
    'Share of time the lane thread was busy since the last reading.',
  )
  const ups = perLane('reelhouse_lane_up', 'Whether a thread of the lane answers: 1 or 0.')
  return {
    set(load: readonly LaneLoad[]): void {
      for (const [index, { depth, utilization, isUp }] of load.entries()) {
        const lane = String(index)
        depths.set({ lane }, depth)
        uses.set({ lane }, utilization)
        ups.set({ lane }, isUp ? 1 : 0)
      }
    },
  }
}
