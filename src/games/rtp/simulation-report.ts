// The report of a simulation: figures, confidence intervals, the verdict against the published
// return, and the distribution of wins. Pure; must never run a round.

import { describeLevel } from '../engine/levels.ts'
import type { Figures } from '../engine/mathematics.ts'
import { BUCKETS } from './distribution.ts'
import {
  describeSimulation,
  type Simulated,
  type Simulation,
  Z_90,
  Z_95,
  Z_99,
} from './simulate.ts'

export interface Bucket {
  label: string
  rounds: number
  share: number
  /** Part of the return that comes from wins of this size. */
  rtp: number
}

export interface SimulationReport {
  game: string
  version: string
  mode: string
  /** A reel set, or "level 94.50 %". */
  set: string
  seed: string
  rounds: number
  /** Shares of the mode's price. */
  rtp: number
  halfWidth95: number
  halfWidth99: number
  published: number
  /** Half-width of the 99 % interval of the published figure itself: 0 when it is exact. */
  publishedHalfWidth99: number
  inside99: boolean
  hitFrequency: number
  deviationBets: number
  volatilityIndex: number
  /** One round in this many has the feature; null when none had it. */
  featureEvery: number | null
  featureRtp: number
  largestBets: number
  /** One round in this many won as much. */
  largestEvery: number | null
  buckets: readonly Bucket[]
}

export function reportSimulation(
  simulated: Simulated,
  seed: string,
  simulation: Simulation,
): SimulationReport {
  const { game, mode } = simulated
  const price = game.modes.find(({ id }) => id === mode)!.priceBets
  const figures = describeSimulation(simulation, game, price)
  const { rounds, features, largestUnits, largestTimes } = simulation
  const ofPrice = (units: number) => units / rounds / game.unitsPerBet / Number(price)
  const halfWidth95 = halfWidthOf(figures)
  const halfWidth99 = (halfWidth95 / Z_95) * Z_99
  const published = publishedReturn(simulated, price)
  return {
    game: game.id,
    version: game.version,
    mode,
    set: describeSet(simulated),
    seed,
    rounds,
    rtp: figures.rtp,
    halfWidth95,
    halfWidth99,
    published: published.rtp,
    publishedHalfWidth99: published.halfWidth99,
    inside99:
      Math.abs(figures.rtp - published.rtp) <= Math.hypot(halfWidth99, published.halfWidth99),
    hitFrequency: figures.hitFrequency,
    deviationBets: figures.deviationBets,
    volatilityIndex: Z_90 * figures.deviationBets,
    featureEvery: features === 0 ? null : rounds / features,
    featureRtp: ofPrice(simulation.featureUnits),
    largestBets: largestUnits / game.unitsPerBet,
    largestEvery: largestTimes === 0 ? null : rounds / largestTimes,
    buckets: BUCKETS.map(({ label }, bucket) => ({
      label,
      rounds: simulation.buckets[bucket]!,
      share: simulation.buckets[bucket]! / rounds,
      rtp: ofPrice(simulation.bucketUnits[bucket]!),
    })),
  }
}

function describeSet({ set }: Simulated): string {
  return typeof set === 'string' ? set : `level ${(set.levelBps / 100).toFixed(2)} %`
}

function halfWidthOf({ basis }: Figures): number {
  return basis === 'exact' ? 0 : basis.halfWidth95
}

/** The published return, and how exact it is: a level is as exact as its two sets. */
function publishedReturn(
  { game, mode, set }: Simulated,
  price: string,
): { rtp: number; halfWidth99: number } {
  const figures = game.figures[mode]!
  if (typeof set === 'string') {
    return { rtp: figures[set].rtp, halfWidth99: (halfWidthOf(figures[set]) / Z_95) * Z_99 }
  }
  const { rtp } = describeLevel(set.levelBps, figures, price)
  const halfWidth95 = Math.max(halfWidthOf(figures.low), halfWidthOf(figures.high))
  return { rtp, halfWidth99: (halfWidth95 / Z_95) * Z_99 }
}
