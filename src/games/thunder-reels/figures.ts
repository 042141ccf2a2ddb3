// Owns the published figures of Thunder Reels, from simulation. Must be measured again whenever the
// mathematics changes (docs/games.md says how).

import type { Figures, Game } from '../mathematics.ts'

function simulated(
  rounds: number,
  rtp: number,
  halfWidth95: number,
  hitFrequency: number,
  deviationBets: number,
): Figures {
  return { rtp, hitFrequency, deviationBets, basis: { rounds, halfWidth95 } }
}

export const FIGURES: Game['figures'] = {
  base: {
    natural: simulated(
      1_034_000_000,
      0.959491085638,
      0.000489301860542,
      0.41983632205,
      8.02751388013,
    ),
    low: simulated(1_000_000_000, 0.5720246078, 0.00023274663037, 0.368524215, 3.75515035561),
    high: simulated(1_221_000_000, 1.01218867518, 0.000483203286811, 0.425376758395, 8.61453104338),
  },
  buy: {
    natural: simulated(35_000_000, 0.954678209036, 0.000486520439246, 1, 117.481376926),
    low: simulated(20_000_000, 0.447393524656, 0.000317877290627, 1, 58.0241004363),
    high: simulated(39_000_000, 1.01463226415, 0.000486752335223, 1, 124.07213711),
  },
}
