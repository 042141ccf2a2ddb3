// Owns the published figures of Forty Suns. Must equal what par.ts computes: a test compares them.

import type { Game } from '../mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: {
      rtp: 0.954006421330318,
      hitFrequency: 0.324392265137263,
      deviationBets: 3.63857902633,
      basis: 'exact',
    },
    low: {
      rtp: 0.578444782233742,
      hitFrequency: 0.250866184157123,
      deviationBets: 2.295948853192,
      basis: 'exact',
    },
    high: {
      rtp: 1.017249386218788,
      hitFrequency: 0.348991783054822,
      deviationBets: 3.848240265981,
      basis: 'exact',
    },
  },
  ante: {
    natural: {
      rtp: 0.955522913797065,
      hitFrequency: 0.358294526407551,
      deviationBets: 6.025684794453,
      basis: 'exact',
    },
    low: {
      rtp: 0.58008814282015,
      hitFrequency: 0.290668859140315,
      deviationBets: 3.655871214772,
      basis: 'exact',
    },
    high: {
      rtp: 1.019030115310306,
      hitFrequency: 0.366986515546106,
      deviationBets: 6.497301990694,
      basis: 'exact',
    },
  },
}
