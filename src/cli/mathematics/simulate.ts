// `reelhouse simulate`: plays many rounds of a game on the mathematics threads and says what they
// returned, with confidence intervals and a verdict. Plays no one's round; touches no store.

import { writeFile } from 'node:fs/promises'
import { GAMES } from '../../games/catalogue/games.ts'
import type { Seed } from '../../games/engine/contract.ts'
import type { Simulated } from '../../games/rtp/simulate.ts'
import { reportSimulation, type SimulationReport } from '../../games/rtp/simulation-report.ts'
import type { MathematicsPool } from '../../mathematics/pool.ts'
import { printJson, printLine, readArguments, refuseUse, say } from '../command-line.ts'
import { drawDistribution } from './distribution-plot.ts'
import {
  PUBLISHED_SEED,
  readCount,
  readGame,
  readSeed,
  readSet,
  readThreads,
  roundsOfMode,
  withMathematics,
  withProgress,
} from './options.ts'

const HELP = `
reelhouse simulate <game> [options]
reelhouse simulate all [--rounds N]      every game and mode at 60, 75, 90, 94.5, 96.25 and 100 %

Plays rounds through the code that serves play and compares their return with the published one.
The same seed gives the same report on any number of threads. Exit code 1 when the return lies
outside the 99 % confidence interval.

  --mode M         base (default), ante, buy: a mode of the game
  --level L        natural (default), low or high: a reel set; or a level from 60 to 100 (percent)
  --rounds N       how many; 20m and 1e9 are understood (default 10m)
  --threads N      default: one a core
  --seed S         64 hex digits or a short text (default "${PUBLISHED_SEED}")
  --plot FILE.svg  also draw the distribution
  --json           one line
  --help           this text
`

const OPTIONS = {
  mode: { type: 'string' },
  level: { type: 'string' },
  rounds: { type: 'string' },
  threads: { type: 'string' },
  seed: { type: 'string' },
  plot: { type: 'string' },
  json: { type: 'boolean' },
} as const

const MAX_ROUNDS = 1e12
/** Fewer say nothing: their interval is itself a guess. */
const MIN_ROUNDS = 1_000

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS, 1)
  if (!parsed.ok) return parsed.exitCode
  const { values } = parsed
  const rounds = readCount('rounds', values.rounds ?? '10m', MAX_ROUNDS, MIN_ROUNDS)
  if (!rounds.ok) return rounds.exitCode
  const threads = readThreads(values.threads)
  if (!threads.ok) return threads.exitCode
  const seedText = values.seed ?? PUBLISHED_SEED
  const seed = readSeed(seedText)
  if (!seed.ok) return seed.exitCode
  const amount = { rounds: rounds.value, seed: seed.value, seedText }
  if (parsed.positionals[0] === 'all') {
    if (values.mode !== undefined || values.level !== undefined || values.plot !== undefined) {
      return refuseUse('"all" takes neither --mode nor --level nor --plot.').exitCode
    }
    return withMathematics(threads.value, pool => simulateAll(pool, amount, values.json === true))
  }
  const game = readGame(parsed.positionals[0])
  if (!game.ok) return game.exitCode
  const mode = values.mode ?? 'base'
  if (!Object.hasOwn(game.value.spinEngines, mode)) {
    const modes = game.value.modes.map(({ id }) => id).join(', ')
    return refuseUse(`${game.value.id} has no mode "${mode}": ${modes}.`).exitCode
  }
  const level = readSet(values.level ?? 'natural')
  if (!level.ok) return level.exitCode
  const set = level.value
  const startedMs = performance.now()
  const report = await withMathematics(threads.value, pool =>
    simulateOne(pool, { game: game.value, mode, set }, amount),
  )
  const seconds = (performance.now() - startedMs) / 1000
  if (values.json === true) printJson(report)
  else printLine(printReport(report))
  if (values.plot !== undefined) await writeFile(values.plot, drawDistribution(report))
  say(
    `${(rounds.value / seconds / 1e6).toFixed(2)} M rounds/s on ${threads.value} threads, ${seconds.toFixed(1)} s`,
  )
  return report.inside99 ? 0 : 1
}

interface Amount {
  rounds: number
  seed: Seed
  seedText: string
}

async function simulateOne(
  pool: MathematicsPool,
  { game, mode, set }: Simulated,
  { rounds, seed, seedText }: Amount,
): Promise<SimulationReport> {
  const request = { gameId: game.id, mode, set, seed, rounds }
  const simulation = await withProgress(`${game.id} ${mode}`, onProgress =>
    pool.simulate(request, onProgress),
  )
  return reportSimulation({ game, mode, set }, seedText, simulation)
}

const ALL_LEVELS_BPS = [6_000, 7_500, 9_000, 9_450, 9_625, 10_000] as const

/** One row a game, mode and level. One in a hundred may lie outside by chance alone. */
async function simulateAll(pool: MathematicsPool, amount: Amount, json: boolean): Promise<number> {
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
        if (json) printJson(report)
        else printLine(printLevelRow(report))
      }
    }
  }
  say(
    `${count - outside} of ${count} inside their 99 % interval; chance alone leaves out about ${(count / 100).toFixed(1)}.`,
  )
  return outside > mostOutside(count) ? 1 : 0
}

/** More than so many outside happen by chance in less than one run of a hundred. */
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

/** How long the bar of all rounds is, and how much shorter that of a tenth of them. */
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
