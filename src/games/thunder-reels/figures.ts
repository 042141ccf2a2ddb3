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
    natural: simulated(100_000_000, 0.959458, 0.001569, 0.41986, 8.004),
    low: simulated(50_000_000, 0.572708, 0.00106, 0.36858, 3.822),
    high: simulated(50_000_000, 1.012383, 0.002411, 0.42539, 8.697),
  },
  buy: {
    natural: simulated(4_000_000, 0.955145, 0.001439, 1, 117.425),
    low: simulated(2_000_000, 0.446786, 0.001003, 1, 57.867),
    high: simulated(2_000_000, 1.014688, 0.002142, 1, 123.59),
  },
}
