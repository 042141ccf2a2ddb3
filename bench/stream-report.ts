// The measurements of a stream, for people and as one JSON object. Only shows figures; calculates
// none.

import os from 'node:os'
import type { Histogram } from './histogram.ts'
import type { Check } from './stream-check.ts'
import type { StreamFigures } from './stream-figures.ts'
import type { LedgerUse } from './stream-ledger.ts'
import type { UseOfStream } from './stream-use.ts'

export interface StreamResult {
  machine: { cpu: string; cores: number; memoryGb: number; os: string; node: string }
  options: { sessions: number; spins: number; playersAtOnce: number; seed: number; kill: boolean }
  launch: { seconds: number; launchesASecond: number }
  seconds: number
  spins: number
  spinsASecond: number
  outcomesMs: Percentiles
  latencyMs: Percentiles
  decisions: Percentiles
  /** Commands answered over a new connection, including the time without a platform. */
  resumed: Percentiles
  retries: Record<string, number>
  reconnects: number
  waits: number
  /** From SIGKILL to the first answer of the new process, if it was killed. */
  outageSeconds: number | null
  use: UseOfStream[]
  peakPlatformMb: number
  ledger: LedgerUse
  checks: Check[]
  errors: string[]
}

export interface Percentiles {
  count: number
  p50: number
  p90: number
  p99: number
  p999: number
  max: number
}

export function describeMachine(): StreamResult['machine'] {
  const cpus = os.cpus()
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    os: `${os.type()} ${os.release()}`,
    node: process.version,
  }
}

export const printMachine = ({ cpu, cores, node }: StreamResult['machine']) =>
  `${cpu}, ${cores} cores for everything, Node ${node}`

export function percentiles(histogram: Histogram): Percentiles {
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
    resumed: percentiles(figures.resumed),
    retries: Object.fromEntries(figures.retries),
    reconnects: figures.reconnects,
    waits: figures.waits,
  }
}

export const rounded = (value: number) => Number(value.toPrecision(4))

export function isGood({ checks, errors }: StreamResult): boolean {
  return errors.length === 0 && checks.length > 0 && checks.every(({ ok }) => ok)
}

export function printReport(result: StreamResult): string {
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
  ].join('\n')
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
  const head = 'CPU'.padEnd(34) + 'seconds'.padStart(9) + 'us a spin'.padStart(12)
  return [head + 'MB'.padStart(9), ...use.map(useRow), '']
}

function useRow({ name, cpuSeconds, cpuMicrosecondsASpin, memoryMb }: UseOfStream): string {
  const memory = memoryMb === 0 ? '' : memoryMb.toFixed(0)
  return (
    name.padEnd(34) +
    cpuSeconds.toFixed(2).padStart(9) +
    cpuMicrosecondsASpin.toFixed(1).padStart(12) +
    memory.padStart(9)
  )
}
