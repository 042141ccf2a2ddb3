// A soak: paid rounds at a fixed share of the peak for a long time, and whether the memory of
// anything that takes part grows. Starts a separate platform, because it probes its threads.

import { writeFileSync } from 'node:fs'
import {
  createCommand,
  defineCommand,
  printJson,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { createMemoryReader, type MemoryReading } from './soak-memory.ts'
import {
  plotSoak,
  printSoak,
  type SoakMinute,
  type SoakOptions,
  type SoakResult,
} from './soak-report.ts'
import { type Trend, trendOf } from './soak-trend.ts'
import { startBar } from './stream-progress.ts'
import { describeMachine, rounded } from './stream-report.ts'
import { openPaidStream } from './suite/paid-stream.ts'
import { measurePeak } from './suite/peak.ts'
import type { Slice } from './suite/row.ts'
import { withScope } from './suite/setting.ts'

export const command = defineCommand(
  createCommand(
    'npm run bench -- soak',
    `Paid rounds by the clock at a share of the peak, for long: memory of every process and thread
    after its garbage was collected, delays of the event loops, latency and settled rounds, minute
    by minute. Exits with 1 when something grows.`,
  )
    .option('--minutes <minutes>', 'how long', numberUpTo(10_000, 0.001), 30)
    .option('--share <percent>', 'of the peak', numberUpTo(100, 0.1), 60)
    .option('--players <count>', 'on sockets, each with one spin under way', countUpTo(1e5), 256)
    .option('--latency <ms>', 'of every wallet call', countUpTo(60_000), 0)
    .option('--plot <file>', 'memory, latency and rate over time, as SVG')
    .option('--json', 'the figures as one line on stdout'),
  async ({ plot, json, ...options }) => {
    const result = await soak(options)
    if (plot !== undefined) writeFileSync(plot, plotSoak(result))
    if (json === true) printJson(result)
    else printLines(printSoak(result))
    return Object.values(result.trends).some(({ verdict }) => verdict === 'grows') ? 1 : 0
  },
)

const MINUTE_MS = 60_000
/** A shorter soak has parts of less than a minute. */
const LEAST_PARTS = 6
const PEAK_SLICE_MS = 5_000

function soak(options: SoakOptions): Promise<SoakResult> {
  const { minutes, share, players, latency } = options
  return withScope({ dataDir: null, isProbed: true }, async scope => {
    say(`Launching ${players} players ...`)
    const { platform, wallet, generator } = await openPaidStream(scope, latency, players)
    const readMemory = await createMemoryReader(platform, { wallet, generator })
    const partMs = Math.min(MINUTE_MS, (minutes * MINUTE_MS) / LEAST_PARTS)
    const peak = await measurePeak(generator, Math.min(PEAK_SLICE_MS, partMs))
    const aSecond = (peak * share) / 100
    say(`${rounded(aSecond)} rounds a second, ${share} % of the peak, for ${minutes} minutes ...`)
    const taken = await takeParts(minutes, partMs, readMemory, () =>
      generator.ask({ forMs: partMs, aSecond, settlingMs: 0 }),
    )
    const machine = describeMachine()
    return { machine, options, peak, offered: aSecond, minutes: taken, trends: trendsOf(taken) }
  })
}

/** Parts run one after another; memory is read between them. */
async function takeParts(
  minutes: number,
  partMs: number,
  readMemory: () => Promise<MemoryReading>,
  offer: () => Promise<Slice>,
): Promise<SoakMinute[]> {
  const format = '{bar} {percentage}% | {rate} rounds/s | p99 {p99} ms | {eta_formatted} left'
  const bar = startBar(format, minutes, { rate: 0, p99: 0 })
  const startedMs = performance.now()
  const passed = () => (performance.now() - startedMs) / MINUTE_MS
  const often = setInterval(() => bar.update(Math.min(passed(), minutes)), 1_000)
  const taken: SoakMinute[] = []
  // The event loops are watched from here on.
  await readMemory()
  try {
    for (let part = 0; part < Math.round((minutes * MINUTE_MS) / partMs); part++) {
      const { value, latencyMs, refused = {} } = await offer()
      const memory = await readMemory()
      taken.push({ atMinute: passed(), settled: value, latencyMs, refused, ...memory })
      bar.update(Math.min(passed(), minutes), {
        rate: rounded(value),
        p99: rounded(latencyMs?.p99 ?? 0),
      })
    }
    return taken
  } finally {
    clearInterval(often)
    bar.stop()
  }
}

function trendsOf(taken: readonly SoakMinute[]): Record<string, Trend> {
  const names = Object.keys(taken[0]?.bytes ?? {})
  return Object.fromEntries(
    names.map(name => [
      name,
      trendOf(taken.map(({ atMinute, bytes }) => ({ atMinute, value: bytes[name] ?? 0 }))),
    ]),
  )
}
