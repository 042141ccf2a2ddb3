// How the rounds found for a target outcome are stored: one for each way of playing, each drawn
// again from its seed. Plain text in, plain records out; uses no game.

import { REEL_SETS, type ReelSet } from './reel-set.ts'

/** One round: its mode, and the seed and reel set with which it was found. */
export interface FoundRound {
  readonly mode: string
  /** 64 hex digits. */
  readonly seed: string
  readonly reelSet: ReelSet
}

export function printFound(rounds: readonly FoundRound[]): string {
  return JSON.stringify(
    rounds.map(({ mode, seed, reelSet }) => ({ mode, seed, weighting: reelSet })),
  )
}

/** Throws for a text that `printFound` did not write. */
export function parseFound(text: string): FoundRound[] {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value) || !value.every(isStoredRound)) throw new Error('no found rounds')
  return value.map(({ mode, seed, weighting }) => ({ mode, seed, reelSet: weighting }))
}

/** The column's JSON calls the reel set `weighting`, so that rows stored earlier stay readable. */
interface StoredRound {
  readonly mode: string
  readonly seed: string
  readonly weighting: ReelSet
}

function isStoredRound(value: Partial<Record<keyof StoredRound, unknown>>): value is StoredRound {
  const { mode, seed, weighting } = value ?? {}
  const isSeed = typeof seed === 'string' && /^[0-9a-f]{64}$/.test(seed)
  return typeof mode === 'string' && isSeed && REEL_SETS.some(name => name === weighting)
}
