// Owns the exact figures of Cherry Classic, from all its combinations of stops. Must never sample.

import { distributeSpins } from '../line-par.ts'
import { NO_SCATTER } from '../line-spin.ts'
import type { Figures, Weighting } from '../mathematics.ts'
import { cherryClassic, reelsOf, TABLE } from './game.ts'

export function computeFigures(weighting: Weighting): Figures {
  const { combinations, boards } = distributeSpins(reelsOf(weighting), TABLE, NO_SCATTER)
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
  return {
    rtp: mean / cherryClassic.unitsPerBet,
    hitFrequency: hits / combinations,
    deviationBets: Math.sqrt(variance) / cherryClassic.unitsPerBet,
    basis: 'exact',
  }
}
