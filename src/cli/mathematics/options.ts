// What the commands about games' mathematics share: games, seeds and threads on the command line,
// the pool of this process, and the progress bar. Must never depend on what is computed.

import path from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import cliProgress from 'cli-progress'
import { REEL_SETS } from '../../core/reel-set.ts'
import { PROJECT_ROOT } from '../../environment.ts'
import { findGame, GAMES } from '../../games/catalogue/games.ts'
import { type GameMode, SEED_BYTES, type Seed } from '../../games/engine/contract.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import type { Simulated } from '../../games/rtp/simulate.ts'
import type { TargetKind } from '../../games/targets/target-outcomes.ts'
import {
  type MathematicsPool,
  type OnProgress,
  openMathematicsPool,
} from '../../mathematics/pool.ts'
import { refuseUse } from '../command-line.ts'
import { countUpTo } from '../option-values.ts'

const MAX_THREADS = 256

/** The seed behind published figures. */
export const PUBLISHED_SEED = 'published figures'

export const GAME_IDS = GAMES.map(game => game.id).join(', ')

export function readGame(id: string): Game {
  const game = findGame(id)
  if (game !== undefined) return game
  throw new InvalidArgumentError(`The games are ${GAME_IDS}.`)
}

/** Null for all of them. */
export function readGameOrAll(id: string): Game | null {
  return id === 'all' ? null : readGame(id)
}

export const TARGET_KINDS: readonly TargetKind[] = ['spin', 'bonus']

/** The game asked for, or all that have target outcomes. */
export function gamesWithTargets(game: Game | undefined): readonly Game[] {
  if (game === undefined) return GAMES.filter(({ targetOutcomes }) => targetOutcomes)
  return game.targetOutcomes ? [game] : refuseUse(`${game.id} has no target outcomes.`)
}

/** A seed as given, with its bytes. */
export interface NamedSeed {
  text: string
  seed: Seed
}

export const SEED_HELP = '64 hex digits, or a text of at most 32 bytes'

/** 64 hex digits are the seed itself; any other text of at most 32 bytes is padded with zeros. */
export function readSeed(text: string): NamedSeed {
  if (/^[0-9a-f]{64}$/i.test(text)) return { text, seed: Buffer.from(text, 'hex') }
  const bytes = Buffer.from(text)
  if (bytes.length === 0 || bytes.length > SEED_BYTES) {
    throw new InvalidArgumentError(`It is ${SEED_HELP}.`)
  }
  const seed = new Uint8Array(SEED_BYTES)
  seed.set(bytes)
  return { text, seed }
}

export const SET_HELP = 'a reel set (natural, low, high), or a level from 60 to 100 (percent)'

/** A reel set by name, or a level from 60 to 100 percent with at most two decimals. */
export function readSet(text: string): Simulated['set'] {
  const reelSet = REEL_SETS.find(name => name === text)
  if (reelSet !== undefined) return reelSet
  if (/^(100(\.0{1,2})?|[6-9][0-9](\.[0-9]{1,2})?)$/.test(text)) {
    return { levelBps: Math.round(Number(text) * 100) }
  }
  throw new InvalidArgumentError(`It is ${SET_HELP}.`)
}

export const readThreads = countUpTo(MAX_THREADS)

/**
 * How many rounds of a mode are as good as `spins` spins: a bought round plays about ten spins, and
 * none of its rounds is empty.
 */
export function roundsOfMode(kind: GameMode['kind'], spins: number): number {
  return Math.ceil(spins / (kind === 'buy' ? 10 : 1))
}

/** Opens the mathematics threads, works, and closes them whatever happened. */
export async function withMathematics<Answer>(
  threads: number,
  work: (pool: MathematicsPool) => Promise<Answer>,
): Promise<Answer> {
  const pool = openMathematicsPool(
    path.join(PROJECT_ROOT, 'dist', 'threads', 'mathematics.js'),
    threads,
  )
  try {
    return await work(pool)
  } finally {
    await pool.close()
  }
}

/** A bar on stderr while `work` runs; on a pipe it prints nothing. */
export async function withProgress<Answer>(
  label: string,
  work: (onProgress: OnProgress) => Promise<Answer>,
): Promise<Answer> {
  const bar = new cliProgress.SingleBar(
    { format: `${label} {bar} {percentage} % | {rate}/s | {eta_formatted} left`, fps: 5 },
    cliProgress.Presets.shades_classic,
  )
  const startedMs = performance.now()
  let started = false
  const onProgress: OnProgress = (done, of) => {
    if (!started) bar.start(of, 0, { rate: '-' })
    started = true
    bar.update(done, { rate: printRate((done * 1000) / (performance.now() - startedMs)) })
  }
  try {
    return await work(onProgress)
  } finally {
    if (started) bar.stop()
  }
}

function printRate(rate: number): string {
  return rate >= 1e6 ? `${(rate / 1e6).toFixed(2)} M` : `${(rate / 1e3).toFixed(0)} k`
}
