// `reelhouse outcomes`: makes the index of natural rounds that target outcomes are found in, and
// measures how soon a target is ready. Plays no one's round; touches no store.

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { GAMES } from '../../games/catalogue/games.ts'
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
import type { MathematicsPool } from '../../mathematics/pool.ts'
import { targetIndexFile } from '../../mathematics/target-index-files.ts'
import { printJson, printLine, readArguments, refuseUse, say } from '../command-line.ts'
import {
  readCount,
  readGame,
  readSeed,
  readThreads,
  roundsOfMode,
  withMathematics,
  withProgress,
} from './options.ts'

const HELP = `
reelhouse outcomes index [game] [options]   make the index of natural rounds (all games, or one)
reelhouse outcomes table [game] [options]   how soon targets are ready, and what they hit

The index lies beside each game (src/games/<game>/outcomes.bin) and belongs to one version of its
mathematics. The table asks for multipliers from 0.5 to the game's max win, as the operator API does.

  --rounds N       index: seeds played for each source (default 20m; a tenth for bought features)
  --seed S         index: 64 hex digits or a short text (default "outcome index")
  --threads N      default: one a core
  --json           table: one line a target
  --help           this text
`

const OPTIONS = {
  rounds: { type: 'string' },
  seed: { type: 'string' },
  threads: { type: 'string' },
  json: { type: 'boolean' },
} as const

const INDEX_SEED = 'outcome index'
const MAX_INDEX_ROUNDS = 2 ** 32 - 1
const TASK_ROUNDS = 500_000

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS, 2)
  if (!parsed.ok) return parsed.exitCode
  const [what, id] = parsed.positionals
  const { values } = parsed
  const rounds = readCount('rounds', values.rounds ?? '20m', MAX_INDEX_ROUNDS)
  if (!rounds.ok) return rounds.exitCode
  const threads = readThreads(values.threads)
  if (!threads.ok) return threads.exitCode
  const seed = readSeed(values.seed ?? INDEX_SEED)
  if (!seed.ok) return seed.exitCode
  const one = id === undefined ? null : readGame(id)
  if (one !== null && !one.ok) return one.exitCode
  const games = (one === null ? GAMES : [one.value]).filter(game => game.targetOutcomes)
  if (games.length === 0) return refuseUse(`${id} has no target outcomes.`).exitCode
  if (what !== 'index' && what !== 'table') return refuseUse('index or table?').exitCode
  await withMathematics(threads.value, async pool => {
    for (const game of games) {
      if (what === 'index') await makeIndex(pool, game, rounds.value, seed.value)
      else await printTable(pool, game, values.json === true)
    }
  })
  return 0
}

const KINDS: readonly TargetKind[] = ['spin', 'bonus']

async function makeIndex(
  pool: MathematicsPool,
  game: Game,
  rounds: number,
  seed: Uint8Array,
): Promise<void> {
  const indexes: TargetIndex[] = []
  for (const kind of KINDS) {
    for (const source of listSources(game, kind)) {
      const root = deriveSeed(seed, indexes.length)
      indexes.push(await indexSource(pool, game, kind, source, rounds, root))
    }
  }
  const file = encodeIndexes({ gameId: game.id, version: game.version, indexes })
  await writeFile(targetIndexFile(game.id), file)
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

const MULTIPLIERS = [0.5, 1, 2, 5, 10, 50, 100, 500] as const
const CHANCE = { newRoot: () => randomBytes(SEED_BYTES), pick: Math.random }

async function printTable(pool: MathematicsPool, game: Game, json: boolean): Promise<void> {
  const kinds = KINDS.filter(kind => listSources(game, kind).length > 0)
  for (const kind of kinds) {
    for (const multiplier of [...MULTIPLIERS, game.maxWinBets]) {
      if (multiplier > game.maxWinBets) continue
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
  /** What the rounds found pay, in base bets; a choice has a smallest and a largest win. */
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
