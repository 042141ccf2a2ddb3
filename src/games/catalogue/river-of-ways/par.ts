// The exact figures of River of Ways: every combination of stops of the base game and of a free
// game, and the free games of each option in closed form. Must never sample.

import type { ReelSet } from '../../../core/reel-set.ts'
import { type ExactPar, forEachReelSet } from '../../engine/mathematics.ts'
import type { SpinDistribution } from '../../lines/line-par.ts'
import {
  average,
  boundCapCost,
  describeFreeGame,
  describeRounds,
  listSpins,
  onlyAwarding,
} from '../../rtp/free-games-par.ts'
import { distributeWays } from '../../ways/ways-par.ts'
import {
  buildSpin,
  CAP_UNITS,
  FREE_GAME_OPTIONS,
  FREE_GAMES_MORE,
  riverOfWays,
  SCATTER,
  SCATTER_PAYS,
  SCATTERS_TO_TRIGGER,
  UNITS_PER_BET,
} from './game.ts'

interface RiverPar extends ExactPar {
  parts: { ways: number; scatters: number; freeGames: number }
  /** The figures of each option when it is always chosen, in the order of the options. */
  options: readonly OptionPar[]
}

interface OptionPar {
  rtp: number
  deviationBets: number
  /** Free games in a feature, retriggers included. */
  gamesPerFeature: number
  /** Share of the price. */
  capCostAtMost: number
}

/** Distributions of one spin of the base game and of one free game at multiplier 1. */
type Spun = Readonly<Record<'base' | 'free', SpinDistribution>>

/**
 * The figures leave out the cap and the limit on the number of free games. The deviation assumes
 * that options are chosen equally often; nothing else depends on the choice.
 */
export function computePar(mode: string, reelSet: ReelSet): RiverPar {
  const { kind, priceBets } = riverOfWays.modes.find(({ id }) => id === mode)!
  const bought = kind === 'buy'
  const spun = SPUN[reelSet]
  const priceUnits = Number(priceBets) * UNITS_PER_BET
  const rounds = FREE_GAME_OPTIONS.map(option => describeOption(spun, option, bought))
  const { units, freeUnits, hitFrequency, featureEvery } = rounds[0]!
  const scatters = meanScatterPay(spun.base, bought ? SCATTERS_TO_TRIGGER : 0)
  const squares = rounds.reduce((sum, round) => sum + round.squares, 0) / rounds.length
  const options = rounds.map(round => ({
    rtp: round.units / priceUnits,
    deviationBets: Math.sqrt(round.squares - round.units ** 2) / UNITS_PER_BET,
    gamesPerFeature: round.gamesPerFeature,
    capCostAtMost: round.capCostUnits / priceUnits,
  }))
  return {
    rtp: units / priceUnits,
    hitFrequency,
    deviationBets: Math.sqrt(squares - units ** 2) / UNITS_PER_BET,
    basis: 'exact',
    parts: {
      ways: (units - freeUnits - scatters) / priceUnits,
      scatters: scatters / priceUnits,
      freeGames: freeUnits / priceUnits,
    },
    featureEvery,
    capCostAtMost: Math.max(...options.map(({ capCostAtMost }) => capCostAtMost)),
    options,
  }
}

function describeOption(
  spun: Spun,
  { games, multiplier }: (typeof FREE_GAME_OPTIONS)[number],
  bought: boolean,
) {
  const all = listSpins(spun.base, spinRules(1, games))
  const base = bought ? onlyAwarding(all) : all
  const free = listSpins(spun.free, spinRules(multiplier, FREE_GAMES_MORE))
  const chain = describeFreeGame(free)
  return {
    ...describeRounds(base, chain),
    hitFrequency: average(base, win => (win > 0 ? 1 : 0)),
    featureEvery: 1 / average(base, (_, awarded) => (awarded > 0 ? 1 : 0)),
    gamesPerFeature: games * chain.games,
    capCostUnits: boundCapCost(base, free, CAP_UNITS),
  }
}

function spinRules(multiplier: number, games: number) {
  const awarded = SCATTER_PAYS.map((_, scatters) => (scatters < SCATTERS_TO_TRIGGER ? 0 : games))
  return { multiplier, scatterPays: SCATTER_PAYS, awarded }
}

/** Units for scatters a spin, among the spins with that many scatters or more. */
function meanScatterPay({ boards }: SpinDistribution, fromScatters: number): number {
  let times = 0
  let units = 0
  boards.forEach((counted, scatters) => {
    if (scatters < fromScatters) return
    const boardsOf = counted.reduce((sum, more) => sum + more, 0)
    times += boardsOf
    units += boardsOf * SCATTER_PAYS[scatters]!
  })
  return units / times
}

/** The boards of a reel set are the same in every mode, so they are enumerated once. */
const SPUN = forEachReelSet<Spun>(reelSet => ({
  base: distributeWays(buildSpin('base', reelSet), SCATTER),
  free: distributeWays(buildSpin('free', reelSet), SCATTER),
}))
