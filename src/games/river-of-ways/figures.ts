// Owns the published figures of River of Ways. Must equal what par.ts computes: a test compares
// them.

import type { Figures, Game } from '../mathematics.ts'

function exact(rtp: number, hitFrequency: number, deviationBets: number): Figures {
  return { rtp, hitFrequency, deviationBets, basis: 'exact' }
}

/** Deviations are those of the three options chosen equally often; nothing else depends on them. */
export const FIGURES: Game['figures'] = {
  base: {
    natural: exact(0.957786606480125, 0.323031328700338, 7.409756749935),
    low: exact(0.582513961033115, 0.278587850133509, 4.427812031701),
    high: exact(1.016506341631512, 0.306862307477018, 7.432819573526),
  },
  buy: {
    natural: exact(0.953319355161892, 1, 55.880401501137),
    low: exact(0.526703113844613, 1, 32.357430036462),
    high: exact(1.007547497190091, 1, 51.059102531577),
  },
}
