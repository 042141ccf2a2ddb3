// The exact figures of Cherry Classic, from all its combinations of stops. Must never sample.

import type { ReelSet } from '../../../core/reel-set.ts'
import type { ExactPar } from '../../engine/mathematics.ts'
import { distributeSpins } from '../../lines/line-par.ts'
import { NO_SCATTER } from '../../lines/line-spin.ts'
import { cherryClassic, reelsOf, TABLE } from './game.ts'

/** No spin reaches the cap: the best boards win 300 bets. */
export function computePar(_mode: string, reelSet: ReelSet): ExactPar {
  const { combinations, boards } = distributeSpins(reelsOf(reelSet), TABLE, NO_SCATTER)
  let units = 0
  let squares = 0
  let hits = 0
  boards[0]!.forEach((times, winUnits) => {
    units += winUnits * times
    squares += winUnits ** 2 * times
    if (winUnits > 0) hits += times
  })
  const mean = units / combinations
  const variance = squares / combinations - mean ** 2
  const rtp = mean / cherryClassic.unitsPerBet
  return {
    rtp,
    hitFrequency: hits / combinations,
    deviationBets: Math.sqrt(variance) / cherryClassic.unitsPerBet,
    basis: 'exact',
    parts: { lines: rtp },
    featureEvery: null,
    capCostAtMost: 0,
  }
}
