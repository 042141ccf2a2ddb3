// Owns the exact figures of Lucky Lanterns: every combination of stops of the base game and of a
// free game, and the free games' chain of retriggers in closed form. Must never sample.

import type { Weighting } from '../contract.ts'
import { distributeSpins } from '../line-par.ts'
import type { ExactPar } from '../mathematics.ts'
import {
  FREE_GAME_MULTIPLIER,
  FREE_GAMES_AWARDED,
  luckyLanterns,
  reelsOf,
  SCATTER,
  SCATTER_PAYS,
  TABLE,
} from './game.ts'

/** One kind of spin: units won and free games awarded, each pair with its probability. */
type Spins = readonly (readonly [winUnits: number, awarded: number, probability: number])[]

interface LanternsPar extends ExactPar {
  parts: { lines: number; scatters: number; freeGames: number }
  /** Free games in a feature, retriggers included. */
  gamesPerFeature: number
}

/**
 * The figures are those without the cap and without the limit on the number of free games, which
 * takes less than one part in 10^15.
 */
export function computePar(_mode: string, weighting: Weighting): LanternsPar {
  const reels = reelsOf(weighting)
  const base = listSpins(reels.base, 1)
  const free = listSpins(reels.free, FREE_GAME_MULTIPLIER)
  const tree = describeFreeGame(free)
  const { unitsPerBet, maxWinBets } = luckyLanterns
  const mean = (of: (win: number, awarded: number) => number) => average(base, of)

  const awarded = mean((_, games) => games)
  const winOfBase = mean(win => win)
  const units = winOfBase + awarded * tree.mean
  const squares =
    mean(win => win ** 2) +
    2 * mean((win, games) => win * games) * tree.mean +
    awarded * (tree.square - tree.mean ** 2) +
    mean((_, games) => games ** 2) * tree.mean ** 2
  const scatters = mean((_, games) => (games > 0 ? scatterPayOf(games) : 0))
  const triggers = mean((_, games) => (games > 0 ? 1 : 0))
  return {
    rtp: units / unitsPerBet,
    hitFrequency: mean(win => (win > 0 ? 1 : 0)),
    deviationBets: Math.sqrt(squares - units ** 2) / unitsPerBet,
    basis: 'exact',
    parts: {
      lines: (winOfBase - scatters) / unitsPerBet,
      scatters: scatters / unitsPerBet,
      freeGames: (awarded * tree.mean) / unitsPerBet,
    },
    featureEvery: 1 / triggers,
    gamesPerFeature: (awarded * tree.games) / triggers,
    capCostAtMost: boundCapCost(base, free, maxWinBets * unitsPerBet) / unitsPerBet,
  }
}

/** Each number of awarded games belongs to one number of scatters, and so to one pay. */
function scatterPayOf(games: number): number {
  return SCATTER_PAYS[(FREE_GAMES_AWARDED as readonly number[]).indexOf(games)]!
}

function listSpins(reels: ReturnType<typeof reelsOf>['base'], multiplier: number): Spins {
  const { combinations, boards } = distributeSpins(reels, TABLE, SCATTER)
  const spins: [number, number, number][] = []
  boards.forEach((counted, scatters) => {
    counted.forEach((times, lineWin) => {
      if (times === 0) return
      const winUnits = (lineWin + SCATTER_PAYS[scatters]!) * multiplier
      spins.push([winUnits, FREE_GAMES_AWARDED[scatters]!, times / combinations])
    })
  })
  return spins
}

function average(spins: Spins, of: (winUnits: number, awarded: number) => number): number {
  let sum = 0
  for (const [winUnits, awarded, probability] of spins) sum += of(winUnits, awarded) * probability
  return sum
}

/**
 * A free game with all it brings wins T = X + T1 + ... + TK: its own win X and those of the K games
 * it awards, each distributed as T. Means and squares of both sides are solved for those of T.
 */
function describeFreeGame(free: Spins): { mean: number; square: number; games: number } {
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
 * An upper bound of E[max(0, W - cap)]: w - cap is at most exp(t (w - cap)) / (e t) for every t >
 * 0, so the mean of the right side bounds it; the best of many t is taken. E[exp(t T)] is the
 * smallest fixed point of its own recursion, reached from 1 where it is finite.
 */
function boundCapCost(base: Spins, free: Spins, capUnits: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let step = 1; step <= 60; step++) {
    const t = step / 20_000
    const tree = momentOfFreeGame(free, t)
    const tail = average(base, (win, awarded) => Math.exp(t * (win - capUnits)) * tree ** awarded)
    if (Number.isFinite(tail)) best = Math.min(best, tail / (Math.E * t))
  }
  return best
}

/** E[exp(t T)], or infinity where the recursion has not settled after 200 rounds. */
function momentOfFreeGame(free: Spins, t: number): number {
  let moment = 1
  for (let round = 0; round < 200 && Number.isFinite(moment); round++) {
    const from = moment
    moment = average(free, (win, awarded) => Math.exp(t * win) * from ** awarded)
    if (moment - from < 1e-12 * moment) return moment
  }
  return Number.POSITIVE_INFINITY
}
