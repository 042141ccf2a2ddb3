// `reelhouse par`: writes a game's PAR sheet, for machines and for people. Plays no player's round;
// touches no store. Reports when the game's published figures differ from the computed ones.

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { REEL_SETS, type ReelSet } from '../../core/reel-set.ts'
import { PROJECT_ROOT } from '../../environment.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import type { GameMode, Seed } from '../../games/engine/contract.ts'
import type { Figures, Game } from '../../games/engine/mathematics.ts'
import { computeExactPar } from '../../games/rtp/exact-par.ts'
import { printParOverview, printParSheet } from '../../games/rtp/par-markdown.ts'
import { buildParSheet, type ParInput, type ParSheet } from '../../games/rtp/par-sheet.ts'
import { describeSimulation, type Simulation, Z_95 } from '../../games/rtp/simulate.ts'
import { reportSimulation } from '../../games/rtp/simulation-report.ts'
import { DEFAULT_THREADS, type MathematicsPool } from '../../mathematics/pool.ts'
import { createCommand, defineCommand, say } from '../command-line.ts'
import { countUpTo } from '../option-values.ts'
import { drawDistribution } from './distribution-plot.ts'
import {
  GAME_IDS,
  PUBLISHED_SEED,
  readGameOrAll,
  readSeed,
  readThreads,
  roundsOfMode,
  withMathematics,
  withProgress,
} from './options.ts'

const MAX_ROUNDS = 1e12
const SHEETS = path.join(PROJECT_ROOT, 'docs', 'par')

export const command = defineCommand(
  createCommand(
    'reelhouse par',
    `Writes docs/par/<game>.json, .md and a plot of each mode's wins, and the overview README.md. An
    exact return is computed from every combination of stops; another is simulated with as many
    rounds as its published figures name, which can take an hour. Exit code 1 when the game
    publishes other figures than these.`,
  )
    .argument('<game>', `${GAME_IDS}; or all`, readGameOrAll)
    .option(
      '--rounds <count>',
      'simulate so many rounds of each mode and reel set instead (of a bought feature a tenth)',
      countUpTo(MAX_ROUNDS),
    )
    .option(
      '--full',
      'simulate as many as a publication takes: half-width at most 0.05 points at 95 %, and at ' +
        'least 10^9 rounds (2 x 10^7 of a bought feature)',
    )
    .option(
      '--sample <count>',
      'rounds for the distribution of a game with an exact return',
      countUpTo(MAX_ROUNDS),
      20_000_000,
    )
    .option('--threads <count>', 'one a core unless given', readThreads, DEFAULT_THREADS)
    .option('--out <folder>', 'where the sheets lie (default: docs/par)'),
  async (one, { rounds = null, full = false, sample, threads, out = SHEETS }) => {
    await mkdir(out, { recursive: true })
    const { seed } = readSeed(PUBLISHED_SEED)
    return withMathematics(threads, async pool => {
      let agrees = true
      for (const game of one === null ? GAMES : [one]) {
        agrees = (await writeSheet(pool, game, seed, { rounds, full, sample }, out)) && agrees
        await writeOverview(out)
      }
      return agrees ? 0 : 1
    })
  },
)

/** Covers all the sheets in the folder, in the order of the catalogue. */
async function writeOverview(out: string): Promise<void> {
  const sheets: ParSheet[] = []
  for (const { id } of GAMES) {
    const file = path.join(out, `${id}.json`)
    if (existsSync(file)) sheets.push(JSON.parse(await readFile(file, 'utf8')))
  }
  await writeFile(path.join(out, 'README.md'), printParOverview(sheets))
}

interface Amounts {
  rounds: number | null
  full: boolean
  sample: number
}

interface Measured extends ParInput {
  figures: Figures
}

async function writeSheet(
  pool: MathematicsPool,
  published: Game,
  seed: Seed,
  amounts: Amounts,
  out: string,
): Promise<boolean> {
  const measured = new Map<string, Measured>()
  for (const { id } of published.modes) {
    for (const reelSet of REEL_SETS) {
      measured.set(`${id} ${reelSet}`, await measure(pool, published, id, reelSet, seed, amounts))
    }
  }
  const game = { ...published, figures: figuresFrom(published, measured) }
  const inputOf = (mode: string, reelSet: ReelSet) => measured.get(`${mode} ${reelSet}`)!
  const sheet = buildParSheet(game, PUBLISHED_SEED, inputOf)
  await writeFile(path.join(out, `${game.id}.json`), `${JSON.stringify(sheet, null, 2)}\n`)
  await writeFile(path.join(out, `${game.id}.md`), printParSheet(sheet))
  for (const { id } of game.modes) {
    const plot = drawDistribution(inputOf(id, 'natural').sample)
    await writeFile(path.join(out, `${game.id}-${id}.svg`), plot)
  }
  return compare(published, game.figures)
}

async function measure(
  pool: MathematicsPool,
  game: Game,
  mode: string,
  reelSet: ReelSet,
  seed: Seed,
  amounts: Amounts,
): Promise<Measured> {
  const exact = computeExactPar(game.id, mode, reelSet)
  const gameMode = game.modes.find(({ id }) => id === mode)!
  const rounds = roundsFor(game.figures[mode]![reelSet], gameMode, exact !== null, amounts)
  const request = { gameId: game.id, mode, set: reelSet, seed, rounds }
  const simulation: Simulation = await withProgress(`${game.id} ${mode} ${reelSet}`, onProgress =>
    pool.simulate(request, onProgress),
  )
  const figures = exact ?? describeSimulation(simulation, game, gameMode.priceBets)
  const sample = reportSimulation({ game, mode, set: reelSet }, PUBLISHED_SEED, simulation)
  return { exact, sample, figures }
}

const FULL_HALF_WIDTH = 0.0005
const FULL_ROUNDS = 1e9
const FULL_BUY_ROUNDS = 2e7
/**
 * A margin, because the deviation that gives the number of rounds is itself only known by
 * simulation.
 */
const FULL_MARGIN = 1.05

function roundsFor(
  { deviationBets, basis }: Figures,
  { kind, priceBets }: GameMode,
  isExact: boolean,
  { rounds, full, sample }: Amounts,
): number {
  if (isExact) return roundsOfMode(kind, sample)
  if (rounds !== null) return roundsOfMode(kind, rounds)
  if (!full && basis !== 'exact') return basis.rounds
  const needed = ((Z_95 * deviationBets) / Number(priceBets) / FULL_HALF_WIDTH) ** 2 * FULL_MARGIN
  // Whole millions: a round number to publish.
  return Math.max(kind === 'buy' ? FULL_BUY_ROUNDS : FULL_ROUNDS, Math.ceil(needed / 1e6) * 1e6)
}

function figuresFrom(game: Game, measured: ReadonlyMap<string, Measured>): Game['figures'] {
  const of = (mode: string, reelSet: ReelSet): Figures => {
    const { rtp, hitFrequency, deviationBets, basis } = measured.get(`${mode} ${reelSet}`)!.figures
    return { rtp, hitFrequency, deviationBets, basis }
  }
  return Object.fromEntries(
    game.modes.map(({ id }) => [
      id,
      { natural: of(id, 'natural'), low: of(id, 'low'), high: of(id, 'high') },
    ]),
  )
}

/** True when the game publishes what was computed, to the digits that it gives. */
function compare(game: Game, figures: Game['figures']): boolean {
  const differing = game.modes.flatMap(({ id }) =>
    REEL_SETS.filter(
      reelSet => !sameFigures(game.figures[id]![reelSet], figures[id]![reelSet]),
    ).map(reelSet => `${id} ${reelSet}: ${JSON.stringify(figures[id]![reelSet])}`),
  )
  say(`${game.id} ${game.version}: docs/par/${game.id}.md`)
  for (const line of differing) say(`  other figures than published: ${line}`)
  return differing.length === 0
}

function sameFigures(one: Figures, other: Figures): boolean {
  const close = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b))
  const rounds = ({ basis }: Figures) => (basis === 'exact' ? 0 : basis.rounds)
  return (
    close(one.rtp, other.rtp) &&
    close(one.hitFrequency, other.hitFrequency) &&
    close(one.deviationBets, other.deviationBets) &&
    rounds(one) === rounds(other)
  )
}
