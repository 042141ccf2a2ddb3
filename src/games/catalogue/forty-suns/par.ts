// The exact figures of Forty Suns, from all its combinations of stops. Must never sample.

import type { ReelSet } from '../../../core/reel-set.ts'
import type { ExactPar } from '../../engine/mathematics.ts'
import { distributeScatters, distributeSpins } from '../../lines/line-par.ts'
import { average, listSpins } from '../../rtp/free-games-par.ts'
import { fortySuns, reelsOf, SCATTER, SCATTER_PAYS, TABLE } from './game.ts'

/** Temples award no free games. */
const AWARDED = SCATTER_PAYS.map(() => 0)

/** The cap is the win of a board full of suns, so it cuts nothing off. */
export function computePar(mode: string, reelSet: ReelSet): ExactPar {
  const { unitsPerBet, modes } = fortySuns
  const price = Number(modes.find(({ id }) => id === mode)!.priceBets)
  const reels = reelsOf(mode, reelSet)
  const spins = listSpins(distributeSpins(reels, TABLE, SCATTER), {
    multiplier: 1,
    scatterPays: SCATTER_PAYS,
    awarded: AWARDED,
  })
  const units = average(spins, win => win)
  const squares = average(spins, win => win ** 2)
  const rtp = units / unitsPerBet / price
  const scatters = meanOfScatters(reels) / unitsPerBet / price
  return {
    rtp,
    hitFrequency: average(spins, win => (win > 0 ? 1 : 0)),
    deviationBets: Math.sqrt(squares - units ** 2) / unitsPerBet,
    basis: 'exact',
    parts: { lines: rtp - scatters, scatters },
    featureEvery: null,
    capCostAtMost: 0,
  }
}

function meanOfScatters(reels: ReturnType<typeof reelsOf>): number {
  const counts = distributeScatters(reels, SCATTER)
  const combinations = counts.reduce((sum, times) => sum + times, 0)
  return counts.reduce((sum, times, n) => sum + times * (SCATTER_PAYS[n] ?? 0), 0) / combinations
}
