// A rising load: paid rounds offered by the clock, more with every step, until the platform no
// longer follows. Starts a separate platform, unless one runs on this machine already or the
// address of a platform elsewhere is given: then it is a load generator that needs an operator's
// key only.

import { writeFileSync } from 'node:fs'
import { createCommand, defineCommand, refuseUse, say } from '../src/cli/command-line.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { drawCurves } from './curve-plot.ts'
import {
  alignRows,
  describeMachine,
  type Machine,
  printFigures,
  printMachine,
  rounded,
} from './printing.ts'
import { type Rising, riseUntilSaturated, type Step } from './rising-steps.ts'
import { launchAll } from './stream-launch.ts'
import { type Loader, together } from './suite/load.ts'
import type { Operator } from './suite/operators.ts'
import { GAME, measurePeak, openPaidStream, startGenerator } from './suite/players.ts'
import { withScope } from './suite/setting.ts'

export const command = defineCommand(
  createCommand(
    'npm run bench -- rising',
    `Paid rounds are due by the clock, more with every step, whether or not the last ones were
    answered; latency counts from when each was due. Ends when the settled rate no longer follows
    or the p99 passes its bound, twice.`,
  )
    .option('--players <count>', 'on sockets, each with one spin under way', countUpTo(1e5), 256)
    .option('--latency <ms>', 'of every wallet call', countUpTo(60_000), 0)
    .option('--seconds <seconds>', 'of each step', numberUpTo(3_600, 0.01), 8)
    .option('--from <percent>', 'of the peak that the first step offers', numberUpTo(200), 20)
    .option('--step <percent>', 'of the peak that each step offers more', numberUpTo(200, 0.1), 12)
    .option('--bound <ms>', 'of the p99; without it 500 and four wallet calls', countUpTo(600_000))
    .option('--data-dir <folder>', 'of an "up" that runs already')
    .option('--url <url>', 'of a platform elsewhere; the key is in REELHOUSE_API_KEY')
    .option('--partner <id>', 'with --url: the project, whose wallet answers the calls')
    .option('--game <id>', 'with --url', GAME)
    .option('--currency <code>', 'with --url', 'USD')
    .option(
      '--processes <count>',
      'with --url: generators that share the players',
      countUpTo(64),
      1,
    )
    .option('--plot <file>', 'latency by the offered rate, as SVG')
    .option('--json', 'the figures as one line on stdout'),
  async ({ dataDir = null, plot, json, bound, url, partner, ...options }) => {
    const { game, currency, processes, ...rule } = options
    const boundMs = bound ?? 500 + 4 * rule.latency
    const result = await (url === undefined
      ? rise({ ...rule, boundMs }, dataDir)
      : riseElsewhere({ ...rule, boundMs }, readElsewhere(url, partner, options)))
    if (plot !== undefined) writeFileSync(plot, plotOf(result))
    printFigures(json, result, reportRising)
    return 0
  },
)

interface RisingOptions {
  players: number
  latency: number
  seconds: number
  from: number
  step: number
  boundMs: number
}

interface RisingResult extends Rising {
  machine: Machine
  options: RisingOptions
  /** Settled a second when each player spins again as soon as the last spin was answered. */
  peak: number
}

function rise(options: RisingOptions, dataDir: string | null): Promise<RisingResult> {
  const { players, latency } = options
  return withScope({ dataDir }, async scope => {
    say(`Launching ${players} players ...`)
    const { generator } = await openPaidStream(scope, latency, players)
    return offerMore(options, generator)
  })
}

async function offerMore(options: RisingOptions, generator: Loader): Promise<RisingResult> {
  const { seconds, from, step, boundMs } = options
  const forMs = seconds * 1000
  const peak = await measurePeak(generator, forMs)
  say(`The peak is about ${rounded(peak)} rounds a second.`)
  const rule = { peak, fromShare: from / 100, stepShare: step / 100, boundMs }
  const rising = await riseUntilSaturated(
    rule,
    aSecond => generator.ask({ forMs, aSecond }),
    at => say(describeStep(at)),
  )
  return { machine: describeMachine(), options, peak, ...rising }
}

interface Elsewhere {
  operator: Operator
  game: string
  currency: string
  processes: number
}

function readElsewhere(
  url: string,
  projectId: string | undefined,
  { game, currency, processes }: Omit<Elsewhere, 'operator'>,
): Elsewhere {
  const apiKey = process.env.REELHOUSE_API_KEY
  if (projectId === undefined || apiKey === undefined || !URL.canParse(url)) {
    refuseUse('With --url: an address, --partner, and the key in REELHOUSE_API_KEY.')
  }
  return {
    operator: { baseUrl: new URL(url).origin, projectId, apiKey },
    game,
    currency,
    processes,
  }
}

/** The platform's own machine is not looked at: the figures are what its players have. */
async function riseElsewhere(
  options: RisingOptions,
  { operator, game, currency, processes }: Elsewhere,
): Promise<RisingResult> {
  const { players } = options
  const closes: (() => unknown)[] = []
  const scope = { defer: (close: () => unknown) => void closes.push(close) }
  try {
    say(`Launching ${players} players at ${operator.baseUrl} ...`)
    const prefix = `load-${process.pid}-${Date.now().toString(36)}-`
    const launched = await launchAll(operator, prefix, players, [game], [currency])
    const url = new URL('/play/socket', operator.baseUrl).href
    const generators = Array.from({ length: Math.min(processes, players) }, (_, number) => {
      const links = launched.flatMap(({ link }, i) => (i % processes === number ? [link] : []))
      return startGenerator(scope, { kind: 'play', url, links, connections: links.length })
    })
    return await offerMore(options, together(await Promise.all(generators)))
  } finally {
    for (const close of closes) await close()
  }
}

const describeStep = ({ offered, settled, latencyMs, verdict }: Step) =>
  `${rounded(offered)} offered, ${rounded(settled)} settled a second, ` +
  `p99 ${rounded(latencyMs.p99)} ms: ${verdict}`

function reportRising(result: RisingResult): string[] {
  const { machine, options, peak, steps, highest, saturation } = result
  const { players, latency, seconds, boundMs } = options
  const row = ({ offered, settled, refused, latencyMs: { p50, p99, p999 }, verdict }: Step) => {
    const cells = [offered, settled, refused / seconds, p50, p99, p999]
    return [...cells.map(value => `${rounded(value)}`), verdict]
  }
  const head = ['offered/s', 'settled/s', 'refused/s', 'p50 ms', 'p99 ms', 'p99.9 ms', 'verdict']
  return [
    printMachine(machine),
    `${players} players, wallet ${latency} ms, ${seconds} s a step; ` +
      `the peak was ${rounded(peak)} rounds/s`,
    '',
    ...alignRows([head, ...steps.map(row)], [6]),
    '',
    highest === null
      ? `No step was settled with the p99 under ${boundMs} ms.`
      : `The highest rate offered with the p99 under ${boundMs} ms: ${rounded(highest.offered)}/s.`,
    saturation === null
      ? 'Saturation was not found: raise --players, or --step.'
      : `Saturated, twice: ${describeStep(saturation)}.`,
  ]
}

function plotOf({ machine, options, steps, saturation }: RisingResult): string {
  const { players, latency, boundMs } = options
  const line = (name: string, read: (step: Step) => number) => ({
    name,
    points: steps.map(step => [step.offered, read(step)] as const),
  })
  return drawCurves({
    title: `Paid rounds by the clock: ${players} players, wallet ${latency} ms`,
    caption: printMachine(machine),
    axis: 'rounds offered a second',
    panels: [
      {
        label: 'latency since a round was due, ms',
        isLog: true,
        lines: [
          line('p50', ({ latencyMs }) => latencyMs.p50),
          line('p99', ({ latencyMs }) => latencyMs.p99),
          line('p99.9', ({ latencyMs }) => latencyMs.p999),
        ],
        bound: { y: boundMs, word: `bound of the p99, ${boundMs} ms` },
      },
      {
        label: 'rounds settled a second',
        lines: [
          line('settled', ({ settled }) => settled),
          { ...line('offered', ({ offered }) => offered), isDashed: true },
        ],
      },
    ],
    marks: saturation === null ? [] : [{ x: saturation.offered, word: 'saturation' }],
  })
}
