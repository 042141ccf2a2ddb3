// Runs many rounds for their figures, through the spin engines that play uses. Must never be used
// for an outcome: rounds of a simulation share one stream of numbers.

import type { ReelSet } from '../../core/reel-set.ts'
import type { GameDefinition, Seed } from '../engine/contract.ts'
import { chooseReelSet } from '../engine/levels.ts'
import type { Figures, Game } from '../engine/mathematics.ts'
import { Draws, deriveSeed } from '../engine/rng.ts'
import { BUCKETS, type BucketTable, bucketOf, buildBucketTable } from './distribution.ts'

/** What is simulated: a reel set, or the mixture that delivers a level in basis points. */
export interface Simulated {
  game: Game
  mode: string
  set: ReelSet | { levelBps: number }
}

/** What many rounds won. Simulations of the same thing can be added. */
export interface Simulation {
  rounds: number
  winUnits: number
  /** Sum of the squared wins; a float, for the deviation only. */
  squaredUnits: number
  hits: number
  /** Rounds with the game's feature, and what they won in it. */
  features: number
  featureUnits: number
  largestUnits: number
  /** Rounds that won `largestUnits`. */
  largestTimes: number
  /** Rounds by size of their win, in the order of `BUCKETS`. */
  buckets: Float64Array
  /** What the rounds of each bucket won together. */
  bucketUnits: Float64Array
}

/** Rounds that share a stream: a simulation is cut into such pieces, whatever thread plays them. */
export const CHUNK_ROUNDS = 2 ** 20

/**
 * Plays piece number `chunk` of a simulation. The pieces of one seed are independent streams, so
 * the sum does not depend on which thread plays which piece. A round that asks for a choice gets
 * each option in turn.
 */
export function simulateChunk(
  { game, mode, set }: Simulated,
  seed: Seed,
  chunk: number,
  rounds: number,
): Simulation {
  const spinEngines = game.spinEngines[mode]!
  const figures = game.figures[mode]!
  const options = Math.max(game.options.length, 1)
  const draws = new Draws(deriveSeed(seed, chunk))
  const buckets = buildBucketTable(game)
  const simulation = emptySimulation()
  for (let round = 0; round < rounds; round++) {
    const drawn = typeof set === 'string' ? set : chooseReelSet(set.levelBps, draws.word(), figures)
    const { spin, last } = spinEngines[drawn]
    const win = spin(draws, null, round % options)
    if (last.featured) {
      simulation.features++
      simulation.featureUnits += last.featureUnits
    }
    if (win > 0) count(simulation, buckets, win)
  }
  simulation.rounds = rounds
  simulation.buckets[0] = rounds - simulation.hits
  return simulation
}

function emptySimulation(): Simulation {
  return {
    rounds: 0,
    winUnits: 0,
    squaredUnits: 0,
    hits: 0,
    features: 0,
    featureUnits: 0,
    largestUnits: 0,
    largestTimes: 0,
    buckets: new Float64Array(BUCKETS.length),
    bucketUnits: new Float64Array(BUCKETS.length),
  }
}

function count(simulation: Simulation, table: BucketTable, win: number): void {
  simulation.winUnits += win
  simulation.squaredUnits += win * win
  simulation.hits++
  const bucket = bucketOf(table, win)
  simulation.buckets[bucket] = simulation.buckets[bucket]! + 1
  simulation.bucketUnits[bucket] = simulation.bucketUnits[bucket]! + win
  if (win < simulation.largestUnits) return
  if (win > simulation.largestUnits) simulation.largestTimes = 0
  simulation.largestUnits = win
  simulation.largestTimes++
}

/**
 * Adds pieces in the order given: in the order of their numbers, floats are reproduced exactly too.
 */
export function addSimulations(pieces: readonly Simulation[]): Simulation {
  const sum = emptySimulation()
  for (const piece of pieces) {
    sum.rounds += piece.rounds
    sum.winUnits += piece.winUnits
    sum.squaredUnits += piece.squaredUnits
    sum.hits += piece.hits
    sum.features += piece.features
    sum.featureUnits += piece.featureUnits
    for (let bucket = 0; bucket < BUCKETS.length; bucket++) {
      sum.buckets[bucket] = sum.buckets[bucket]! + piece.buckets[bucket]!
      sum.bucketUnits[bucket] = sum.bucketUnits[bucket]! + piece.bucketUnits[bucket]!
    }
    if (piece.largestUnits > sum.largestUnits) sum.largestTimes = 0
    if (piece.largestUnits >= sum.largestUnits) sum.largestTimes += piece.largestTimes
    sum.largestUnits = Math.max(sum.largestUnits, piece.largestUnits)
  }
  return sum
}

/** The numbers and sizes of the pieces of a simulation with this many rounds. */
export function cutIntoChunks(rounds: number): readonly { chunk: number; rounds: number }[] {
  const chunks = Math.ceil(rounds / CHUNK_ROUNDS)
  return Array.from({ length: chunks }, (_, chunk) => ({
    chunk,
    rounds: Math.min(CHUNK_ROUNDS, rounds - chunk * CHUNK_ROUNDS),
  }))
}

/** A whole simulation on this thread: about 10 million rounds a second for line games. */
export function simulate(simulated: Simulated, seed: Seed, rounds: number): Simulation {
  const pieces = cutIntoChunks(rounds).map(piece =>
    simulateChunk(simulated, seed, piece.chunk, piece.rounds),
  )
  return addSimulations(pieces)
}

/** Half-width of a 90 %, 95 % or 99 % confidence interval, in standard errors. */
export const Z_90 = 1.645
export const Z_95 = 1.96
export const Z_99 = 2.576

/** The figures of a simulation, with the half-width of the return's 95 % confidence interval. */
export function describeSimulation(
  { rounds, winUnits, squaredUnits, hits }: Simulation,
  { unitsPerBet }: Pick<GameDefinition, 'unitsPerBet'>,
  priceBets: string,
): Figures {
  const meanBets = winUnits / rounds / unitsPerBet
  const deviationBets = Math.sqrt(squaredUnits / rounds / unitsPerBet ** 2 - meanBets ** 2)
  const price = Number(priceBets)
  return {
    rtp: meanBets / price,
    hitFrequency: hits / rounds,
    deviationBets,
    basis: { rounds, halfWidth95: (Z_95 * deviationBets) / Math.sqrt(rounds) / price },
  }
}
