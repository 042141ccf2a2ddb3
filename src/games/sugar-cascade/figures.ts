// Owns the published figures of Sugar Cascade, from simulation. Must be measured again whenever the
// mathematics changes (docs/games.md says how).

import { type Game, simulatedFigures } from '../mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: simulatedFigures(
      200_000_000,
      0.951707242,
      0.00130683414626,
      0.286275955,
      9.42929884393,
    ),
    low: simulatedFigures(100_000_000, 0.580051753, 0.000723619257463, 0.28630049, 3.69193498706),
    high: simulatedFigures(100_000_000, 1.022499737, 0.00200988161803, 0.28630049, 10.2544980512),
  },
  ante: {
    natural: simulatedFigures(
      200_000_000,
      0.9503369466,
      0.00128455011435,
      0.28368543,
      11.5856389876,
    ),
    low: simulatedFigures(100_000_000, 0.5336213024, 0.000707235140421, 0.28368003, 4.51042819146),
    high: simulatedFigures(100_000_000, 1.0223903796, 0.00197197521223, 0.28368003, 12.576372527),
  },
  buy: {
    natural: simulatedFigures(10_000_000, 0.949590019688, 0.000724523512008, 1, 93.5161027057),
    low: simulatedFigures(4_000_000, 0.388501657188, 0.000404473210898, 1, 33.0182212978),
    high: simulatedFigures(4_000_000, 1.01505667, 0.00123087355705, 1, 100.479474045),
  },
}
