// Owns the published figures of Cherry Classic. Must equal what par.ts computes: a test compares
// them.

import type { Game } from '../mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: {
      rtp: 0.955,
      hitFrequency: 0.293730158730159,
      deviationBets: 6.679540456819,
      basis: 'exact',
    },
    low: {
      rtp: 0.570354278074866,
      hitFrequency: 0.262561274509804,
      deviationBets: 2.693762834368,
      basis: 'exact',
    },
    high: {
      rtp: 1.02,
      hitFrequency: 0.279401709401709,
      deviationBets: 8.18930780916,
      basis: 'exact',
    },
  },
}
