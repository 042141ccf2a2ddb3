// The exact figures of Lucky Lanterns: every combination of stops of the base game and of a free
// game, and the free games' chain of retriggers in closed form. Must never sample.

import type { ReelSet } from '../../../core/reel-set.ts'
import type { ExactPar } from '../../engine/mathematics.ts'
import type { ReelStrips } from '../../engine/reels.ts'
import { distributeSpins } from '../../lines/line-par.ts'
import {
  average,
  boundCapCost,
  describeFreeGame,
  describeRounds,
  listSpins,
  type Spins,
} from '../../rtp/free-games-par.ts'
import {
  FREE_GAME_MULTIPLIER,
  FREE_GAMES_AWARDED,
  luckyLanterns,
  reelsOf,
  SCATTER,
  SCATTER_PAYS,
  TABLE,
} from './game.ts'

interface LanternsPar extends ExactPar {
  parts: { lines: number; scatters: number; freeGames: number }
  /** Free games in a feature, retriggers included. */
  gamesPerFeature: number
}

/**
 * The figures leave out the cap and the limit on the number of free games, which take less than one
 * part in 10^15.
 */
export function computePar(_mode: string, reelSet: ReelSet): LanternsPar {
  const reels = reelsOf(reelSet)
  const base = spinsOf(reels.base, 1)
  const free = spinsOf(reels.free, FREE_GAME_MULTIPLIER)
  const chain = describeFreeGame(free)
  const { units, squares, freeUnits } = describeRounds(base, chain)
  const { unitsPerBet, maxWinBets } = luckyLanterns
  const scatters = average(base, (_, games) => (games > 0 ? scatterPayOf(games) : 0))
  const triggers = average(base, (_, games) => (games > 0 ? 1 : 0))
  const awarded = average(base, (_, games) => games)
  return {
    rtp: units / unitsPerBet,
    hitFrequency: average(base, win => (win > 0 ? 1 : 0)),
    deviationBets: Math.sqrt(squares - units ** 2) / unitsPerBet,
    basis: 'exact',
    parts: {
      lines: (units - freeUnits - scatters) / unitsPerBet,
      scatters: scatters / unitsPerBet,
      freeGames: freeUnits / unitsPerBet,
    },
    featureEvery: 1 / triggers,
    gamesPerFeature: (awarded * chain.games) / triggers,
    capCostAtMost: boundCapCost(base, free, maxWinBets * unitsPerBet) / unitsPerBet,
  }
}

function spinsOf(reels: ReelStrips, multiplier: number): Spins {
  return listSpins(distributeSpins(reels, TABLE, SCATTER), {
    multiplier,
    scatterPays: SCATTER_PAYS,
    awarded: FREE_GAMES_AWARDED,
  })
}

/** Each number of awarded games corresponds to one number of scatters, and so to one pay. */
function scatterPayOf(games: number): number {
  return SCATTER_PAYS[(FREE_GAMES_AWARDED as readonly number[]).indexOf(games)]!
}
