// A soak: paid rounds at a fixed share of the peak for a long time, and whether the memory of
// anything that takes part grows. Starts a separate platform, because it probes its threads.

import { writeFileSync } from 'node:fs'
import { createCommand, defineCommand, say } from '../src/cli/command-line.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { describeMachine, printFigures, rounded } from './printing.ts'
import { privateMemoryOfFamily, processUse, storePids } from './process-use.ts'
import type { ProbeAnswer } from './profile/probe.ts'
import {
  type MemoryReading,
  plotSoak,
  reportSoak,
  type SoakMinute,
  type SoakOptions,
  type SoakResult,
} from './soak-report.ts'
import { type Trend, trendOf } from './soak-trend.ts'
import { type Platform, withStores } from './stream-platform.ts'
import { startBar } from './stream-progress.ts'
import { measurePeak, openPaidStream } from './suite/players.ts'
import type { Program } from './suite/program.ts'
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
    printFigures(json, result, reportSoak)
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

type Probed = Pick<Program<never, never, never>, 'probe' | 'pid'>

/**
 * Reads the memory of everything that takes part, and the delays of its event loops. Every Node
 * thread collects its garbage first.
 */
async function createMemoryReader(
  platform: Platform,
  programs: Readonly<Record<string, Probed>>,
): Promise<() => Promise<MemoryReading>> {
  const { postgres } = await withStores(platform, storePids)
  return async () => {
    const reading: MemoryReading = { bytes: {}, delayMs: {} }
    const threads = await platform.ask({ kind: 'memory' })
    reading.bytes['platform, resident'] = residentBytes(platform.pid())
    for (const answer of threads.sort((a, b) => (a.thread < b.thread ? -1 : 1))) {
      note(reading, answer.thread, answer)
    }
    for (const [name, program] of Object.entries(programs)) {
      const answer = await program.probe({ kind: 'memory' })
      reading.bytes[`${name}, resident`] = residentBytes(program.pid)
      note(reading, name, answer)
    }
    reading.bytes['redis, used_memory'] = await usedMemory(platform)
    reading.bytes['postgres, private'] = privateMemoryOfFamily(postgres)
    return reading
  }
}

function note(reading: MemoryReading, name: string, { memory }: ProbeAnswer): void {
  if (memory === undefined) return
  reading.bytes[`${name}, heap`] = memory.heapUsed
  reading.bytes[`${name}, external`] = memory.external
  if (memory.delayMs !== null) reading.delayMs[name] = memory.delayMs
}

const residentBytes = (pid: number) => processUse(pid).memoryMb * 2 ** 20

const usedMemory = (platform: Platform) =>
  withStores(platform, async ({ redis }) =>
    Number((await redis.info('memory')).match(/^used_memory:(\d+)/m)?.[1] ?? 0),
  )
