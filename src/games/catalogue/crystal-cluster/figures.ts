// The published figures of Crystal Cluster, from simulation. Must be measured again whenever the
// mathematics changes (see docs/games.md).

import { type Game, simulatedFigures } from '../../engine/mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: simulatedFigures(
      1_000_000_000,
      0.95430536705,
      0.000352613966498,
      0.291530347,
      5.68909831081,
    ),
    low: simulatedFigures(
      1_000_000_000,
      0.57736280125,
      0.00025710293529,
      0.258842054,
      4.14811667669,
    ),
    high: simulatedFigures(
      1_000_000_000,
      1.01830810115,
      0.000371574481886,
      0.297456609,
      5.99500858753,
    ),
  },
}
