// Owns the published figures of Crystal Cluster, from simulation. Must be measured again whenever
// the mathematics changes (docs/games.md says how).

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
    natural: simulated(50_000_000, 0.953658, 0.00157, 0.29151, 5.663),
    low: simulated(50_000_000, 0.577577, 0.001147, 0.25887, 4.139),
    high: simulated(50_000_000, 1.018391, 0.001663, 0.29748, 6.001),
  },
}
