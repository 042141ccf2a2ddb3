// Owns what the inside of every game looks like: a spinner per mode and weighting, and its figures.
// Must never know a particular game.

import type { GameDefinition } from './contract.ts'
import type { Recorder } from './recorder.ts'
import type { Draws } from './rng.ts'

/** Which published reel set a round is drawn from. */
export type Weighting = 'natural' | 'low' | 'high'
export const WEIGHTINGS = ['natural', 'low', 'high'] as const satisfies readonly Weighting[]

/**
 * Plays one round and returns its win in units, from 0 to the cap. Allocates nothing without a
 * recorder, reuses its boards, and so is neither re-entrant nor shared between threads.
 */
export type Spinner = (draws: Draws, recorder: Recorder | null) => number

/** Keyed by mode id, then by weighting. */
export type PerMode<T> = Readonly<Record<string, Readonly<Record<Weighting, T>>>>

/** What is known of one mode under one weighting. Returns are fractions of the mode's price. */
export interface Figures {
  rtp: number
  /** Share of rounds that win anything. */
  hitFrequency: number
  /** Standard deviation of the win of one round, in base bets. */
  deviationBets: number
  /** How the return was got: exactly, or from this many simulated rounds. */
  basis: 'exact' | { rounds: number; halfWidth95: number }
}

/** A game of the catalogue: what everyone may see, and what simulation and proof need besides. */
export interface Game extends GameDefinition {
  figures: PerMode<Figures>
  spinners: PerMode<Spinner>
}

/** One thing per weighting, built once. */
export function forEachWeighting<T>(
  build: (weighting: Weighting) => T,
): Readonly<Record<Weighting, T>> {
  return { natural: build('natural'), low: build('low'), high: build('high') }
}
