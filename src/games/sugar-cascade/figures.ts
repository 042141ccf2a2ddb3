// Owns the published figures of Sugar Cascade, from simulation. Must be measured again whenever the
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
    natural: simulated(200_000_000, 0.950664, 0.001302, 0.28622, 9.397),
    low: simulated(100_000_000, 0.579696, 0.000731, 0.28622, 3.732),
    high: simulated(100_000_000, 1.020773, 0.002001, 0.28622, 10.209),
  },
  ante: {
    natural: simulated(200_000_000, 0.950138, 0.001283, 0.28362, 11.568),
    low: simulated(100_000_000, 0.533555, 0.000709, 0.28362, 4.524),
    high: simulated(100_000_000, 1.021967, 0.001968, 0.28362, 12.548),
  },
  buy: {
    natural: simulated(10_000_000, 0.950466, 0.000726, 1, 93.697),
    low: simulated(4_000_000, 0.388892, 0.000407, 1, 33.259),
    high: simulated(4_000_000, 1.016727, 0.001235, 1, 100.83),
  },
}
