// `reelhouse simulate`: plays many rounds of a game on the mathematics threads and prints what they
// returned, with confidence intervals and a verdict. Plays no player's round; touches no store.

import { writeFile } from 'node:fs/promises'
import { GAMES } from '../../games/catalogue/games.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import type { Simulated } from '../../games/rtp/simulate.ts'
import { reportSimulation, type SimulationReport } from '../../games/rtp/simulation-report.ts'
import { DEFAULT_THREADS, type MathematicsPool } from '../../mathematics/pool.ts'
import {
  createCommand,
  defineCommand,
  printJson,
  printLine,
  printLines,
  refuseUse,
  say,
} from '../command-line.ts'
import { countUpTo } from '../option-values.ts'
import { drawDistribution } from './distribution-plot.ts'
import {
  GAME_IDS,
  type NamedSeed,
  PUBLISHED_SEED,
  readGameOrAll,
  readSeed,
  readSet,
  readThreads,
  roundsOfMode,
  SEED_HELP,
  SET_HELP,
  withMathematics,
  withProgress,
} from './options.ts'

const MAX_ROUNDS = 1e12
/** With fewer rounds the interval is itself a guess. */
const MIN_ROUNDS = 1_000
const READ_ROUNDS = countUpTo(MAX_ROUNDS, MIN_ROUNDS)

export const command = defineCommand(
  createCommand(
    'reelhouse simulate',
    `Plays rounds through the code that serves play and compares their return with the published
    one. The same seed gives the same report on any number of threads. Exit code 1 when the return
    lies outside the 99 % confidence interval.`,
  )
    .argument(
      '<game>',
      `${GAME_IDS}; or all: every game and mode at 60, 75, 90, 94.5, 96.25 and 100 %`,
      readGameOrAll,
    )
    .option('--mode <mode>', 'a mode of the game: base, ante, buy (default: base)')
    .option('--level <level>', `${SET_HELP} (default: natural)`, readSet)
    .option('--rounds <count>', 'how many; 20m and 1e9 are understood', READ_ROUNDS, 10_000_000)
    .option('--threads <count>', 'one a core unless given', readThreads, DEFAULT_THREADS)
    .option('--seed <seed>', `${SEED_HELP} (default: "${PUBLISHED_SEED}")`, readSeed)
    .option('--plot <file>', 'also draw the distribution, as SVG')
    .option('--json', 'one line'),
  (game, options) => {
    const { rounds, threads, seed = readSeed(PUBLISHED_SEED), json = false } = options
    const amount = { rounds, threads, seed, json }
    if (game !== null) {
      const { mode = 'base', level: set = 'natural', plot } = options
      return simulateGame({ game, mode, set }, amount, plot)
    }
    if (options.mode !== undefined || options.level !== undefined || options.plot !== undefined) {
      refuseUse('"all" takes neither --mode nor --level nor --plot.')
    }
    return withMathematics(threads, pool => simulateAll(pool, amount))
  },
)

interface Amount {
  rounds: number
  threads: number
  seed: NamedSeed
  json: boolean
}

async function simulateGame(
  simulated: Simulated & { game: Game },
  amount: Amount,
  plotFile: string | undefined,
): Promise<number> {
  const { game, mode } = simulated
  if (!Object.hasOwn(game.spinEngines, mode)) {
    refuseUse(`${game.id} has no mode "${mode}": ${game.modes.map(({ id }) => id).join(', ')}.`)
  }
  const { rounds, threads } = amount
  const startedMs = performance.now()
  const report = await withMathematics(threads, pool => simulateOne(pool, simulated, amount))
  const seconds = (performance.now() - startedMs) / 1000
  if (amount.json) printJson(report)
  else printLines(printReport(report))
  if (plotFile !== undefined) await writeFile(plotFile, drawDistribution(report))
  const rate = (rounds / seconds / 1e6).toFixed(2)
  say(`${rate} M rounds/s on ${threads} threads, ${seconds.toFixed(1)} s`)
  return report.inside99 ? 0 : 1
}

async function simulateOne(
  pool: MathematicsPool,
  { game, mode, set }: Simulated,
  { rounds, seed: { seed, text } }: Amount,
): Promise<SimulationReport> {
  const request = { gameId: game.id, mode, set, seed, rounds }
  const simulation = await withProgress(`${game.id} ${mode}`, onProgress =>
    pool.simulate(request, onProgress),
  )
  return reportSimulation({ game, mode, set }, text, simulation)
}

const ALL_LEVELS_BPS = [6_000, 7_500, 9_000, 9_450, 9_625, 10_000] as const

/** One row per game, mode and level. One in a hundred may lie outside by chance alone. */
async function simulateAll(pool: MathematicsPool, amount: Amount): Promise<number> {
  let outside = 0
  let count = 0
  for (const game of GAMES) {
    for (const { id: mode, kind } of game.modes) {
      const rounds = roundsOfMode(kind, amount.rounds)
      for (const levelBps of ALL_LEVELS_BPS) {
        const simulated = { game, mode, set: { levelBps } }
        const report = await simulateOne(pool, simulated, { ...amount, rounds })
        count++
        if (!report.inside99) outside++
        if (amount.json) printJson(report)
        else printLine(printLevelRow(report))
      }
    }
  }
  say(
    `${count - outside} of ${count} inside their 99 % interval; chance alone leaves out about ` +
      `${(count / 100).toFixed(1)}.`,
  )
  return outside > mostOutside(count) ? 1 : 0
}

/** More than this many outside happen by chance in less than one run of a hundred. */
function mostOutside(count: number): number {
  let most = 0
  let probability = 0.99 ** count
  for (let sum = probability; sum < 0.99; sum += probability) {
    probability *= ((count - most) / (most + 1)) * (0.01 / 0.99)
    most++
  }
  return most
}

function printLevelRow(report: SimulationReport): string {
  const half = Math.hypot(report.halfWidth99, report.publishedHalfWidth99)
  return [
    report.game.padEnd(17),
    report.mode.padEnd(6),
    report.set.padStart(15),
    percent(report.rtp).padStart(11),
    ` ± ${(half * 100).toFixed(3)}`,
    report.inside99 ? '' : '  OUTSIDE',
  ].join('')
}

const percent = (share: number, digits = 3) => `${(share * 100).toFixed(digits)} %`

function printReport(report: SimulationReport): string {
  const { published, publishedHalfWidth99, featureEvery, largestEvery } = report
  const known =
    publishedHalfWidth99 === 0 ? '' : ` ± ${(publishedHalfWidth99 * 100).toFixed(3)} (99 %)`
  const rows = [
    ['game', `${report.game} ${report.version}, ${report.mode}, ${report.set}`],
    ['rounds', `${report.rounds.toLocaleString('en-US')}, seed "${report.seed}"`],
    ['return', percent(report.rtp)],
    ['95 % interval', interval(report.rtp, report.halfWidth95)],
    ['99 % interval', interval(report.rtp, report.halfWidth99)],
    ['published', percent(published) + known],
    ['verdict', report.inside99 ? 'inside the 99 % interval' : 'OUTSIDE THE 99 % INTERVAL'],
    ['hit frequency', percent(report.hitFrequency, 2)],
    ['deviation', `${report.deviationBets.toFixed(3)} bets a round`],
    ['volatility index', `${report.volatilityIndex.toFixed(2)} (90 %)`],
    ['feature', featureEvery === null ? 'none' : `one round in ${featureEvery.toFixed(1)}`],
    ['feature return', percent(report.featureRtp)],
    ['largest win', `${report.largestBets} bets, one round in ${largestEvery?.toFixed(0) ?? '-'}`],
  ]
  return [
    ...rows.map(([name, value]) => `${name!.padEnd(18)}${value}`),
    '',
    `${'win in bets'.padEnd(18)}${'rounds'.padStart(12)}${'of return'.padStart(12)}`,
    ...printBuckets(report),
  ].join('\n')
}

function interval(middle: number, halfWidth: number): string {
  const digits = halfWidth < 0.00005 ? 5 : 3
  return `${percent(middle - halfWidth, digits)} to ${percent(middle + halfWidth, digits)}`
}

/** The length of the bar of all rounds, and how much shorter that of a tenth of them is. */
const FULL_BAR = 32
const BAR_A_DECADE = 4

function printBuckets({ buckets }: SimulationReport): string[] {
  return buckets
    .filter(({ rounds }) => rounds > 0)
    .map(({ label, share, rtp }) => {
      const length = Math.max(1, Math.round(FULL_BAR + BAR_A_DECADE * Math.log10(share)))
      const shares = percent(share, 5).padStart(12) + percent(rtp).padStart(12)
      return `${label.padEnd(18)}${shares}  ${'█'.repeat(length)}`
    })
}
