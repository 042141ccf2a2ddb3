// `reelhouse outcomes`: makes the index of natural rounds that target outcomes are found in, and
// measures how soon they are ready and what they hit. Plays no player's round; touches no store.

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { SEED_BYTES } from '../../games/engine/contract.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import { deriveSeed } from '../../games/engine/rng.ts'
import { buildIndex, type TargetIndex } from '../../games/targets/target-index.ts'
import { encodeIndexes } from '../../games/targets/target-index-file.ts'
import {
  listSources,
  type TargetKind,
  type TargetSource,
} from '../../games/targets/target-outcomes.ts'
import { findTarget, type TargetAnswer } from '../../mathematics/find-target.ts'
import { DEFAULT_THREADS, type MathematicsPool } from '../../mathematics/pool.ts'
import { targetIndexFile } from '../../mathematics/target-index-files.ts'
import {
  createCommand,
  defineCommand,
  printJson,
  printLine,
  refuseUse,
  say,
} from '../command-line.ts'
import { countUpTo, numberUpTo, oneOf } from '../option-values.ts'
import {
  GAME_IDS,
  gamesWithTargets,
  readGame,
  readSeed,
  readThreads,
  roundsOfMode,
  SEED_HELP,
  TARGET_KINDS,
  withMathematics,
  withProgress,
} from './options.ts'

const INDEX_SEED = 'outcome index'
const MAX_INDEX_ROUNDS = 2 ** 32 - 1
const TASK_ROUNDS = 500_000

const index = defineCommand(
  createCommand(
    'reelhouse outcomes index',
    `Makes the index of natural rounds that target outcomes are found in. It lies beside each game
    (src/games/catalogue/<game>/outcomes.bin) and belongs to one version of its mathematics.`,
  )
    .argument('[game]', `${GAME_IDS} (default: all of them)`, readGame)
    .option(
      '--rounds <count>',
      'seeds played for each source; a tenth for bought features',
      countUpTo(MAX_INDEX_ROUNDS),
      20_000_000,
    )
    .option('--seed <seed>', `${SEED_HELP} (default: "${INDEX_SEED}")`, readSeed)
    .option('--threads <count>', 'one a core unless given', readThreads, DEFAULT_THREADS)
    .option('--out <file>', 'write there instead of beside the game; only with one game'),
  async (game, { rounds, seed = readSeed(INDEX_SEED), threads, out }) => {
    if (out !== undefined && game === undefined) refuseUse('--out needs one game.')
    await withMathematics(threads, async pool => {
      for (const one of gamesWithTargets(game)) {
        await makeIndex(pool, one, rounds, seed.seed, out ?? targetIndexFile(one.id))
      }
    })
    return 0
  },
)

async function makeIndex(
  pool: MathematicsPool,
  game: Game,
  rounds: number,
  seed: Uint8Array,
  outFile: string,
): Promise<void> {
  const indexes: TargetIndex[] = []
  for (const kind of TARGET_KINDS) {
    for (const source of listSources(game, kind)) {
      const root = deriveSeed(seed, indexes.length)
      indexes.push(await indexSource(pool, game, kind, source, rounds, root))
    }
  }
  const file = encodeIndexes({ gameId: game.id, version: game.version, indexes })
  await writeFile(outFile, file)
  const entries = indexes.reduce((sum, { numbers }) => sum + numbers.length, 0)
  say(`${game.id} ${game.version}: ${entries} rounds, ${Math.ceil(file.length / 1024)} KiB`)
}

async function indexSource(
  pool: MathematicsPool,
  game: Game,
  kind: TargetKind,
  source: TargetSource,
  rounds: number,
  root: Uint8Array,
): Promise<TargetIndex> {
  const mode = game.modes.find(({ id }) => id === source.mode)!
  const scanned = roundsOfMode(mode.kind, rounds)
  const seeds = { ...source, gameId: game.id, kind, root, rounds: scanned }
  const label = `${game.id} ${source.mode} ${source.reelSet} ${kind}`
  const scans = await withProgress(label, onProgress =>
    pool.scan({ ...seeds, taskRounds: roundsOfMode(mode.kind, TASK_ROUNDS) }, onProgress),
  )
  return buildIndex(source, kind, root, scanned, scans)
}

const table = defineCommand(
  createCommand(
    'reelhouse outcomes table',
    `Reports how soon targets are ready and what they hit: asks for multipliers from 0.5 to the
    game's max win, as the operator API does.`,
  )
    .argument('[game]', `${GAME_IDS} (default: all of them)`, readGame)
    .option(
      '--most <multiplier>',
      "the largest multiplier asked for (default: the game's max win)",
      numberUpTo(1e6),
    )
    .option('--kind <kind>', `${TARGET_KINDS.join(' or ')} (default: both)`, oneOf(TARGET_KINDS))
    .option('--threads <count>', 'one a core unless given', readThreads, DEFAULT_THREADS)
    .option('--json', 'one line a target'),
  async (game, { most = Number.POSITIVE_INFINITY, kind, threads, json = false }) => {
    const asked = { kinds: kind === undefined ? TARGET_KINDS : [kind], most }
    await withMathematics(threads, async pool => {
      for (const one of gamesWithTargets(game)) await printTable(pool, one, asked, json)
    })
    return 0
  },
)

const MULTIPLIERS = [0.5, 1, 2, 5, 10, 50, 100, 500] as const
const CHANCE = { newRoot: () => randomBytes(SEED_BYTES), pick: Math.random }

async function printTable(
  pool: MathematicsPool,
  game: Game,
  { kinds, most }: { kinds: readonly TargetKind[]; most: number },
  json: boolean,
): Promise<void> {
  for (const kind of kinds.filter(one => listSources(game, one).length > 0)) {
    for (const multiplier of [...MULTIPLIERS, game.maxWinBets]) {
      if (multiplier > Math.min(most, game.maxWinBets)) continue
      const startedMs = performance.now()
      const multiplierHundredths = Math.round(multiplier * 100)
      const answer = await withProgress(`${game.id} ${kind} x${multiplier}`, onProgress =>
        findTarget(pool, { gameId: game.id, kind, multiplierHundredths }, CHANCE, onProgress),
      )
      const row = describe(game, kind, multiplier, answer, performance.now() - startedMs)
      if (json) printJson(row)
      else printLine(printRow(row))
    }
  }
}

interface Row {
  game: string
  kind: TargetKind
  multiplier: number
  ms: number
  status: TargetAnswer['status']
  /** What the found rounds pay, in base bets; a choice has a smallest and a largest win. */
  found: readonly { mode: string; reelSet: string; fromBets: number; toBets: number }[]
}

function describe(
  game: Game,
  kind: TargetKind,
  multiplier: number,
  answer: TargetAnswer,
  elapsedMs: number,
): Row {
  const rounds = answer.status === 'ready' ? answer.rounds : []
  return {
    game: game.id,
    kind,
    multiplier,
    ms: Math.round(elapsedMs * 10) / 10,
    status: answer.status,
    found: rounds.map(({ mode, reelSet, minUnits, maxUnits }) => ({
      mode,
      reelSet,
      fromBets: minUnits / game.unitsPerBet,
      toBets: maxUnits / game.unitsPerBet,
    })),
  }
}

function printRow({ game, kind, multiplier, ms, status, found }: Row): string {
  const hits = found.map(({ mode, reelSet, fromBets, toBets }) => {
    const wins = fromBets === toBets ? `${fromBets}` : `${fromBets} to ${toBets}`
    return `${mode} ${reelSet} ${wins}`
  })
  const target = `${game.padEnd(17)}${kind.padEnd(7)}${`x${multiplier}`.padStart(7)}`
  return `${target}${`${ms} ms`.padStart(13)}  ${status.padEnd(13)}${hits.join('; ')}`
}

export const commands = { index, table }
