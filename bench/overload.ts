// Overload: finds the rate at which a platform settles rounds when every player waits for the
// answer, then offers a multiple of it by the clock, and reports what remains of the rate. Starts a
// separate platform unless one is named.

import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createCommand,
  defineCommand,
  printJson,
  printLines,
  refuseUse,
  say,
} from '../src/cli/command-line.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { type Counts, closedLoop, measurePart, type Part, type PartOptions } from './load-part.ts'
import {
  GAMES_WITHOUT_DECISIONS,
  type OverloadPlayer,
  openOverloadPlayer,
} from './overload-player.ts'
import { peakMemoryMb } from './process-use.ts'
import { type Check, checkMoney } from './stream-check.ts'
import { forEach, launchAll } from './stream-launch.ts'
import { openPlatform, type Platform, withStores } from './stream-platform.ts'
import { drawStream, type Second } from './stream-plot.ts'
import { describeMachine, rounded } from './stream-report.ts'
import { useBuiltInWallet } from './stream-wallet.ts'

export const command = defineCommand(
  createCommand(
    'reelhouse bench overload',
    `First every player spins again as soon as it is answered: the peak. Then spins are sent by the clock,
    a multiple of the peak, whether or not answers came. Then as at first. Shows settled rounds a second,
    refusals, latency of what was accepted, memory; exits with 1 when the books are wrong afterwards.`,
  )
    .option('--sessions <count>', 'launched sessions, a player each', countUpTo(1e5), 1_000)
    .option(
      '--players-at-once <count>',
      'players with a spin under way at the peak',
      countUpTo(1e5),
      256,
    )
    .option('--times <number>', 'the multiple of the peak that is offered', countUpTo(100), 2)
    .option('--seconds <seconds>', 'of each part', numberUpTo(1e5, 0.1), 15)
    .option('--settling <seconds>', 'at the beginning of each part, not counted', numberUpTo(60), 3)
    .option(
      '--data-dir <folder>',
      'of an "up" that runs already; or where the own one keeps its data',
    )
    .option('--plot <file>', 'rate and latency over time, as SVG')
    .option('--json', 'the figures as one line on stdout'),
  async ({ dataDir = null, plot, json, ...options }) => {
    if (options.seconds <= options.settling) refuseUse('--seconds is longer than --settling.')
    const platform = await openPlatform({
      baseUrl: null,
      dataDir,
      keepData: false,
    })
    try {
      const result = await overload(platform, options, plot ?? null)
      if (json === true) printJson(result)
      else printLines(printReport(result))
      return result.checks.every(({ ok }) => ok) ? 0 : 1
    } finally {
      await platform.stop()
    }
  },
)

const OPENINGS_AT_ONCE = 64
const TICK_MS = 5
/** Most unanswered spins of a player; the platform's own bound for a connection is one more. */
const UNANSWERED_MAX = 3

interface OverloadOptions extends PartOptions {
  sessions: number
  playersAtOnce: number
  times: number
}

interface OverloadResult {
  machine: ReturnType<typeof describeMachine>
  options: OverloadOptions
  parts: Part[]
  /** Settled a second at the multiple, divided by those at the peak before and after. */
  goodput: number
  /**
   * The same for rounds settled a second of the platform's CPU, which leaves out the generator's
   * work.
   */
  goodputByCpu: number
  peakPlatformMb: number
  checks: Check[]
}

/** Sends the spins that are due at every tick, to the players in turn. */
async function openLoop(
  players: readonly OverloadPlayer[],
  counts: Counts,
  untilMs: number,
  aSecond: number,
) {
  const startedMs = performance.now()
  const under: Promise<void>[] = []
  let next = 0
  let sent = 0
  while (performance.now() < untilMs) {
    const due = Math.floor(((performance.now() - startedMs) / 1000) * aSecond)
    for (let tries = 0; sent < due && tries < players.length; tries++) {
      const player = players[next++ % players.length]!
      if (player.unanswered() >= UNANSWERED_MAX) continue
      sent++
      under.push(counts.spin(player))
    }
    await sleep(TICK_MS)
  }
  await Promise.all(under)
}

async function overload(
  platform: Platform,
  options: OverloadOptions,
  plotFile: string | null,
): Promise<OverloadResult> {
  const { sessions, playersAtOnce, times, seconds } = options
  const prefix = `overload-${Date.now().toString(36)}-`
  say(`Launching ${sessions} sessions at ${platform.baseUrl} ...`)
  const launched = await launchAll(platform, prefix, sessions, GAMES_WITHOUT_DECISIONS)
  const url = new URL('/play/socket', platform.baseUrl)
  const players = new Array<OverloadPlayer>(sessions)
  await forEach(sessions, OPENINGS_AT_ONCE, async i => {
    players[i] = await openOverloadPlayer(url, launched[i]!.link)
  })
  const drawn: Second[] = []
  const onSecond = (second: Omit<Second, 'atSecond'>) =>
    void drawn.push({ ...second, atSecond: drawn.length + 1 })
  const few = players.slice(0, playersAtOnce)
  const peakPart = (name: string) =>
    measurePart(name, options, platform, onSecond, (counts, untilMs) =>
      closedLoop(few, counts, untilMs),
    )

  say(`${playersAtOnce} players at once for ${seconds} s ...`)
  const peak = await peakPart('peak')
  const aSecond = peak.settledASecond * times
  say(`${rounded(aSecond)} spins a second by the clock for ${seconds} s ...`)
  const mark = { atSecond: drawn.length, word: `${times} times the peak` }
  const over = await measurePart('overload', options, platform, onSecond, (counts, untilMs) =>
    openLoop(players, counts, untilMs, aSecond),
  )
  const end = { atSecond: drawn.length, word: 'as before' }
  const after = await peakPart('afterwards')
  const identity = { projectIds: [platform.projectId], playerPrefix: prefix }
  const wallet = useBuiltInWallet(platform)
  const checks = await withStores(platform, async ({ pool, redis }) => {
    const { sums } = await wallet.readBooks(redis)
    return checkMoney(pool, sums, identity)
  })
  for (const player of players) player.close()
  const machine = describeMachine()
  if (plotFile !== null) {
    const title = `${sessions} sessions: ${playersAtOnce} at once, then ${times} times that rate`
    const caption = `${machine.cpu}, ${machine.cores} cores for everything; Node ${machine.node}`
    writeFileSync(plotFile, drawStream({ title, caption, seconds: drawn, marks: [mark, end] }))
  }
  return {
    machine,
    options,
    parts: [peak, over, after],
    goodput: (2 * over.settledASecond) / (peak.settledASecond + after.settledASecond),
    goodputByCpu: (2 * byCpu(over)) / (byCpu(peak) + byCpu(after)),
    peakPlatformMb: peakMemoryMb(platform.pid()),
    checks,
  }
}

const byCpu = ({ settledASecond, platformCpu }: Part) => settledASecond / platformCpu

function printReport(result: OverloadResult): string {
  const { machine, parts, goodput, goodputByCpu, peakPlatformMb, checks } = result
  const partLines = parts.flatMap(part => [
    `${part.name.padEnd(12)}offered ${rounded(part.offeredASecond)}/s, settled ` +
      `${rounded(part.settledASecond)}/s, refused ${JSON.stringify(part.refusedASecond)}`,
    `${''.padEnd(12)}p50 ${part.latencyMs.p50} ms, p99 ${part.latencyMs.p99}, max ` +
      `${part.latencyMs.max}; cores: platform ${rounded(part.platformCpu)}, generator ` +
      `${rounded(part.generatorCpu)}`,
  ])
  return [
    `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; everything shares the machine`,
    ...partLines,
    `goodput     ${rounded(goodput * 100)} % of the peak before and after, ` +
      `${rounded(goodputByCpu * 100)} % for the same CPU of the platform`,
    `memory      ${rounded(peakPlatformMb)} MB at most`,
    ...checks.map(({ name, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'} ${name}: ${detail}`),
  ].join('\n')
}
