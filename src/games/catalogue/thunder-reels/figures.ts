// The published figures of Thunder Reels, from simulation. Must be measured again whenever the
// mathematics changes (see docs/games.md).

import { type Game, simulatedFigures } from '../../engine/mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: simulatedFigures(
      1_034_000_000,
      0.959491085638,
      0.000489301860542,
      0.41983632205,
      8.02751388013,
    ),
    low: simulatedFigures(
      1_000_000_000,
      0.5720246078,
      0.00023274663037,
      0.368524215,
      3.75515035561,
    ),
    high: simulatedFigures(
      1_221_000_000,
      1.01218867518,
      0.000483203286811,
      0.425376758395,
      8.61453104338,
    ),
  },
  buy: {
    natural: simulatedFigures(35_000_000, 0.954678209036, 0.000486520439246, 1, 117.481376926),
    low: simulatedFigures(20_000_000, 0.447393524656, 0.000317877290627, 1, 58.0241004363),
    high: simulatedFigures(39_000_000, 1.01463226415, 0.000486752335223, 1, 124.07213711),
  },
}
