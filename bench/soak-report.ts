// The results of a soak, for people: a table, and curves as SVG. Only shows figures; calculates
// none.

import { drawCurves, type Line } from './curve-plot.ts'
import { alignRows, type Machine, printMachine, rounded } from './printing.ts'
import { RULE, type Trend } from './soak-trend.ts'
import type { Slice } from './suite/row.ts'

export interface SoakOptions {
  minutes: number
  share: number
  players: number
  latency: number
}

export interface MemoryReading {
  /** Bytes by owner. */
  bytes: Record<string, number>
  /** Delays of an event loop in milliseconds, by thread; empty at the first reading. */
  delayMs: Record<string, { p50: number; p99: number; max: number }>
}

export interface SoakMinute extends MemoryReading {
  /** The end of this part, since the soak began. */
  atMinute: number
  settled: number
  refused: Readonly<Record<string, number>>
  latencyMs: Slice['latencyMs']
}

export interface SoakResult {
  machine: Machine
  options: SoakOptions
  peak: number
  offered: number
  minutes: SoakMinute[]
  /** Trends of memory, by owner. */
  trends: Record<string, Trend>
}

const MB = 2 ** 20
/** Rows of minutes in the table; the JSON has all. */
const MINUTES_SHOWN = 10

export function reportSoak({ machine, options, minutes, ...result }: SoakResult): string[] {
  const { players, latency, share } = options
  const every = Math.max(1, Math.ceil(minutes.length / MINUTES_SHOWN))
  const shown = minutes.filter((_, i) => i % every === every - 1 || i === minutes.length - 1)
  const trends = Object.entries(result.trends).map(([name, trend]) => {
    const { slope, uncertainty, mean, verdict } = trend
    const grows = `${rounded(slope / 1024)} ± ${rounded(uncertainty / 1024)}`
    return [name, `${rounded(mean / MB)}`, grows, verdict]
  })
  return [
    printMachine(machine),
    `${players} players, wallet ${latency} ms; ${rounded(result.offered)} rounds/s offered, ` +
      `${share} % of the peak`,
    '',
    ...alignRows([MINUTE_HEAD, ...shown.map(cellsOf)], [6]),
    '',
    ...alignRows([['memory', 'mean, MB', 'KB a minute', 'verdict'], ...trends], [0, 3]),
    '',
    `${RULE}.`,
  ]
}

const LATENCIES = ['p50 ms', 'p99 ms', 'p99.9 ms']
const MINUTE_HEAD = ['minute', 'settled/s', 'refused', ...LATENCIES, 'late p99 ms, by thread']

function cellsOf({ atMinute, settled, refused, latencyMs, delayMs }: SoakMinute): string[] {
  const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0)
  const { p50 = 0, p99 = 0, p999 = 0 } = latencyMs ?? {}
  const cells = [atMinute, settled, refusals, p50, p99, p999].map(value => `${rounded(value)}`)
  const late = Object.entries(delayMs).map(([thread, delay]) => `${thread} ${rounded(delay.p99)}`)
  return [...cells, late.join(', ')]
}

export function plotSoak({ machine, options, minutes, ...result }: SoakResult): string {
  const line = (name: string, read: (minute: SoakMinute) => number | null): Line => ({
    name,
    points: minutes.map(minute => [minute.atMinute, read(minute)] as const),
  })
  const memory = (isWanted: (name: string) => boolean) =>
    Object.keys(result.trends)
      .filter(isWanted)
      .map(name => line(name, ({ bytes }) => (bytes[name] ?? 0) / MB))
  const isHeap = (name: string) => name.endsWith(', heap')
  const threads = [...new Set(minutes.flatMap(({ delayMs }) => Object.keys(delayMs)))]
  return drawCurves({
    title: `${rounded(result.offered)} paid rounds a second for ${options.minutes} minutes`,
    caption: printMachine(machine),
    axis: 'minutes',
    panels: [
      { label: 'heap after its garbage was collected, MB', lines: memory(isHeap) },
      {
        label: 'processes, MB',
        lines: memory(name => !isHeap(name) && !name.endsWith(', external')),
      },
      {
        label: 'latency since a round was due, ms',
        isLog: true,
        lines: [
          line('p50', ({ latencyMs }) => latencyMs?.p50 ?? null),
          line('p99', ({ latencyMs }) => latencyMs?.p99 ?? null),
          line('p99.9', ({ latencyMs }) => latencyMs?.p999 ?? null),
        ],
      },
      { label: 'rounds settled a second', lines: [line('settled', ({ settled }) => settled)] },
      {
        label: 'p99 of the delay of an event loop, ms',
        lines: threads.map(thread => line(thread, ({ delayMs }) => delayMs[thread]?.p99 ?? null)),
      },
    ],
    marks: [],
  })
}
