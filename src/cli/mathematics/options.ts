// Owns what the commands about games' mathematics share: games, seeds and threads on the command
// line, the pool of this process, and the progress bar. Must never know what is computed.

import path from 'node:path'
import cliProgress from 'cli-progress'
import { REEL_SETS } from '../../core/reel-set.ts'
import { PROJECT_ROOT } from '../../environment.ts'
import { findGame, GAMES } from '../../games/catalogue/games.ts'
import { type GameMode, SEED_BYTES, type Seed } from '../../games/engine/contract.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import type { Simulated } from '../../games/rtp/simulate.ts'
import {
  DEFAULT_THREADS,
  type MathematicsPool,
  type OnProgress,
  openMathematicsPool,
} from '../../mathematics/pool.ts'
import { refuseUse } from '../command-line.ts'

const MAX_THREADS = 256

/** The seed behind published figures. */
export const PUBLISHED_SEED = 'published figures'

type Read<Value> = { ok: true; value: Value } | { ok: false; exitCode: number }

export function readGame(id: string | undefined): Read<Game> {
  const game = findGame(id ?? '')
  if (game !== undefined) return { ok: true, value: game }
  const known = GAMES.map(game => game.id).join(', ')
  return refuseUse(id === undefined ? `Which game? ${known}.` : `No game "${id}": ${known}.`)
}

/** 64 hex digits are the seed itself; any other text of at most 32 bytes is padded with zeros. */
export function readSeed(text: string): Read<Seed> {
  if (/^[0-9a-f]{64}$/i.test(text)) return { ok: true, value: Buffer.from(text, 'hex') }
  const bytes = Buffer.from(text)
  if (bytes.length === 0 || bytes.length > SEED_BYTES) {
    return refuseUse(`A seed is 64 hex digits or a text of 1 to ${SEED_BYTES} bytes.`)
  }
  const seed = new Uint8Array(SEED_BYTES)
  seed.set(bytes)
  return { ok: true, value: seed }
}

/** A reel set by name, or a level from 60 to 100 percent with at most two decimals. */
export function readSet(text: string): Read<Simulated['set']> {
  const reelSet = REEL_SETS.find(name => name === text)
  if (reelSet !== undefined) return { ok: true, value: reelSet }
  if (/^(100(\.0{1,2})?|[6-9][0-9](\.[0-9]{1,2})?)$/.test(text)) {
    return { ok: true, value: { levelBps: Math.round(Number(text) * 100) } }
  }
  return refuseUse('--level is natural, low, high or 60 to 100.')
}

/** A whole number from `least` to `most`; "20m" and "1e9" are understood. */
export function readCount(name: string, text: string, most: number, least = 1): Read<number> {
  const short = /^([0-9]+(?:\.[0-9]+)?)([km]?)$/i.exec(text)
  const times = { '': 1, k: 1_000, m: 1_000_000 }[short?.[2]?.toLowerCase() ?? ''] ?? 1
  const count = short === null ? Number(text) : Number(short[1]) * times
  if (Number.isInteger(count) && count >= least && count <= most) return { ok: true, value: count }
  return refuseUse(`--${name} is a whole number from ${least} to ${most}.`)
}

/**
 * How many rounds of a mode are as good as so many spins: a bought round plays about ten, and there
 * are no dead ones among them.
 */
export function roundsOfMode(kind: GameMode['kind'], spins: number): number {
  return Math.ceil(spins / (kind === 'buy' ? 10 : 1))
}

export function readThreads(text: string | undefined): Read<number> {
  return text === undefined
    ? { ok: true, value: DEFAULT_THREADS }
    : readCount('threads', text, MAX_THREADS)
}

/** Opens the mathematics threads, works, and closes them whatever happened. */
export async function withMathematics<Answer>(
  threads: number,
  work: (pool: MathematicsPool) => Promise<Answer>,
): Promise<Answer> {
  const pool = openMathematicsPool(
    path.join(PROJECT_ROOT, 'dist', 'workers', 'mathematics.js'),
    threads,
  )
  try {
    return await work(pool)
  } finally {
    await pool.close()
  }
}

/** A bar on stderr while `work` runs; on a pipe it says nothing. */
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
