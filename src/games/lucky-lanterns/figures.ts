// Owns the published figures of Lucky Lanterns. Must equal what par.ts computes: a test compares
// them.

import type { Game } from '../mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: {
      rtp: 0.955059844610573,
      hitFrequency: 0.312531381845474,
      deviationBets: 4.909037355516,
      basis: 'exact',
    },
    low: {
      rtp: 0.577672579219417,
      hitFrequency: 0.231302410364151,
      deviationBets: 2.467763645669,
      basis: 'exact',
    },
    high: {
      rtp: 1.019993247764286,
      hitFrequency: 0.312176614999771,
      deviationBets: 5.356746599879,
      basis: 'exact',
    },
  },
}
