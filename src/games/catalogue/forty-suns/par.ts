// The exact figures of Forty Suns: all combinations of stops of the base game and of a free game,
// and the growing multiplier of the free games in closed form. Must never sample.

import type { ReelSet } from '../../../core/reel-set.ts'
import { type ExactPar, forEachReelSet } from '../../engine/mathematics.ts'
import type { ReelStrips } from '../../engine/reels.ts'
import { distributeScatters, distributeSpins } from '../../lines/line-par.ts'
import { average, listSpins, type Spins } from '../../rtp/free-games-par.ts'
import {
  CAP_UNITS,
  FREE_GAMES_AWARDED,
  fortySuns,
  freeReelsOf,
  GROWTH,
  reelsOf,
  SCATTER,
  SCATTER_PAYS,
  SUN,
  TABLE,
} from './game.ts'

interface SunsPar extends ExactPar {
  parts: { lines: number; scatters: number; freeGames: number }
  /** What a feature wins on average, in base bets. */
  featureBets: number
}

/** The figures leave out the cap. */
export function computePar(mode: string, reelSet: ReelSet): SunsPar {
  const { unitsPerBet, modes } = fortySuns
  const priceUnits = Number(modes.find(({ id }) => id === mode)!.priceBets) * unitsPerBet
  const reels = reelsOf(mode, reelSet)
  const base = listSpins(distributeSpins(reels, TABLE, SCATTER), {
    multiplier: 1,
    scatterPays: SCATTER_PAYS,
    awarded: FREE_GAMES_AWARDED,
  })
  const free = FREE[reelSet]
  const freeUnits = average(base, (_, games) => free[games]![1]!)
  const units = average(base, win => win) + freeUnits
  const squares = meanOfPower(base, free, 2)
  const triggers = average(base, (_, games) => (games > 0 ? 1 : 0))
  const scatters = meanOfScatters(reels)
  return {
    rtp: units / priceUnits,
    hitFrequency: average(base, win => (win > 0 ? 1 : 0)),
    deviationBets: Math.sqrt(squares - units ** 2) / unitsPerBet,
    basis: 'exact',
    parts: {
      lines: (units - freeUnits - scatters) / priceUnits,
      scatters: scatters / priceUnits,
      freeGames: freeUnits / priceUnits,
    },
    featureEvery: 1 / triggers,
    capCostAtMost: boundCapCost(base, free) / priceUnits,
    featureBets: freeUnits / triggers / unitsPerBet,
  }
}

function meanOfScatters(reels: ReelStrips): number {
  const counts = distributeScatters(reels, SCATTER)
  const combinations = counts.reduce((sum, times) => sum + times, 0)
  return counts.reduce((sum, times, n) => sum + times * (SCATTER_PAYS[n] ?? 0), 0) / combinations
}

/** `[games][power]`: E[W^power], where W is what so many free games win together, in units. */
type WinMoments = readonly (readonly number[])[]

const MOST_GAMES = Math.max(...FREE_GAMES_AWARDED)
/** The bound of the cap's cost hardly improves with more. */
const MOST_POWER = 12

/** The free games are the same in every mode, so their boards are enumerated once. */
const FREE = forEachReelSet(reelSet => describeGames(describeBoards(freeReelsOf(reelSet))))

/** `[suns][power]`: E[X^power; S = suns] of a board with S suns that wins X at multiplier 1. */
function describeBoards(reels: ReelStrips): readonly (readonly number[])[] {
  const { combinations, boards } = distributeSpins(reels, TABLE, SUN)
  return boards.map(counted =>
    Array.from({ length: MOST_POWER + 1 }, (_, power) =>
      counted.reduce((sum, times, units) => sum + (times / combinations) * units ** power, 0),
    ),
  )
}

/**
 * With the multiplier M and the win W before a free game, M becomes M + S, then W becomes W + M X.
 * S and X do not depend on what came before, so for every value of M the means of the powers of W
 * follow from those before, by the binomial theorem.
 */
function describeGames(boards: readonly (readonly number[])[]): WinMoments {
  const none = () => new Array<number>(MOST_POWER + 1).fill(0)
  let before = new Map([[1, none().with(0, 1)]])
  const moments = [none().with(0, 1)]
  for (let game = 1; game <= MOST_GAMES; game++) {
    const after = new Map<number, number[]>()
    for (const [multiplier, won] of before) {
      boards.forEach((board, suns) => {
        const grown = multiplier + GROWTH * suns
        const sums = after.get(grown) ?? none()
        after.set(grown, sums)
        const pays = board.map((mean, power) => mean * grown ** power)
        for (let power = 0; power <= MOST_POWER; power++)
          sums[power]! += powerOfSum(won, pays, power)
      })
    }
    before = after
    moments.push(none().map((_, power) => sum([...after.values()].map(each => each[power]!))))
  }
  return moments
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)

/** E[(A + B)^power] from the means of the powers of two independent A and B. */
function powerOfSum(a: readonly number[], b: readonly number[], power: number): number {
  let [mean, choices] = [0, 1]
  for (let ofB = 0; ofB <= power; ofB++) {
    mean += choices * a[power - ofB]! * b[ofB]!
    choices = (choices * (power - ofB)) / (ofB + 1)
  }
  return mean
}

/** E[R^power], where R is what a round wins, in units. */
function meanOfPower(base: Spins, free: WinMoments, power: number): number {
  return average(base, (win, games) => {
    const powers = Array.from({ length: power + 1 }, (_, each) => win ** each)
    return powerOfSum(powers, free[games]!, power)
  })
}

/**
 * An upper bound of E[max(0, R - cap)]: r - cap is at most r^k (k - 1)^(k - 1) / (k^k cap^(k - 1))
 * for every k > 1; the best of several k is taken.
 */
function boundCapCost(base: Spins, free: WinMoments): number {
  let best = Number.POSITIVE_INFINITY
  for (let k = 2; k <= MOST_POWER; k++) {
    const share = (1 - 1 / k) ** (k - 1) / k
    best = Math.min(best, (share * meanOfPower(base, free, k)) / CAP_UNITS ** (k - 1))
  }
  return best
}
