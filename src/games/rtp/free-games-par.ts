// The closed form of free games: what a round with its chain of retriggers wins, from the exact
// distributions of one spin and of one free game. Must never sample.

import type { SpinDistribution } from '../lines/line-par.ts'

/** One kind of spin: units won and free games awarded, each pair with its probability. */
export type Spins = readonly (readonly [winUnits: number, awarded: number, probability: number])[]

/**
 * What scatters pay and award, by their number. All wins of the spin are multiplied, including
 * theirs.
 */
export interface SpinRules {
  multiplier: number
  scatterPays: readonly number[]
  awarded: readonly number[]
}

/** The boards of all combinations of stops as spins. */
export function listSpins(
  { combinations, boards }: SpinDistribution,
  { multiplier, scatterPays, awarded }: SpinRules,
): Spins {
  const spins: [number, number, number][] = []
  boards.forEach((counted, scatters) => {
    counted.forEach((times, boardUnits) => {
      if (times === 0) return
      const winUnits = (boardUnits + scatterPays[scatters]!) * multiplier
      spins.push([winUnits, awarded[scatters]!, times / combinations])
    })
  })
  return spins
}

/**
 * Only the spins that award free games, with their probabilities among themselves: a bought
 * feature.
 */
export function onlyAwarding(spins: Spins): Spins {
  const share = average(spins, (_, awarded) => (awarded > 0 ? 1 : 0))
  return spins
    .filter(([, awarded]) => awarded > 0)
    .map(([winUnits, awarded, probability]) => [winUnits, awarded, probability / share])
}

export function average(spins: Spins, of: (winUnits: number, awarded: number) => number): number {
  let sum = 0
  for (const [winUnits, awarded, probability] of spins) sum += of(winUnits, awarded) * probability
  return sum
}

/**
 * A free game with all free games that follow from it: mean and mean square of its units, and
 * number of games.
 */
export interface FreeGameChain {
  mean: number
  square: number
  games: number
}

/**
 * A free game with all that follow from it wins T = X + T1 + ... + TK: its own win X and those of
 * the K games it awards, each distributed as T. The means and squares of both sides are solved for
 * those of T.
 */
export function describeFreeGame(free: Spins): FreeGameChain {
  const awarded = average(free, (_, games) => games)
  const mean = average(free, win => win) / (1 - awarded)
  const square =
    (average(free, win => win ** 2) +
      2 * average(free, (win, games) => win * games) * mean +
      average(free, (_, games) => games * (games - 1)) * mean ** 2) /
    (1 - awarded)
  return { mean, square, games: 1 / (1 - awarded) }
}

/**
 * A round: units won including its free games, their mean square, and the part that the free games
 * win.
 */
export interface RoundMoments {
  units: number
  squares: number
  freeUnits: number
}

/** A spin, and for each free game it awards one chain, independent of all others. */
export function describeRounds(base: Spins, chain: FreeGameChain): RoundMoments {
  const awarded = average(base, (_, games) => games)
  const freeUnits = awarded * chain.mean
  const squares =
    average(base, win => win ** 2) +
    2 * average(base, (win, games) => win * games) * chain.mean +
    awarded * (chain.square - chain.mean ** 2) +
    average(base, (_, games) => games ** 2) * chain.mean ** 2
  return { units: average(base, win => win) + freeUnits, squares, freeUnits }
}

/**
 * An upper bound of E[max(0, W - cap)]: w - cap is at most exp(t (w - cap)) / (e t) for every t >
 * 0, so the mean of the right side bounds it; the best of many t is taken. E[exp(t T)] is the
 * smallest fixed point of its own recursion, reached from 1 where it is finite.
 */
export function boundCapCost(base: Spins, free: Spins, capUnits: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let step = 1; step <= 60; step++) {
    const t = (1.5 * step) / capUnits
    const chain = momentOfFreeGame(free, t)
    const tail = average(base, (win, awarded) => Math.exp(t * (win - capUnits)) * chain ** awarded)
    if (Number.isFinite(tail)) best = Math.min(best, tail / (Math.E * t))
  }
  return best
}

/** E[exp(t T)], or infinity where the recursion has not converged after 200 rounds. */
function momentOfFreeGame(free: Spins, t: number): number {
  let moment = 1
  for (let round = 0; round < 200 && Number.isFinite(moment); round++) {
    const from = moment
    moment = average(free, (win, awarded) => Math.exp(t * win) * from ** awarded)
    if (moment - from < 1e-12 * moment) return moment
  }
  return Number.POSITIVE_INFINITY
}
