// `reelhouse outcomes index`: makes the index of natural rounds that target outcomes are found in.
// Plays no player's round; touches no store.

import { writeFile } from 'node:fs/promises'
import type { Game } from '../../games/engine/mathematics.ts'
import { deriveSeed } from '../../games/engine/rng.ts'
import { buildIndex, type TargetIndex } from '../../games/targets/target-index.ts'
import { encodeIndexes } from '../../games/targets/target-index-file.ts'
import {
  listSources,
  type TargetKind,
  type TargetSource,
} from '../../games/targets/target-outcomes.ts'
import { DEFAULT_THREADS, type MathematicsPool } from '../../mathematics/pool.ts'
import { targetIndexFile } from '../../mathematics/target-index-files.ts'
import { createCommand, defineCommand, refuseUse, say } from '../command-line.ts'
import { countUpTo } from '../option-values.ts'
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

export const command = defineCommand(
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
