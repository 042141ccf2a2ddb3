// Owns the published figures of Sugar Cascade, from simulation. Must be measured again whenever the
// mathematics changes (docs/games.md says how).

import type { Figures, Game } from '../mathematics.ts'

const ROUNDS = 20_000_000

function simulated(
  rtp: number,
  halfWidth95: number,
  hitFrequency: number,
  deviationBets: number,
): Figures {
  return { rtp, hitFrequency, deviationBets, basis: { rounds: ROUNDS, halfWidth95 } }
}

export const FIGURES: Game['figures'] = {
  base: {
    natural: simulated(0.9519, 0.0041, 0.2864, 9.36),
    low: simulated(0.5801, 0.0016, 0.2864, 3.65),
    high: simulated(1.023, 0.0045, 0.2864, 10.19),
  },
  ante: {
    natural: simulated(0.9514, 0.0041, 0.2838, 11.57),
    low: simulated(0.5347, 0.0016, 0.2838, 4.54),
    high: simulated(1.0237, 0.0044, 0.2838, 12.54),
  },
  buy: {
    natural: simulated(0.9512, 0.0023, 1, 93.84),
    low: simulated(0.389, 0.0008, 1, 33.19),
    high: simulated(1.0182, 0.0025, 1, 101.16),
  },
}
