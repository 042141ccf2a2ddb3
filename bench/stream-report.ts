// The figures that the players of a stream collect, and the report of a stream for people and as
// JSON. Judges no figure.

import { createHistogram, type Histogram } from './histogram.ts'
import { alignRows, type Machine, rounded } from './printing.ts'
import type { Check } from './stream-check.ts'
import type { LedgerUse, UseOfStream } from './stream-use.ts'

export interface StreamResult extends ReturnType<typeof figuresOf> {
  machine: Machine
  options: { sessions: number; spins: number; playersAtOnce: number; seed: number; kill: boolean }
  launch: { seconds: number; launchesASecond: number }
  seconds: number
  spins: number
  spinsASecond: number
  /** From SIGKILL to the first answer of the new process, if it was killed. */
  outageSeconds: number | null
  use: UseOfStream[]
  peakPlatformMb: number
  ledger: LedgerUse
  checks: Check[]
  errors: string[]
}

type Percentiles = ReturnType<typeof percentiles>

/** The figures that all players of a stream collect together. */
export type StreamFigures = ReturnType<typeof createFigures>

export function createFigures() {
  return {
    /** Spins settled without a lost connection, in microseconds. */
    spins: createHistogram(),
    /** The same until their outcome was sent; a spin that waits for a decision adds no time. */
    outcomes: createHistogram(),
    /** The same as `spins`, cleared by its reader every second. */
    window: createHistogram(),
    /** Choices, gambles and collects. */
    decisions: createHistogram(),
    /** Commands answered only after a lost connection. */
    resumed: createHistogram(),
    rounds: 0,
    /** Answers with `retry: true`, by code. */
    retries: new Map<string, number>(),
    reconnects: 0,
    /** Rounds that were pending or crediting when they were first answered. */
    waits: 0,
    /** Minor units by currency, as the players saw it. */
    bets: new Map<string, number>(),
    wins: new Map<string, number>(),
  }
}

function percentiles(histogram: Histogram) {
  const at = (share: number) => rounded(histogram.percentileMs(share))
  return {
    count: histogram.count(),
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    p999: at(0.999),
    max: rounded(histogram.maxMs()),
  }
}

export function figuresOf(figures: StreamFigures) {
  return {
    outcomesMs: percentiles(figures.outcomes),
    latencyMs: percentiles(figures.spins),
    decisions: percentiles(figures.decisions),
    /** Commands answered over a new connection, including the time without a platform. */
    resumed: percentiles(figures.resumed),
    retries: Object.fromEntries<number>(figures.retries),
    reconnects: figures.reconnects,
    waits: figures.waits,
  }
}

export function isGood({ checks, errors }: StreamResult): boolean {
  return errors.length === 0 && checks.length > 0 && checks.every(({ ok }) => ok)
}

export function reportStream(result: StreamResult): string[] {
  const { machine, options } = result
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.os}, Node ` +
      `${machine.node}`,
    `${options.sessions} sessions, ${options.playersAtOnce} players at once, seed ${options.seed}` +
      `${options.kill ? ', the platform killed on the way' : ''}; generator, platform, wallet, ` +
      'Redis and Postgres share the machine',
    '',
    row('launches', `${rounded(result.launch.launchesASecond)} a second`),
    row('spins', `${result.spins} in ${rounded(result.seconds)} s`),
    row('rate', `${rounded(result.spinsASecond)} spins a second`),
    row('time to outcome', latency(result.outcomesMs)),
    row('time to settled', latency(result.latencyMs)),
    row('decision latency', latency(result.decisions)),
    ...(result.resumed.count > 0 ? [row('over a new connection', latency(result.resumed))] : []),
    ...(result.outageSeconds === null
      ? []
      : [row('outage', `${rounded(result.outageSeconds)} s from SIGKILL to the first answer`)]),
    row('asked again', `${JSON.stringify(result.retries)}, ${result.reconnects} reconnects`),
    row('pending on the way', `${result.waits}`),
    row('platform memory', `${rounded(result.peakPlatformMb)} MB at most`),
    row('ledger, a round', describeLedger(result.ledger)),
    '',
    ...useTable(result.use),
    ...result.checks.map(({ name, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'} ${name}: ${detail}`),
    ...result.errors.map(error => `FAIL ${error}`),
    isGood(result) ? 'ok' : 'FAILED',
  ]
}

const describeLedger = (ledger: LedgerUse) =>
  `${rounded(ledger.heapBytesARound)} bytes of rows, ${rounded(ledger.indexBytesARound)} of ` +
  'indexes, ' +
  `${rounded(ledger.walBytesARound)} written ahead, ${rounded(ledger.updatesARound)} updates, ` +
  `${rounded(ledger.hotShare * 100)} % HOT`

const row = (name: string, value: string) => `${name.padEnd(24)}${value}`

function latency({ count, p50, p90, p99, p999, max }: Percentiles): string {
  if (count === 0) return 'none'
  return `p50 ${p50} ms, p90 ${p90}, p99 ${p99}, p99.9 ${p999}, max ${max} (${count})`
}

function useTable(use: readonly UseOfStream[]): string[] {
  if (use.length === 0) return []
  const rows = use.map(({ name, cpuSeconds, cpuMicrosecondsASpin, memoryMb }) => [
    name,
    cpuSeconds.toFixed(2),
    cpuMicrosecondsASpin.toFixed(1),
    memoryMb === 0 ? '' : memoryMb.toFixed(0),
  ])
  return [...alignRows([['CPU', 'seconds', 'us a spin', 'MB'], ...rows]), '']
}
