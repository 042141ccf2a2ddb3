// Owns the published figures of Cherry Classic. Must equal what par.ts computes: a test compares them.

import type { Game } from '../mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: { rtp: 0.955, hitFrequency: 0, deviationBets: 0, basis: 'exact' },
    low: { rtp: 0.5703542780748663, hitFrequency: 0, deviationBets: 0, basis: 'exact' },
    high: { rtp: 1.02, hitFrequency: 0, deviationBets: 0, basis: 'exact' },
  },
}
