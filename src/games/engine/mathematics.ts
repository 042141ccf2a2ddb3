// The inner side of every game: a spin engine for each mode and reel set, and its figures. Must
// never depend on a particular game.

import { type PerReelSet, REEL_SETS, type ReelSet } from '../../core/reel-set.ts'
import type { GameDefinition } from './contract.ts'
import type { Recorder } from './recorder.ts'
import type { Draws } from './rng.ts'

/** Used in place of an option: the round stops where it asks for one. */
export const UNANSWERED = -1

/** Facts about the last round of a spin engine, besides its win. */
export interface LastRound {
  /** It had the game's feature: free games, or respins. */
  featured: boolean
  /** The part of the win that came from its feature. */
  featureUnits: number
  /** It asked for a choice. */
  asked: boolean
}

/**
 * Plays the rounds of one mode under one reel set. Allocates nothing without a recorder, reuses
 * its boards, and so is neither re-entrant nor shared between threads.
 */
export interface SpinEngine {
  /**
   * Plays one round and returns its win in units, from 0 to the cap. `option` is the index of the
   * player's choice among `Game.options`, in case the round asks for one.
   */
  spin(draws: Draws, recorder: Recorder | null, option: number): number
  readonly last: LastRound
}

export function newLastRound(): LastRound {
  return { featured: false, featureUnits: 0, asked: false }
}

/** For games without a feature and without a choice. */
export const NO_FEATURE: Readonly<LastRound> = newLastRound()

/** Keyed by mode id, then by reel set. */
export type PerMode<T> = Readonly<Record<string, PerReelSet<T>>>

/** The figures of one mode under one reel set. Returns are fractions of the mode's price. */
export interface Figures {
  rtp: number
  /** Share of rounds that win anything. */
  hitFrequency: number
  /** Standard deviation of the win of one round, in base bets. */
  deviationBets: number
  /** How the return was determined: exactly, or from this many simulated rounds. */
  basis: 'exact' | { rounds: number; halfWidth95: number }
}

export function exactFigures(rtp: number, hitFrequency: number, deviationBets: number): Figures {
  return { rtp, hitFrequency, deviationBets, basis: 'exact' }
}

/** Simulated figures as they are written down: a row for each mode and reel set. */
type SimulatedRow = readonly [
  rounds: number,
  rtp: number,
  halfWidth95: number,
  hitFrequency: number,
  deviationBets: number,
]

export function simulatedFigures(modes: PerMode<SimulatedRow>): PerMode<Figures> {
  const read = ([rounds, rtp, halfWidth95, hitFrequency, deviationBets]: SimulatedRow) => {
    return { rtp, hitFrequency, deviationBets, basis: { rounds, halfWidth95 } }
  }
  const readSets = ([mode, { natural, low, high }]: [string, PerReelSet<SimulatedRow>]) => {
    return [mode, { natural: read(natural), low: read(low), high: read(high) }]
  }
  return Object.fromEntries(Object.entries(modes).map(readSets))
}

/** The result of an exact calculation for one mode under one reel set. */
export interface ExactPar extends Figures {
  /** The return by its sources, as shares of the mode's price; they add up to `rtp`. */
  parts: Readonly<Record<string, number>>
  /** One round in this many has the game's feature; null in games without. */
  featureEvery: number | null
  /** The most that the win cap can take from the return, where the figures leave it out. */
  capCostAtMost: number
}

/** Every combination of stops, or a closed form; never a sample. Throws for an unknown mode. */
export type ComputePar = (mode: string, reelSet: ReelSet) => ExactPar

/** A game of the catalogue: its public definition, and what simulation and proof need besides. */
export interface Game extends GameDefinition {
  /**
   * The options of a choice in the middle of a round; empty when the game never asks. All options
   * have the same return in the long run: the figures apply to each.
   */
  options: readonly string[]
  figures: PerMode<Figures>
  spinEngines: PerMode<SpinEngine>
}

/**
 * One value for each reel set, built on first use and kept: building all spin engines takes a
 * thread about 0.3 s, and most threads play few of them or none.
 */
export function forEachReelSet<T>(build: (reelSet: ReelSet) => T): PerReelSet<T> {
  const built = {} as Record<ReelSet, T>
  for (const reelSet of REEL_SETS) {
    Object.defineProperty(built, reelSet, {
      enumerable: true,
      configurable: true,
      get() {
        const value = build(reelSet)
        // From now on a plain property: the getter would cost each round 20 ns.
        Object.defineProperty(built, reelSet, { value })
        return value
      },
    })
  }
  return built
}
