// `reelhouse outcomes table`: measures how soon target outcomes are ready, and what they hit. Plays
// no player's round; touches no store.

import { randomBytes } from 'node:crypto'
import { SEED_BYTES } from '../../games/engine/contract.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import { listSources, type TargetKind } from '../../games/targets/target-outcomes.ts'
import { findTarget, type TargetAnswer } from '../../mathematics/find-target.ts'
import { DEFAULT_THREADS, type MathematicsPool } from '../../mathematics/pool.ts'
import { createCommand, defineCommand, printJson, printLine } from '../command-line.ts'
import { numberUpTo, oneOf } from '../option-values.ts'
import {
  GAME_IDS,
  gamesWithTargets,
  readGame,
  readThreads,
  TARGET_KINDS,
  withMathematics,
  withProgress,
} from './options.ts'

export const command = defineCommand(
  createCommand(
    'reelhouse outcomes table',
    `Says how soon targets are ready and what they hit: asks for multipliers from 0.5 to the game's
    max
    win, as the operator API does.`,
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
