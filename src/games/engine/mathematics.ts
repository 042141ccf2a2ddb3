// Owns what the inside of every game looks like: a spin engine per mode and reel set, and its figures.
// Must never know a particular game.

import { REEL_SETS, type ReelSet } from '../../core/reel-set.ts'
import type { GameDefinition } from './contract.ts'
import type { Recorder } from './recorder.ts'
import type { Draws } from './rng.ts'

/** In place of an option: the round stops where it asks for one. */
export const UNANSWERED = -1

/** What the last round of a spin engine was besides its win. */
export interface LastRound {
  /** It had the game's feature: free games, respins. */
  featured: boolean
  /** The part of the win that its feature brought. */
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
   * player's choice among `Game.options`, should the round ask for one.
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
export type PerMode<T> = Readonly<Record<string, Readonly<Record<ReelSet, T>>>>

/** What is known of one mode under one reel set. Returns are fractions of the mode's price. */
export interface Figures {
  rtp: number
  /** Share of rounds that win anything. */
  hitFrequency: number
  /** Standard deviation of the win of one round, in base bets. */
  deviationBets: number
  /** How the return was got: exactly, or from this many simulated rounds. */
  basis: 'exact' | { rounds: number; halfWidth95: number }
}

export function exactFigures(rtp: number, hitFrequency: number, deviationBets: number): Figures {
  return { rtp, hitFrequency, deviationBets, basis: 'exact' }
}

export function simulatedFigures(
  rounds: number,
  rtp: number,
  halfWidth95: number,
  hitFrequency: number,
  deviationBets: number,
): Figures {
  return { rtp, hitFrequency, deviationBets, basis: { rounds, halfWidth95 } }
}

/** What an exact calculation says of one mode under one reel set. */
export interface ExactPar extends Figures {
  /** The return by what brings it, shares of the mode's price; they add up to `rtp`. */
  parts: Readonly<Record<string, number>>
  /** One round in this many has the game's feature; null in games without. */
  featureEvery: number | null
  /** What the win cap can take from the return at most, where the figures leave it out. */
  capCostAtMost: number
}

/** Every combination of stops, or a closed form; never a sample. Throws for an unknown mode. */
export type ComputePar = (mode: string, reelSet: ReelSet) => ExactPar

/** A game of the catalogue: what everyone may see, and what simulation and proof need besides. */
export interface Game extends GameDefinition {
  /**
   * What a choice in the middle of a round offers; empty when the game never asks. All options
   * return the same in the long run: the figures hold for each.
   */
  options: readonly string[]
  figures: PerMode<Figures>
  spinEngines: PerMode<SpinEngine>
}

/**
 * One thing per reel set, built when it is first asked for and kept: all spin engines together take a
 * thread about 0.3 s, and most threads play few of them or none.
 */
export function forEachReelSet<T>(build: (reelSet: ReelSet) => T): Readonly<Record<ReelSet, T>> {
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
